"""The page of a table. Complete as the server sends it; a socket then keeps it up to date."""

from __future__ import annotations

import logging
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from parlor.catalog.registry import get_game
from parlor.catalog.showing import board_css
from parlor.play.access import turned_away
from parlor.play.pictures import Around, Picture, Viewer
from parlor.play.resting import STOPPED, draw_stopped, is_played, rows_of, seat_among
from parlor.play.rooms import rooms
from parlor.tables.access import may_watch
from parlor.tables.live import tables
from parlor.tables.loading import Frozen, Running
from parlor.tables.models import Status, Table
from parlor.tables.notes import note_of
from parlor.tables.selectors import person, turns
from parlor.tables.views import waiting_room

logger = logging.getLogger(__name__)

PATIENCE = 15.0


@never_cache
@require_safe
def table_page(request: HttpRequest, table_id: str) -> HttpResponse:
    """Waiting room, live table or finished table, as the table stands."""
    try:
        table, seats = rows_of(table_id)
    except Table.DoesNotExist:
        raise Http404 from None
    if table.status == Status.WAITING:
        return waiting_room(request, table)
    if not is_played(table):
        messages.info(request, _("That table was closed before its game began."))
        return redirect("/")
    if not may_watch(table, request.user):
        return turned_away(request, table)
    language = get_language() or "en"
    visitor = person(request.user)
    user = visitor.pk if visitor else None
    host = table.host.username if table.host else ""
    room = rooms.room(table_id)
    around = room.around if room else Around(host)

    def look(running: Running) -> dict[str, Any]:
        seat = running.seat_of(user)
        with override(language):
            picture = Picture(running, seat)
            return {
                "live": picture.live(around),
                "seat": seat,
                "version": picture.version,
                "status": picture.status,
                "shared": running.shares(user),
                "cover": picture.secret,
            }

    try:
        tables.at_version(table_id, table.version)
        shown = tables.ask(table_id, look).result(PATIENCE)
    except Exception as error:
        if isinstance(error, Frozen):
            table.frozen = gettext(str(error))
        else:
            logger.exception("Table %s cannot be shown", table_id)
        seat = seat_among(seats, user)
        live = draw_stopped(table, seats, Viewer(seat, True, language))
        shown = {"live": live, "seat": seat, "version": table.version, "status": STOPPED}
    game = get_game(table.game)
    context = {
        "table": {
            "id": table.pk,
            "version": shown["version"],
            "status": shown["status"],
            "slug": table.game,
            "game_name": game.name,
            "host": host,
        },
        "seat": shown["seat"],
        "shared": shown.get("shared", False),
        "cover": shown.get("cover", False),
        "other_turns": turns(visitor, besides=table.pk) if visitor else 0,
        "played": any(user is not None and seat.user_id == user for seat in seats),
        "live": shown["live"],
        "note": note_of(table.pk, visitor),
        "game_css": board_css(game),
    }
    return render(request, "tables/table.html", context)
