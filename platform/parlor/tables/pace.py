"""How fast is played: time banks that each answer refills, or a time for each move, counted in the player's own hours.

Pure: every moment is given. A moment is an aware datetime, a length a timedelta.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

LAG = timedelta(seconds=1)
"""How long after the time is out an answer that was under way still counts."""

NARROWEST = timedelta(hours=6)
"""The least that a player's daily hours may be."""

DAY = timedelta(days=1)


class Tempo(NamedTuple):
    """One pace.

    In real time a seat begins with `bank`, and each answered question adds `increment`, up to `cap`. Turn by turn
    each question has `bank` for itself. A reminder is sent when `warning` is left. `grace` is how long the others
    wait, when time is out, before they may decide, and again before a bot goes on without their decision.
    """

    bank: timedelta
    increment: timedelta = timedelta()
    by_turns: bool = False

    @property
    def cap(self) -> timedelta:
        """The most that a bank holds: half as much again as at the start."""
        return self.bank * 3 / 2

    @property
    def warning(self) -> timedelta:
        return self.bank / 4 if self.by_turns else timedelta(seconds=30)

    @property
    def grace(self) -> timedelta:
        return DAY if self.by_turns else timedelta(seconds=60)

    @property
    def welcome(self) -> timedelta:
        """What who was away and is back has at least."""
        return self.bank / 2


def _bank(minutes: int, seconds: int) -> Tempo:
    return Tempo(timedelta(minutes=minutes), timedelta(seconds=seconds))


TEMPI: dict[str, Tempo] = {
    "fast": _bank(2, 10),
    "normal": _bank(5, 20),
    "slow": _bank(10, 45),
    "12h": Tempo(timedelta(hours=12), by_turns=True),
    "1d": Tempo(1 * DAY, by_turns=True),
    "2d": Tempo(2 * DAY, by_turns=True),
    "3d": Tempo(3 * DAY, by_turns=True),
    "7d": Tempo(7 * DAY, by_turns=True),
}
"""Every pace with a clock, by the name that tables keep."""


class Hours(NamedTuple):
    """When a player plays: from `opens` to `closes` on the player's own wall clock, except on `holidays` (first, last).

    Hours that close no later than they open end on the next day. A day of holiday takes away the hours that open on it.
    """

    zone: tzinfo = UTC
    opens: time = time()
    closes: time = time()
    holidays: tuple[tuple[date, date], ...] = ()

    @property
    def width(self) -> timedelta:
        """How long the hours are, by the wall clock."""
        return _clock(self.closes) - _clock(self.opens) + (DAY if self.closes <= self.opens else timedelta())


ALWAYS = Hours()


def _clock(moment: time) -> timedelta:
    return timedelta(hours=moment.hour, minutes=moment.minute)


def _open(hours: Hours, since: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The stretches in which the player plays, from this moment on, without end."""
    day = since.astimezone(hours.zone).date() - DAY
    while True:
        if not any(first <= day <= last for first, last in hours.holidays):
            begin = datetime.combine(day, hours.opens, hours.zone).astimezone(UTC)
            last_day = day + DAY if hours.closes <= hours.opens else day
            end = datetime.combine(last_day, hours.closes, hours.zone).astimezone(UTC)
            if end > since:
                yield max(begin, since), end
        day += DAY


def after(tempo: Tempo, since: datetime, left: timedelta, hours: Hours) -> datetime:
    """The moment at which `left` has run out for a player who begins at `since`."""
    if not tempo.by_turns or (hours.width >= DAY and not hours.holidays):
        return since + left
    for begin, end in _open(hours, since):
        if begin + left <= end:
            return begin + left
        left -= end - begin
    raise AssertionError("unreachable")


def between(tempo: Tempo, since: datetime, until: datetime, hours: Hours) -> timedelta:
    """How much of the stretch counts for the player; nothing when it ends before it begins."""
    if until <= since:
        return timedelta()
    if not tempo.by_turns:
        return until - since
    counted = timedelta()
    for begin, end in _open(hours, since):
        if begin >= until:
            break
        counted += min(end, until) - begin
    return counted
