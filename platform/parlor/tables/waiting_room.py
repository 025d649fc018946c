"""What the waiting room shows: who sits where, what is agreed, who is invited, and what this visitor can do."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from parlor.accounts.models import User
from parlor.catalog.registry import UnknownGame, get_game
from parlor.catalog.showing import agreed
from parlor.tables import invitations
from parlor.tables.access import may_watch
from parlor.tables.hot_seat import may_share
from parlor.tables.models import Absence, Begins, Pace, Seat, Seating, Table, Visibility
from parlor.tables.seating import fewest, unready
from parlor.tables.selectors import game_name, person


def room_for(request: HttpRequest, table: Table) -> dict[str, Any]:
    """All that the page of a table that waits shows this visitor."""
    user = person(request.user)
    seats = list(table.seats.all())
    seated = user is not None and any(seat.user_id == user.pk for seat in seats)
    free = sum(seat.free for seat in seats)
    is_host = user is not None and table.host_id == user.pk
    missing = max(0, fewest(table, seats) - len(seats) + free)
    own = next((s.number for s in seats if user is not None and s.user_id == user.pk and not s.shared), None)
    waited = unready(table, seats)
    lines = [_seat(seat, user, table.ready_check) for seat in seats]
    host = table.host.username if table.host else ""
    asked = _invited(table, user) if seated else []
    return {
        "table": {
            "id": table.id,
            "slug": table.game,
            "game_name": game_name(table.game),
            "host": host,
            "version": table.version,
            "visibility": Visibility(table.visibility).label,
            "is_open": table.visibility == Visibility.OPEN,
            "among_friends": table.visibility == Visibility.FRIENDS,
        },
        "signed_in": user is not None,
        "may_look": may_watch(table, user),
        "seat": own,
        "invited": asked,
        "suggestions": invitations.suggestions(table, user) if user and seated and free else [],
        "seats": lines,
        "options": _options(table),
        "terms": _terms(table),
        "closes_at": table.due_at,
        "share_url": request.build_absolute_uri(table.get_absolute_url()),
        "is_host": is_host,
        "seated": seated,
        "can_join": user is not None and not seated and free > 0,
        "can_start": is_host and not missing and not waited,
        "ready_check": table.ready_check,
        "may_share": seated and free > 0 and may_share(table),
        "ready": any(seat.ready for seat in seats if seat.number == own),
        "full": not free,
        "closes": seated and all(seat.user_id in (None, user and user.pk) for seat in seats),
        "start_why": _why_not(free, missing, waited) if is_host else "",
        "mark": sha256(repr((lines, host, asked)).encode()).hexdigest()[:16],
    }


def _terms(table: Table) -> list[dict[str, str]]:
    """What was agreed about the table itself."""
    terms = [(_("Pace"), str(Pace(table.pace).label))]
    if table.pace != Pace.NONE:
        terms.append((_("When somebody's time is out"), str(Absence(table.absence).label)))
    terms.append((_("The game begins"), str(Begins(table.begins).label)))
    if table.ready_check:
        terms.append((_("Before it begins"), _("Everybody says that they are ready")))
    terms.append((_("Who sits where"), str(Seating(table.seating).label)))
    if table.seats_from:
        seats = _("{low} to {high}").format(low=table.seats_from, high=table.seats.count())
        terms.insert(0, (_("Players"), seats))
    if table.training:
        terms.append((_("For training"), _("The result counts for nothing")))
    return [{"label": label, "value": value} for label, value in terms]


def _invited(table: Table, user: User | None) -> list[dict[str, Any]]:
    """Whom people here have invited; `mine` can be withdrawn by this visitor."""
    return [
        {
            "id": row.pk,
            "name": row.to.username,
            "by": row.by.username,
            "state": row.state,
            "label": row.get_state_display(),
            "mine": row.state == row.State.ASKED and user is not None and user.pk in (row.by_id, table.host_id),
        }
        for row in invitations.invitations_of(table)
    ]


def _options(table: Table) -> list[dict[str, str]]:
    try:
        return agreed(get_game(table.game), table.options)
    except UnknownGame:
        return []


def _seat(seat: Seat, user: User | None, ready_check: bool) -> dict[str, Any] | None:
    if seat.free:
        return None
    you = user is not None and seat.user_id == user.pk
    return {
        "number": seat.number,
        "name": seat.name,
        "you": you,
        "bot": bool(seat.bot),
        "shared": seat.shared,
        "ready": ready_check and seat.ready,
    }


def _why_not(free: int, missing: int, waited: list[str]) -> str:
    """What the host still waits for, or could wait for."""
    if not missing and waited:
        return _("Not all are ready yet: {names}.").format(names=", ".join(waited))
    if not free:
        return ""
    if not missing:
        return _("Free seats are taken away when the game begins.")
    if missing < free:
        return _("The game can begin when {n} more are there. Wait for people, or add bots.").format(n=missing)
    if free == 1:
        return _("One seat is still free. Wait for somebody, or add a bot.")
    return _("{n} seats are still free. Wait for people, or add bots.").format(n=free)
