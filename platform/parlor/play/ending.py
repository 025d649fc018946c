"""What a finished table tells besides its standings: why it ended, its statistics, and the seed of its chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from django.utils.translation import gettext as _

from parlor.engine import Driver

REASONS: dict[str, Callable[[], str]] = {
    "played": lambda: _("Played to the end."),
    "conceded": lambda: _("The game was conceded."),
    "abandoned": lambda: _("The players voted to end the game."),
    "timeout": lambda: _("Time ran out."),
    "stopped": lambda: _("An admin stopped the game."),
}
"""Why a game ended, as a sentence."""


class Count(msgspec.Struct, frozen=True):
    """A statistic's number for one seat; `share` of the largest one, 0 to 100, is how long its bar is drawn."""

    seat: int
    value: int
    share: int


class Row(msgspec.Struct, frozen=True):
    """A statistic that is counted for each seat."""

    name: str
    label: str
    counts: Sequence[Count]


class Whole(msgspec.Struct, frozen=True):
    """A statistic of the whole table."""

    name: str
    label: str
    value: int


class Ending(msgspec.Struct, frozen=True):
    """What the finished page shows below the standings."""

    reason: str
    steps: int
    rows: Sequence[Row]
    wholes: Sequence[Whole]
    seed: str


def ended_because(reason: str, note: str = "") -> str:
    """Why the game ended, and what an admin told its people."""
    said = REASONS.get(reason, lambda: "")()
    return f"{said} {note}" if note and reason == "stopped" else said


def ending_of(driver: Driver, reason: str, note: str = "") -> Ending:
    """The ending of a game that is over for this reason, in the current language."""
    rows, wholes = [], []
    for statistic in driver.game.statistics:
        values = driver.statistics[statistic.name]
        label = _(statistic.label)
        if statistic.per_seat:
            most = max([abs(value) for value in values], default=0) or 1
            counts = [Count(seat, value, abs(value) * 100 // most) for seat, value in enumerate(values)]
            rows.append(Row(statistic.name, label, counts))
        else:
            wholes.append(Whole(statistic.name, label, values[0]))
    return Ending(ended_because(reason, note), driver.version, rows, wholes, driver.chance.seed.hex())
