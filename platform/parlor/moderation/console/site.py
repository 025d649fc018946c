"""The console itself: Django's admin site, which writes every act of an admin into the audit log."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from parlor.moderation.audit import write_down


class Audited:
    """Before any ModelAdmin: what it adds, changes or deletes is written down in the same transaction."""

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        write_down(request.user, "add", obj, said=message)
        return super().log_addition(request, obj, message)  # type: ignore[misc]  # ModelAdmin's

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        write_down(request.user, "change", obj, said=message)
        return super().log_change(request, obj, message)  # type: ignore[misc]

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        for obj in queryset:
            write_down(request.user, "delete", obj)
        return super().log_deletions(request, queryset)  # type: ignore[misc]


class Console(AdminSite):
    """All that admins do. Whoever is not signed in comes by the site's own page for that."""

    site_header = _("Parlor")
    site_title = _("Parlor, administration")
    index_title = _("Administration")
    empty_value_display = "–"

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """As Django's; whatever is registered, by whichever app, is audited."""
        given = admin_class or ModelAdmin
        super().register(model_or_iterable, type(given.__name__, (Audited, given), {}), **options)

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The site's own sign-in, with its limits; for who is signed in and no admin, a refusal."""
        if request.user.is_authenticated:
            if self.has_permission(request):
                return redirect("admin:index")
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next") or "/admin/")

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        return {**super().each_context(request), "preferences": getattr(request, "preferences", None)}

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        from parlor.moderation.console.overview import overview

        return super().index(request, {"overview": overview(request), **(extra_context or {})})
