"""The clocks of a table as its rows have them, with the hours in which its people play."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import F

from parlor.accounts.hours import hours_of
from parlor.engine import Driver
from parlor.tables.clocks import Clocks, Hand
from parlor.tables.models import Seat, Status, Table
from parlor.tables.pace import ALWAYS, TEMPI, Hours
from parlor.tables.units import HandRow

LOOK = timedelta(seconds=20)
"""After a change past the table's actor, a worker looks this soon whether a bot has to act."""


def load_clocks(table: Table, seats: Iterable[Seat], *, paused: bool = False) -> Clocks | None:
    """The clocks of the table's people; None where there is no clock. A seat that never had one has it full."""
    tempo = TEMPI.get(table.pace)
    if tempo is None:
        return None
    people = {seat.number: seat for seat in seats if seat.user_id is not None}
    hours = _hours(people.values()) if tempo.by_turns else {}
    hands = {}
    for number, seat in people.items():
        bank = tempo.bank if seat.bank_ms is None else timedelta(milliseconds=seat.bank_ms)
        hands[number] = Hand(bank, seat.due_at, seat.remind_at, None, hours.get(number, ALWAYS))
    return Clocks(tempo, hands, paused=paused)


def start_clocks(table: Table, driver: Driver, now: datetime) -> datetime | None:
    """Gives everybody their time when the game begins. Returns when somebody has to look after the clocks."""
    seats = list(table.seats.all())
    clocks = load_clocks(table, seats)
    if clocks is None:
        return None
    asked = ((seat, driver.decision(seat)) for seat in clocks.hands)
    clocks.follow({seat: one.frame.n for seat, one in asked if one is not None}, driver.acting, now)
    _save(clocks, seats)
    return clocks.attention(now)


def give_back(since: datetime, now: datetime) -> list[str]:
    """Lets all running clocks run on as they stood at `since`. Returns the tables. In the caller's transaction.

    `now` may come before `since`: then the wall clock was set back.
    """
    running = Table.objects.filter(status=Status.RUNNING, paused_at=None, seats__due_at__isnull=False)
    given = list(running.distinct().prefetch_related("seats"))
    for table in given:
        seats = list(table.seats.all())
        clocks = load_clocks(table, seats)
        assert clocks is not None
        clocks.postpone(since, now)
        _save(clocks, seats)
        _look_again(table.pk, clocks, now)
    return [table.pk for table in given]


def _look_again(table: str, clocks: Clocks, now: datetime) -> None:
    look = min(moment for moment in (clocks.attention(now), now + LOOK) if moment is not None)
    Table.objects.filter(pk=table).update(due_at=look, changes=F("changes") + 1)


def _save(clocks: Clocks, seats: Iterable[Seat]) -> None:
    rows = hand_rows(clocks)
    for seat in seats:
        row = rows.get(seat.number)
        if row is not None:
            seat.bank_ms, seat.due_at, seat.remind_at = row.bank_ms, row.due_at, row.remind_at
            seat.save(update_fields=["bank_ms", "due_at", "remind_at"])


def hand_rows(clocks: Clocks) -> dict[int, HandRow]:
    """All clocks as they are stored."""
    return {
        seat: HandRow(seat, round(hand.bank / timedelta(milliseconds=1)), hand.due, hand.remind)
        for seat, hand in clocks.hands.items()
    }


def _hours(seats: Iterable[Seat]) -> dict[int, Hours]:
    by_user = {seat.user_id: seat.number for seat in seats}
    return {by_user[user]: Hours(*hours) for user, hours in hours_of([u for u in by_user if u is not None]).items()}
