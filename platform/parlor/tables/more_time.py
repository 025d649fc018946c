"""More time as a present: who is waited for gets it from somebody else at the table, a few times for each decision.

What was given is kept among the votes, as the kind `more<nth>.<number of the question>`, and so in one unit with the
clock. What was given for questions that are over goes with the next gift.
"""

from __future__ import annotations

from concurrent.futures import Future
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from parlor.accounts.models import User
from parlor.tables.events import TableEvent, tell
from parlor.tables.live import tables
from parlor.tables.loading import Running
from parlor.tables.pace import Tempo
from parlor.tables.service import TableError
from parlor.tables.speaking import spoken
from parlor.tables.storing import arrange
from parlor.tables.votes import REPLACE, late

GIFTS = 3
MARK = "more"


def gift(tempo: Tempo) -> timedelta:
    """How much is given at a time."""
    return timedelta(hours=12) if tempo.by_turns else max(timedelta(minutes=1), 3 * tempo.increment)


def given(running: Running, seat: int) -> int:
    """How often the seat has been given time for the question that it has before it."""
    clocks = running.clocks
    if clocks is None or seat not in clocks.hands:
        return 0
    question = clocks.hands[seat].question
    return sum(seat in running.votes.get(_kind(n, question), ()) for n in range(GIFTS))


def why_not(running: Running, giver: int | None, seat: int) -> str:
    """Why this seat cannot give that one time now, as a sentence; empty when it can."""
    if giver is None or giver in running.bots:
        return _("You do not play at this table.")
    if running.over or running.driver.finished:
        return _("The game is over.")
    if running.clocks is None:
        return _("This table has no clock.")
    if running.paused_at is not None:
        return _("The game is paused.")
    if seat == giver:
        return _("You cannot give yourself time.")
    if seat not in running.waiting_on:
        return _("The game does not wait for this player.")
    if given(running, seat) >= GIFTS:
        return _("This player has been given time {n} times for this decision.").format(n=GIFTS)
    return ""


def give_time(table: str, user: User, seat: int) -> Future[None]:
    """The person gives the seat time. The future raises TableError with the reason, Missing where there is no game."""

    def command(running: Running) -> None:
        giver = running.seat_of(user.pk)
        why = why_not(running, giver, seat)
        if why:
            raise TableError(why, forbidden=giver is None)
        clocks = running.clocks
        assert clocks is not None
        running.dirty = True
        now = timezone.now()
        nth, question = given(running, seat), clocks.hands[seat].question
        clocks.give(seat, gift(clocks.tempo), now)
        running.stand_ins.discard(seat)
        if not late(running, now):
            running.votes.pop(REPLACE, None)
        _forget_past(running)
        running.votes.setdefault(_kind(nth, question), {})[seat] = True
        arrange(running, now)
        tell(TableEvent("clock", running.table))

    return tables.ask(table, spoken(command))


def _kind(nth: int, question: int | None) -> str:
    return f"{MARK}{nth}.{question}"


def _forget_past(running: Running) -> None:
    assert running.clocks is not None
    asked = {str(hand.question) for hand in running.clocks.hands.values()}
    for kind in [kind for kind in running.votes if kind.startswith(MARK)]:
        if kind.partition(".")[2] not in asked:
            del running.votes[kind]
