"""What the people at a running table agree on: a pause and its end, the end of the game, a bot for who does not answer.

Everybody has to agree who sits there, has not left, and is not away; who is out of time has no say about that. One
"no" takes the question off the table. A pause ends at once when anybody at the table wants to go on: else somebody
who has vanished could keep the others from their game for ever, and every clock goes on with what it had.
Whoever sits there alone among bots decides alone, and so may stop a table that all others have left.

Where there is no clock, whoever has kept the others waiting for a day is late, so that nobody stalls a table for ever.
"""

from __future__ import annotations

from concurrent.futures import Future
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from parlor.accounts.models import User
from parlor.tables.absence import replace
from parlor.tables.events import TableEvent, tell
from parlor.tables.live import tables
from parlor.tables.loading import Running
from parlor.tables.models import Absence, Reason
from parlor.tables.service import TableError
from parlor.tables.speaking import spoken
from parlor.tables.storing import arrange

PAUSE, RESUME, ABANDON, REPLACE = KINDS = ("pause", "resume", "abandon", "replace")
QUIET = timedelta(days=1)


def voters(running: Running, kind: str, now: datetime) -> list[int]:
    """The seats that have to agree; a person with several speaks from the first."""
    first = {person: seat for seat, person in reversed(running.people.items()) if seat not in running.bots}
    there = sorted(first.values())
    return [seat for seat in there if seat not in late(running, now)] if kind == REPLACE else there


def late(running: Running, now: datetime) -> list[int]:
    """The seats so late that the others may decide about them."""
    clocks = running.clocks
    if clocks is None:
        since = running.quiet_since  # None: nothing has happened yet that could have been waited for
        return running.waiting_on if since is not None and now - since >= QUIET else []
    if running.absence != Absence.VOTE:
        return []
    return [seat for seat in clocks.hands if clocks.stage(seat, now) in ("vote", "over")]


def vote(table: str, user: User, kind: str, *, agree: bool) -> Future[None]:
    """The person agrees, or does not. For "replace", not to agree is to want the game ended.

    The future raises TableError with the reason where there is nothing to decide, Missing where there is no game.
    """

    def command(running: Running) -> None:
        seat = next((seat for seat in running.seats_of(user.pk) if seat not in running.bots), None)
        if seat is None or seat in running.left:
            raise TableError(_("You do not play at this table."), forbidden=True)
        if running.over or running.driver.finished:
            raise TableError(_("The game is over."))
        now = timezone.now()
        _possible(running, kind, now)
        running.dirty = True
        said = running.votes.setdefault(kind, {})
        if kind == REPLACE:
            said[seat] = agree
        elif not agree:
            del running.votes[kind]
        else:
            said[seat] = True
        _decide(running, kind, now)
        tell(TableEvent("clock", running.table))

    return tables.ask(table, spoken(command))


def _possible(running: Running, kind: str, now: datetime) -> None:
    if kind in (PAUSE, RESUME) and running.clocks is None:
        raise TableError(_("This table has no clock that could be stopped."))
    if kind == PAUSE and running.paused_at is not None:
        raise TableError(_("The game is paused already."))
    if kind == RESUME and running.paused_at is None:
        raise TableError(_("The game is not paused."))
    if kind == REPLACE and running.clocks is None and not late(running, now):
        raise TableError(_("Nobody has kept the others waiting for a day."))
    if kind == REPLACE and not late(running, now):
        raise TableError(_("Nobody has been out of time for so long that the others could decide."))


def _decide(running: Running, kind: str, now: datetime) -> None:
    """Stores the votes, and does what all have agreed on."""
    said = running.votes.get(kind, {})
    asked = voters(running, kind, now)
    agreed = all(seat in said for seat in asked)
    if kind == REPLACE and agreed and len({said[seat] for seat in asked}) == 1:
        running.votes.clear()
        if said[asked[0]]:
            return replace(running, late(running, now), now)
        return arrange(running, now, finished=Reason.ABANDONED if running.clocks is None else Reason.TIMEOUT)
    if kind == ABANDON and agreed:
        running.votes.clear()
        return arrange(running, now, finished=Reason.ABANDONED)
    if (kind == PAUSE and agreed) or (kind == RESUME and said):
        running.votes.pop(PAUSE, None)
        running.votes.pop(RESUME, None)
        running.pause(now if kind == PAUSE else None)
    return arrange(running, now)
