"""The first moment of a game: its set-up, stored as version 0, and the clocks that start with it."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils import timezone

from parlor.catalog.registry import load_data, options_of
from parlor.engine import Chance, Driver, Game, settle
from parlor.engine.codec import Row
from parlor.tables.events import Written, wrote
from parlor.tables.gathering import add_set_up, set_running
from parlor.tables.models import Status, Table
from parlor.tables.pace import TEMPI
from parlor.tables.seat_clocks import start_clocks
from parlor.tables.storing import BOT_WAKE
from parlor.tables.watch import watch

SETUP_SECONDS = 5.0


def set_up(table: Table, game: Game[Any, Any], seats: int, chance: Chance | None = None) -> Driver:
    """The game at its start, from the table's seed and options."""
    given = chance or Chance(bytes(table.seed))
    given.seed = bytes(table.seed)
    options = settle(options_of(game, table.data), table.options, seats)
    data = load_data(game, table.data)
    with watch.limit(SETUP_SECONDS, f"set-up of {game.slug} {table.pk}", table.pk):
        return Driver.start(game, seats, options, chance=given, data=data)


def begin(table: Table, driver: Driver, bots: set[int]) -> None:
    """Stores the set-up as version 0 and marks the table running."""
    now = timezone.now()
    acting = [int(seat) for seat in driver.acting]
    table.status, table.version, table.started_at, table.changed_at = Status.RUNNING, 0, now, now
    wake = [now + BOT_WAKE] if any(seat in bots for seat in acting) else []
    look = start_clocks(table, driver, now) if table.pace in TEMPI else None
    table.due_at = min([*wake, look] if look is not None else wake, default=None)
    people = [seat for seat in acting if seat not in bots]
    set_running(table, people)
    lines = msgspec.json.encode(driver.log[0].lines)
    add_set_up(table.pk, driver.codec.row(Row("start")), lines, driver.dump(), now)
    wrote(Written(table.pk, 0, people))
