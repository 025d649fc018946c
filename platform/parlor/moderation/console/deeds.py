"""Deeds: what admins do to a thing besides changing its row, each with a form, a right, and an audit entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from datetime import date, datetime, timedelta
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse

from parlor.moderation.audit import Subject, write_down
from parlor.moderation.errors import ModerationError
from parlor.tables.service import TableError

Said = str | HttpResponseBase


class FormOfThing(forms.Form):
    """A form of a deed that asks according to the thing."""

    def settle(self, thing: Any) -> None:
        """Called before anything is read or shown."""


class Deed(NamedTuple):
    """`do(request, thing, given)` returns a sentence, or a file; it raises ModerationError or TableError with why not.

    `nameless`: the log keeps the number of the thing, not its name.
    `whole`: the act and its audit entry are one transaction; not so where the act is another thread's commit.
    """

    name: str
    title: Any
    right: str
    do: Callable[[HttpRequest, Any, dict[str, Any]], Said]
    form: Callable[..., forms.Form] = forms.Form
    possible: Callable[[HttpRequest, Any], bool] = lambda request, thing: True
    explain: Any = ""
    grave: bool = False
    whole: bool = True
    nameless: bool = False


class WithDeeds(ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """A ModelAdmin whose things have deeds."""

    deeds: ClassVar[tuple[Deed, ...]] = ()
    change_form_template = "admin/looked_after.html"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.deed_view)
        return [path("<path:pk>/deed/<slug:name>/", view, name=f"{self.opts.app_label}_deed"), *super().get_urls()]

    def deeds_for(self, request: HttpRequest, thing: Model) -> list[Deed]:
        """What this admin may do to the thing now."""
        return [one for one in self.deeds if request.user.has_perm(one.right) and one.possible(request, thing)]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        thing = self.get_object(request, object_id)
        more = {} if thing is None else {"deeds": self.deeds_for(request, thing), **self.particulars(request, thing)}
        return super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})

    def particulars(self, request: HttpRequest, thing: Any) -> dict[str, Any]:
        """What the page of the thing shows besides its row."""
        return {}

    def deed_view(self, request: HttpRequest, pk: str, name: str) -> HttpResponseBase:
        """The form of a deed, and the deed."""
        thing = self.get_object(request, pk)
        deed = next((one for one in self.deeds if one.name == name), None)
        if thing is None or deed is None:
            raise Http404
        if not self.has_view_permission(request, thing) or not request.user.has_perm(deed.right):
            raise PermissionDenied
        if not deed.possible(request, thing):
            raise PermissionDenied
        form = deed.form(request.POST) if request.method == "POST" else deed.form()
        if isinstance(form, FormOfThing):
            form.settle(thing)
        if request.method == "POST" and form.is_valid():
            try:
                with transaction.atomic() if deed.whole else nullcontext():
                    number, named = str(thing.pk), "" if deed.nameless else str(thing)
                    said = deed.do(request, thing, form.cleaned_data)
                    subject = Subject(str(self.opts.verbose_name), number, named)
                    write_down(request.user, deed.name, subject, **plain(form.cleaned_data))
            except (ModerationError, TableError) as error:
                form.add_error(None, str(error))
            else:
                if not isinstance(said, str):
                    return said
                messages.success(request, said)
                return redirect(self.address(thing))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": deed.title,
            "thing": thing,
            "deed": deed,
            "form": form,
            "back": self.address(thing),
        }
        return render(request, "admin/deed.html", context, status=422 if form.errors else 200)

    def address(self, thing: Model) -> str:
        """The page of the thing; that of all of them when it is gone."""
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}"
        there = thing.pk is not None and type(thing)._default_manager.filter(pk=thing.pk).exists()
        return reverse(f"{name}_change", args=[thing.pk]) if there else reverse(f"{name}_changelist")


def plain(given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a form as an audit entry keeps them."""

    def one(value: Any) -> Any:
        if isinstance(value, datetime | date):
            return value.isoformat()
        if isinstance(value, timedelta | Model):
            return str(value)
        return value

    return {name: one(value) for name, value in given.items()}
