"""A table as programs get it: in lists from its rows, alone from the live game."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated, PermissionDenied

from parlor.accounts.models import User
from parlor.engine import seat_id
from parlor.play.pictures import picture_for_program
from parlor.tables import live
from parlor.tables.access import may_watch
from parlor.tables.loading import Running
from parlor.tables.models import Status, Table
from parlor.tables.selectors import Visitor, game_name, person, waits_for
from parlor.tables.service import find

WAIT_SECONDS = 20.0


def readable(table_id: str, visitor: Visitor) -> Table:
    """The table, if the visitor may watch it. Raises Table.DoesNotExist, NotAuthenticated or PermissionDenied."""
    table = find(table_id)
    if not may_watch(table, visitor):
        if person(visitor) is None:
            raise NotAuthenticated(_("Sign in to see this table."))
        raise PermissionDenied(_("This table is for friends of the host."))
    return table


def caught_up(table: Table) -> None:
    """Makes sure that this process has the game as the table's row says. Raises Missing before it begins."""
    live.tables.at_version(table.id, table.version).result(WAIT_SECONDS)


def line(table: Table, user: User | None) -> dict[str, Any]:
    """The table in a list."""
    asks = table.ready_check and table.status == Status.WAITING
    seats = [
        _seat(seat.number, seat.name, seat.bot or None, seat.left, seat.away, seat.user_id, user, seat.waiting_on)
        | {"shared": seat.shared}
        for seat in table.seats.all()
    ]
    return {
        "id": table.id,
        "game": table.game,
        "name": game_name(table.game),
        "status": table.status,
        "version": table.version,
        "mine": waits_for(table, user),
        "host": table.host.username if table.host else None,
        "seats": seats,
        "seats_from": table.seats_from or len(seats),
        "visibility": table.visibility,
        "pace": table.pace,
        "absence": table.absence,
        "begins": table.begins,
        "seating": table.seating,
        "training": table.training,
        "ready_check": table.ready_check,
        "ready": [seat.number for seat in table.seats.all() if seat.bot or seat.ready] if asks else [],
        "closes_at": table.due_at if table.status == Status.WAITING else None,
        "url": table.get_absolute_url(),
    }


def state(table: Table, visitor: Visitor) -> dict[str, Any]:
    """The table as the visitor may see it now."""
    user = person(visitor)
    known = {
        **line(table, user),
        "options": table.options,
        "seat": None,
        "acting": [],
        "view": None,
        "choices": [],
        "chosen": None,
        "undo": False,
        "clock": None,
        "reason": table.reason or None,
        "result": None,
        "statistics": None,
        "commitment": None,
        "seed": None,
    }
    if table.started_at is None:
        known["seat"] = next((seat["number"] for seat in known["seats"] if seat["you"] and not seat["shared"]), None)
        return known
    caught_up(table)
    language = get_language() or settings.LANGUAGE_CODE

    def look(running: Running) -> dict[str, Any]:
        return _running(table, running, user, language)

    return known | live.tables.ask(table.id, look).result(WAIT_SECONDS)


def _running(table: Table, running: Running, user: User | None, language: str) -> dict[str, Any]:
    """Runs in the table's actor, so that all of it is of one version."""
    driver = running.driver
    own = running.seat_of(user.pk if user else None)
    picture = picture_for_program(running, own, language)
    stopped = table.status == Status.FINISHED and not driver.finished
    over = driver.finished or stopped
    acting = [] if over else [int(seat) for seat in driver.acting]
    seats = [
        _seat(
            number,
            running.names[number],
            running.bots.get(number),
            number in running.left,
            number in running.away,
            running.people.get(number),
            user,
            number in acting,
        )
        | {"shared": number in running.shared}
        for number in range(driver.seats)
    ]
    return {
        "status": "finished" if over else "running",
        "version": driver.version,
        "mine": own in acting,
        "seats": seats,
        "seat": own,
        "acting": acting,
        "view": picture["view"],
        "choices": [] if over else picture["choices"],
        "chosen": picture["chosen"],
        "undo": picture["undo"] and not over,
        "clock": picture["clock"],
        "reason": (table.reason if stopped else driver.reason) if over else None,
        "result": picture.get("result"),
        "statistics": {name: list(values) for name, values in driver.statistics.items()} if over else None,
        "commitment": picture["commitment"],
        "seed": bytes(table.seed).hex() if over else None,
    }


def _seat(
    number: int,
    name: str,
    bot: str | None,
    left: bool,
    away: bool,
    holder: int | None,
    user: User | None,
    acting: bool,
) -> dict[str, Any]:
    return {
        "number": number,
        "id": seat_id(number),
        "name": name,
        "free": holder is None and not bot,
        "bot": bot,
        "left": left,
        "away": away,
        "you": user is not None and holder == user.pk and not left,
        "acting": acting,
    }
