"""Faults of games in the console: what was raised, at which move, and the game up to there as a file."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from parlor.moderation import way_to_studio
from parlor.moderation.console.deeds import Deed, WithDeeds
from parlor.moderation.console.filters import until
from parlor.moderation.console.tables import attachment
from parlor.tables.faults import Fault
from parlor.tables.models import Status, Table
from parlor.tables.selectors import game_name


def _settle(request: HttpRequest, fault: Fault, given: dict[str, Any]) -> str:
    Fault.objects.filter(pk=fault.pk).update(settled_at=timezone.now())
    return _("Dealt with. If it happens again, it comes back.")


def _file(request: HttpRequest, fault: Fault, given: dict[str, Any]) -> HttpResponse:
    return attachment(fault.content, f"fault-{fault.pk}.json")


def _studio(request: HttpRequest, fault: Fault, given: dict[str, Any]) -> HttpResponseBase:
    return way_to_studio.lead(request, fault.content)


def _has_file(request: HttpRequest, fault: Fault) -> bool:
    return fault.file is not None


def _opens(request: HttpRequest, fault: Fault) -> bool:
    return _has_file(request, fault) and way_to_studio.is_open(request)


@admin.register(Fault)
class FaultAdmin(WithDeeds):
    list_display = ("last_at", "game_called", "sort", "short", "rules", "table", "times")
    list_display_links = ("last_at", "short")
    list_filter = (until("settled_at", gettext_lazy("dealt with")), "game", "sort")
    search_fields = ("error", "=table__id")
    change_form_template = "admin/fault.html"
    fields = ()
    actions = None
    deeds: ClassVar[tuple[Deed, ...]] = (
        Deed("settle", gettext_lazy("Dealt with"), "tables.change_fault", _settle, forms.Form,
             lambda request, fault: fault.settled_at is None),
        Deed("file", gettext_lazy("Save the game as a file"), "moderation.export_table", _file, forms.Form, _has_file,
             gettext_lazy("The studio opens it. It holds the seed: whoever has it knows all that is hidden.")),
        Deed("studio", gettext_lazy("Open in the studio"), "moderation.export_table", _studio, forms.Form, _opens,
             gettext_lazy("All that is hidden is open there.")),
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Fault]:
        """Who plays at a running table reads nothing of its faults: they could tell of hidden things."""
        own = Table.objects.filter(seats__user=request.user.pk).exclude(status=Status.FINISHED)
        return Fault.objects.select_related("table").exclude(table__in=own)

    @admin.display(description=gettext_lazy("game"), ordering="game")
    def game_called(self, fault: Fault) -> str:
        return game_name(fault.game)

    @admin.display(description=gettext_lazy("error"))
    def short(self, fault: Fault) -> str:
        return fault.error[:80]

    def particulars(self, request: HttpRequest, thing: Fault) -> dict[str, Any]:
        return {
            "fault": thing,
            "game_called": game_name(thing.game),
            "move": json.dumps(thing.move, ensure_ascii=False, indent=1) if thing.move else "",
        }
