"""The queue of reports in the console: each with the move, the log and the chat that it points to."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern, path
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from parlor.accounts.models import User
from parlor.catalog.registry import all_games
from parlor.catalog.showing import agreed
from parlor.moderation import reports, way_to_studio
from parlor.moderation.console.deeds import Deed, WithDeeds
from parlor.moderation.console.filters import until
from parlor.moderation.console.tables import attachment
from parlor.moderation.looking import eyes_of_admin, plays_here
from parlor.moderation.reports import Kind, Outcome, Report, Screenshot
from parlor.play import replay
from parlor.play.resting import is_played
from parlor.tables.history import Lost
from parlor.tables.models import Channel, ChatLine, Table

AROUND = 12


class Decision(forms.Form):
    outcome = forms.ChoiceField(label=gettext_lazy("Decision"), choices=Outcome.choices)
    answer = forms.CharField(
        label=gettext_lazy("To whoever wrote it"),
        required=False,
        max_length=800,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("They read the decision and this."),
    )
    to_about = forms.CharField(
        label=gettext_lazy("To whom it is about"),
        required=False,
        max_length=800,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Left empty, they are told nothing. Never name who wrote the report."),
    )


class BugDecision(Decision):
    to_about = None  # type: ignore[assignment]  # a bug is about nobody


def _decide(request: HttpRequest, report: Report, given: dict[str, Any]) -> str:
    reports.decide(by=cast(User, request.user), report=report, **given)
    return _("The report is decided, and its writer told.")


def _file(request: HttpRequest, report: Report, given: dict[str, Any]) -> HttpResponse:
    return attachment(report.content, f"report-{report.pk}.json")


def _studio(request: HttpRequest, report: Report, given: dict[str, Any]) -> HttpResponseBase:
    return way_to_studio.lead(request, report.content, report.at_version)


def _open_as(*kinds: Kind) -> Any:
    def possible(request: HttpRequest, report: Report) -> bool:
        return report.decided_at is None and report.kind in kinds and report.by_id != request.user.pk

    return possible


def _has_file(request: HttpRequest, report: Report) -> bool:
    there = report.record is not None
    return there and (report.table is None or not plays_here(cast(User, request.user), report.table))


def _opens(request: HttpRequest, report: Report) -> bool:
    return _has_file(request, report) and way_to_studio.is_open(request)


@admin.register(Report)
class ReportAdmin(WithDeeds):
    list_display = ("at", "kind", "short", "by", "about", "table", "outcome")
    list_display_links = ("at", "kind", "short")
    list_filter = (until("decided_at", gettext_lazy("decided")), "kind", "outcome")
    search_fields = ("text", "by__username", "about__username", "=table__id")
    change_form_template = "admin/report.html"
    fields = ()
    actions = None
    deeds: ClassVar[tuple[Deed, ...]] = (
        Deed("decide", gettext_lazy("Decide"), "moderation.decide_reports", _decide, Decision,
             _open_as(Kind.PERSON, Kind.OTHER)),
        Deed("decide-bug", gettext_lazy("Decide"), "moderation.decide_bugs", _decide, BugDecision, _open_as(Kind.BUG)),
        Deed("file", gettext_lazy("Save the game as a file"), "moderation.export_table", _file, forms.Form, _has_file,
             gettext_lazy("The file of a running game holds its seed: whoever has it knows all that is hidden.")),
        Deed("studio", gettext_lazy("Open in the studio"), "moderation.export_table", _studio, forms.Form, _opens,
             gettext_lazy("All that is hidden is open there.")),
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Nobody sees what is about themselves; who looks after bugs only, sees bugs only."""
        found = Report.objects.select_related("by", "about", "table", "line").exclude(about=request.user.pk)
        if request.user.has_perm("moderation.decide_reports"):
            return found
        return found.filter(Q(kind=Kind.BUG))

    def get_urls(self) -> list[URLPattern]:
        shot = self.admin_site.admin_view(self.screenshot)
        return [path("<int:pk>/screenshot/", shot, name="moderation_report_screenshot"), *super().get_urls()]

    @admin.display(description=gettext_lazy("text"))
    def short(self, report: Report) -> str:
        return report.text[:80]

    def screenshot(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The picture, served so that no browser takes it for anything else."""
        report = self.get_object(request, str(pk))
        if report is None or not self.has_view_permission(request, report):
            raise Http404
        found = Screenshot.objects.filter(report=report).first()
        if found is None:
            raise Http404
        answer = HttpResponse(bytes(found.content), content_type=found.kind)
        answer["Content-Disposition"] = "inline"
        answer["Cache-Control"] = "private, no-store"
        return answer

    def particulars(self, request: HttpRequest, thing: Report) -> dict[str, Any]:
        user = cast(User, request.user)
        carried = {
            name: value for name, value in thing.carried.items() if name not in ("seed", "data", "options", "game")
        }
        game = all_games().get(thing.carried.get("game", ""))
        return {
            "report": thing,
            "carried": carried,
            "game_called": game.name if game else thing.carried.get("game", ""),
            "options": agreed(game, thing.carried["options"]) if game else [],
            "shot": Screenshot.objects.filter(report=thing).exists(),
            "entries": _log(thing, user),
            "lines": _chat(thing, user),
        }


def _log(report: Report, user: User) -> list[Any]:
    """The log around the move that the report points to, as this admin may read it."""
    table = report.table
    if table is None or not is_played(table) or table.frozen or table.game not in all_games():
        return []
    seats = list(table.seats.all())
    try:
        entries = replay.log(table, seats, eyes_of_admin(user, table, seats)[0], get_language() or "en")
    except Lost:
        return []
    at = report.at_version or 0
    return entries[max(0, at - AROUND) : at + AROUND + 1]


def _chat(report: Report, user: User) -> list[ChatLine]:
    """The lines around the one that is meant; without one, those before the report."""
    table: Table | None = report.table
    if table is None:
        return []
    said = ChatLine.objects.filter(table=table)
    if plays_here(user, table):
        said = said.filter(channel=Channel.TABLE)  # what spectators say may give something away
    if report.line_id:
        before = said.filter(pk__lte=report.line_id).order_by("-pk")[:AROUND]
        return [*reversed(before), *said.filter(pk__gt=report.line_id).order_by("pk")[:AROUND]]
    return list(reversed(said.filter(at__lte=report.at).order_by("-pk")[: 2 * AROUND]))
