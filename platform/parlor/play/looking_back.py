"""A table's past: the replay page, which needs no script, the steps its script asks for, the deal, and the file."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from parlor.catalog.registry import get_game
from parlor.catalog.showing import board_css
from parlor.engine.record import write
from parlor.play.access import turned_away
from parlor.play.replay import OPEN, WATCH, Closed, Eyes, all_eyes, eyes_for, log, step, turns
from parlor.play.resting import is_played, rows_of, seat_among
from parlor.tables.access import may_watch
from parlor.tables.dealing import StillSecret, shuffle_of
from parlor.tables.exporting import record_of
from parlor.tables.history import Lost
from parlor.tables.models import Seat, Status, Table

KEEP_SECONDS = 3600


@never_cache
@require_safe
def replay_page(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table as it stood at `?at=`, seen from `?seat=`, with ways on and back."""
    table, seats = _played(table_id)
    if not may_watch(table, request.user):
        return turned_away(request, table)
    user, language = request.user.pk, get_language() or "en"
    try:
        eyes = eyes_for(table, seats, user, request.GET.get("seat", ""))
    except Closed:
        return redirect(f"/tables/{table.pk}/replay/?{urlencode({'at': _at(request, table)})}")
    at = _at(request, table)
    game = get_game(table.game)
    context: dict[str, Any] = {
        "table": {
            "id": table.pk,
            "slug": table.game,
            "game_name": game.name,
            "last": table.version,
            "running": table.status != Status.FINISHED,
        },
        "at": at,
        "seat": eyes.name,
        "game_css": board_css(game),
        "choices": [(one.name, _called(one, seats)) for one in all_eyes(table, len(seats), seat_among(seats, user))],
    }
    try:
        entries = log(table, seats, eyes, language)
        shown = step(table, at, eyes, language)
    except Lost:
        return render(request, "tables/replay_lost.html", context, status=410)
    ends = turns(entries)
    ways = {
        "first": 0 if at else None,
        "turn_back": max((end for end in ends if end < at), default=None),
        "back": at - 1 if at else None,
        "on": at + 1 if at < table.version else None,
        "turn_on": min((end for end in ends if end > at), default=None),
        "last": table.version if at < table.version else None,
    }
    context |= {
        "live": shown.html,
        "entries": entries,
        "turns": " ".join(map(str, ends)),
        "ways": {name: "" if to is None else _address(eyes, to) for name, to in ways.items()},
    }
    return render(request, "tables/replay.html", context)


@require_safe
def replay_step(request: HttpRequest, table_id: str, version: int) -> HttpResponseBase:
    """One step as JSON: `{"version", "seat", "html", "entry": {"version", "seat", "struck", "lines", "html"}}`.

    403 for what this viewer may not see, 404 for a version that there is not (yet), 410 where it cannot be rebuilt.
    """
    table, seats = _played(table_id)
    if not may_watch(table, request.user):
        return _refused(403, _("Sign in to see this table."))
    try:
        eyes = eyes_for(table, seats, request.user.pk, request.GET.get("seat", ""))
    except Closed:
        return _refused(403, _("From there you may look when the game is over."))
    if version > table.version:
        return _refused(404, _("The game has not come so far."))
    try:
        shown = step(table, version, eyes, get_language() or "en")
    except Lost:
        return _refused(410, _("The rules have changed since; this part of the game cannot be shown any more."))
    answer = HttpResponse(msgspec.json.encode(shown), content_type="application/json")
    answer["Vary"] = "Cookie, Accept-Language"
    if table.status == Status.FINISHED:
        patch_cache_control(answer, private=True, max_age=KEEP_SECONDS)
    else:
        patch_cache_control(answer, private=True, no_store=True)
    return answer


def _played(table_id: str) -> tuple[Table, list[Seat]]:
    try:
        table, seats = rows_of(table_id)
    except Table.DoesNotExist:
        raise Http404 from None
    if not is_played(table):
        raise Http404
    return table, seats


def _at(request: HttpRequest, table: Table) -> int:
    """The wanted version, kept within what there is; the start where none is named."""
    given = request.GET.get("at", "")
    return min(int(given), table.version) if given.isascii() and given.isdigit() and len(given) < 9 else 0


def _address(eyes: Eyes, at: int) -> str:
    return "?" + urlencode({"at": at, "seat": eyes.name})


def _called(eyes: Eyes, seats: list[Seat]) -> str:
    if eyes.name == OPEN:
        return _("Everything revealed")
    if eyes.name == WATCH:
        return _("As a spectator")
    name = seats[eyes.seat or 0].name or _("Seat {n}").format(n=(eyes.seat or 0) + 1)
    return _("As {name}").format(name=name)


def _refused(status: int, detail: str) -> HttpResponse:
    body = msgspec.json.encode({"detail": detail})
    return HttpResponse(body, content_type="application/json", status=status, headers={"Cache-Control": "no-store"})


@require_safe
def shuffle(request: HttpRequest, table_id: str) -> HttpResponse:
    """How a finished game was dealt, see `tables.dealing`; 409 while it runs."""
    table, _people = _played(table_id)
    if not may_watch(table, request.user):
        return _refused(403, _("Sign in to see this table."))
    try:
        dealt = shuffle_of(table)
    except StillSecret:
        return _refused(409, _("The seed is told when the game is over."))
    answer = HttpResponse(msgspec.json.encode(dealt), content_type="application/json")
    answer["Vary"] = "Cookie"
    patch_cache_control(answer, private=True, max_age=KEEP_SECONDS)
    return answer


@require_safe
def export(request: HttpRequest, table_id: str) -> HttpResponse:
    """A finished game as one file, see `tables.exporting`; 409 while it runs, as the file holds the seed."""
    table, _people = _played(table_id)
    if not may_watch(table, request.user):
        return _refused(403, _("Sign in to see this table."))
    if table.status != Status.FINISHED:
        return _refused(409, _("A game can be saved as a file when it is over."))
    try:
        content = write(record_of(table))
    except Lost:
        return _refused(410, _("The rules have changed since; this game cannot be replayed any more."))
    name = f"{table.game}-{table.pk}.json"
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer
