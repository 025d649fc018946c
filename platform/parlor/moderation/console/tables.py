"""Tables in the console: find one, look at it, read its log, and do what has to be done there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, ClassVar, cast
from urllib.parse import urlencode

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.translation import get_language, gettext, gettext_lazy
from django.utils.translation import gettext as _

from parlor.accounts.models import User
from parlor.catalog.registry import all_games
from parlor.catalog.showing import agreed, board_css
from parlor.engine.record import write
from parlor.moderation.console.deeds import Deed, FormOfThing, WithDeeds
from parlor.moderation.errors import ModerationError
from parlor.moderation.looking import eyes_of_admin, note_look, plays_here
from parlor.play import replay
from parlor.play.replay import OPEN, WATCH, Eyes
from parlor.play.resting import is_played
from parlor.tables import interventions, renewing
from parlor.tables.exporting import record_of
from parlor.tables.history import Lost
from parlor.tables.loading import RENEWED
from parlor.tables.models import Seat, Status, Table
from parlor.tables.selectors import game_name

LOG_SHOWN = 200


class SeatForm(FormOfThing):
    """Which seat of the table."""

    seat = forms.TypedChoiceField(label=gettext_lazy("Seat"), coerce=int)

    def settle(self, thing: Table) -> None:
        cast(forms.ChoiceField, self.fields["seat"]).choices = [_choice(seat) for seat in thing.seats.all()]


def _choice(seat: Seat) -> tuple[int, str]:
    """The first seat is 1; what it is doing helps to find the right one."""
    doing = [_("to move")] if seat.waiting_on else []
    doing += [_("away")] if seat.away else [_("bot")] if seat.bot else []
    return seat.number + 1, f"{seat.number + 1} · {seat.name or '–'}{' (' + ', '.join(doing) + ')' if doing else ''}"


class MoreTime(SeatForm):
    minutes = forms.IntegerField(label=gettext_lazy("Minutes more"), min_value=1, max_value=20_160, initial=30)


class Note(forms.Form):
    note = forms.CharField(
        label=gettext_lazy("Why"), max_length=200, help_text=gettext_lazy("The people at the table read this.")
    )


class Steps(forms.Form):
    steps = forms.IntegerField(label=gettext_lazy("How many moves"), min_value=1, max_value=1000, initial=1)
    note = forms.CharField(
        label=gettext_lazy("Why"), max_length=200, help_text=gettext_lazy("Stands in the log of the table.")
    )


def _extend(request: HttpRequest, table: Table, given: dict[str, Any]) -> str:
    interventions.extend_time(table.pk, given["seat"] - 1, timedelta(minutes=given["minutes"]))
    return _("Seat {n} has {minutes} minutes more.").format(n=given["seat"], minutes=given["minutes"])


def _bot(request: HttpRequest, table: Table, given: dict[str, Any]) -> str:
    interventions.put_bot(table.pk, given["seat"] - 1)
    return _("A bot plays for seat {n} until its person is back.").format(n=given["seat"])


def _stop(request: HttpRequest, table: Table, given: dict[str, Any]) -> str:
    interventions.stop(table.pk, given["note"])
    return _("The table is stopped.")


def _back(request: HttpRequest, table: Table, given: dict[str, Any]) -> str:
    version = interventions.roll_back(table.pk, given["steps"], given["note"])
    return _("Taken back. The table is at version {n}.").format(n=version)


def _accept(request: HttpRequest, table: Table, given: dict[str, Any]) -> str:
    found = renewing.try_again(table)
    if found.verdict == "same":
        renewing.go_on(found)
        return _("Nothing differs. The game goes on.")
    if not found.rules or renewing.accept(found) is None:
        raise ModerationError(_("The new rules cannot take this game up: {why}").format(why=found.why))
    return _("The game goes on with the new rules.")


def _rests(request: HttpRequest, table: Table) -> bool:
    if table.status == Status.RUNNING:
        return bool(table.frozen) or renewing.is_renewed(table)
    return table.status == Status.WAITING and bool(table.frozen)


def _export(request: HttpRequest, table: Table, given: dict[str, Any]) -> HttpResponse:
    try:
        content = write(record_of(table))
    except Lost as lost:
        raise ModerationError(_("The game cannot be replayed: {why}").format(why=lost)) from None
    return attachment(content, f"{table.game}-{table.pk}.json")


def attachment(content: bytes, name: str, kind: str = "application/json") -> HttpResponse:
    """A file to be saved, which no cache keeps."""
    answer = HttpResponse(content, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


def _runs(request: HttpRequest, table: Table) -> bool:
    return table.status == Status.RUNNING and not table.frozen and not renewing.is_renewed(table)


def _may_export(request: HttpRequest, table: Table) -> bool:
    return table.started_at is not None and not plays_here(cast(User, request.user), table)


@admin.register(Table)
class TableAdmin(WithDeeds):
    list_display = ("id", "game_called", "status", "host", "people", "version", "rules", "changed_at")
    list_filter = ("status", "game", "pace", "visibility")
    search_fields = ("=id", "host__username", "seats__name")
    date_hierarchy = "created_at"
    change_form_template = "admin/table.html"
    fields = ()
    actions = None
    deeds: ClassVar[tuple[Deed, ...]] = (
        Deed("more-time", gettext_lazy("Give more time"), "moderation.extend_time", _extend, MoreTime, _runs,
             gettext_lazy("For a player whom the game waits for. Only at tables with a clock."), whole=False),
        Deed("bot", gettext_lazy("Let a bot play"), "moderation.put_bot", _bot, SeatForm, _runs,
             gettext_lazy("The person can come back at any time."), whole=False),
        Deed("roll-back", gettext_lazy("Take moves back"), "moderation.roll_back", _back, Steps, _runs,
             gettext_lazy("The moves stay in the log, struck through, and a line says who took them back and why."),
             whole=False),
        Deed("accept", gettext_lazy("Let it go on with the new rules"), "moderation.roll_back", _accept, forms.Form,
             _rests, gettext_lazy("The position stays as it is; from now on the new rules hold. The log says so."),
             whole=False),
        Deed("export", gettext_lazy("Save as a file"), "moderation.export_table", _export, forms.Form, _may_export,
             gettext_lazy("The file of a running game holds its seed: whoever has it knows all that is hidden.")),
        Deed("stop", gettext_lazy("Stop the table"), "moderation.stop_table", _stop, Note,
             lambda request, table: table.status != Status.FINISHED,
             gettext_lazy("The game ends without a result. There is no way back from this."), grave=True, whole=False),
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return Table.objects.select_related("host").prefetch_related("seats").defer("seed")

    def get_urls(self) -> list[URLPattern]:
        look = self.admin_site.admin_view(self.look)
        return [path("<str:pk>/look/", look, name="tables_table_look"), *super().get_urls()]

    @admin.display(description=gettext_lazy("game"), ordering="game")
    def game_called(self, table: Table) -> str:
        return game_name(table.game)

    @admin.display(description=gettext_lazy("people"))
    def people(self, table: Table) -> str:
        return ", ".join(seat.name or "–" for seat in table.seats.all())

    def particulars(self, request: HttpRequest, thing: Table) -> dict[str, Any]:
        game = all_games().get(thing.game)
        seats = list(thing.seats.select_related("user"))
        entries: list[Any] = []
        lost = thing.frozen or (gettext(RENEWED) if _rests(request, thing) else "")
        if is_played(thing) and game is not None and not lost:
            try:
                eyes = eyes_of_admin(cast(User, request.user), thing, seats)[0]
                entries = replay.log(thing, seats, eyes, get_language() or "en")[-LOG_SHOWN:]
            except Lost as why:
                lost = str(why)
        return {
            "table": thing,
            "game_called": game_name(thing.game),
            "seats": seats,
            "options": agreed(game, thing.options) if game else [],
            "entries": entries,
            "lost": lost,
            "played": is_played(thing),
            "installed": game.rules if game else None,
        }

    def look(self, request: HttpRequest, pk: str) -> HttpResponseBase:
        """The table as it stood at `?at=`, as seen from `?seat=`."""
        table = self.get_object(request, pk)
        if table is None or not is_played(table) or table.game not in all_games():
            raise Http404
        if not self.has_view_permission(request, table):
            raise PermissionDenied
        user, seats = cast(User, request.user), list(table.seats.all())
        allowed = eyes_of_admin(user, table, seats)
        wanted = request.GET.get("seat", allowed[0].name)
        eyes = next((one for one in allowed if one.name == wanted), None)
        if eyes is None:
            raise PermissionDenied
        at = _number(request.GET.get("at", ""), table.version)
        note_look(user, table, eyes)
        context = {
            "table": table,
            "game_called": game_name(table.game),
            "game_css": board_css(all_games()[table.game]),
            "at": at,
            "seat": eyes.name,
            "choices": [(one.name, _called(one, seats)) for one in allowed],
            "plays_here": plays_here(user, table),
        }
        try:
            context["live"] = replay.step(table, at, eyes, get_language() or "en").html
        except Lost as why:
            context["lost"] = str(why)
        ways = {"first": 0, "back": max(0, at - 1), "on": min(table.version, at + 1), "last": table.version}
        context["ways"] = {name: "?" + urlencode({"at": to, "seat": eyes.name}) for name, to in ways.items()}
        return render(request, "moderation/look.html", context)


def _number(given: str, most: int) -> int:
    return min(int(given), most) if given.isascii() and given.isdigit() and len(given) < 9 else most


def _called(eyes: Eyes, seats: list[Seat]) -> str:
    if eyes.name == OPEN:
        return _("Everything revealed")
    if eyes.name == WATCH or eyes.seat is None:
        return _("As a spectator")
    return _("As {name}").format(name=seats[eyes.seat].name or eyes.seat + 1)
