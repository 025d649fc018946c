"""The console itself: Django's admin site, which writes every act of an admin into the audit log."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from parlor.moderation.audit import write_down

SECTIONS = (
    (_("Games"), (("catalog", "GameSetting"), ("tables", "Table"), ("tables", "Fault"), ("catalog", "InstalledSet"))),
    (_("People"), (("accounts", "User"), ("moderation", "Report"))),
    (_("The house"), (("moderation", "Announcement"), ("catalog", "Maintenance"), ("auth", "Group"))),
    (_("What was done"), (("moderation", "AuditEntry"),)),
)
"""Of the first page and of the side bar: app and model."""


def _section(name: Any, models: list[Any]) -> dict[str, Any]:
    return {
        "name": name,
        "app_label": "",
        "app_url": reverse("admin:index"),
        "has_module_perms": True,
        "models": models,
    }


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

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """What there is, sorted by what it is for rather than by where it lives."""
        found = super().get_app_list(request, app_label)
        if app_label is not None:
            return found
        rest = {(app["app_label"], model["object_name"]): model for app in found for model in app["models"]}
        if ("accounts", "User") in rest:
            rest["accounts", "User"]["name"] = _("People")
        sections = []
        for name, members in SECTIONS:
            models = [rest.pop(member) for member in members if member in rest]
            sections.append(_section(name, models))
        sections.append(_section(_("Further"), list(rest.values())))
        return [section for section in sections if section["models"]]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        from parlor.moderation.console.overview import overview

        return super().index(request, {"overview": overview(request), **(extra_context or {})})
