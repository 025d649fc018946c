"""The past of a table: how it stood at any version, rebuilt from snapshots and rows beside the live game.

The live actor is not asked: whoever looks back keeps nobody from moving. What is rebuilt belongs to a cache of its
own, one cursor per table that goes on from where the last one who looked left it, and a few states to go back to.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

from parlor.catalog.registry import get_game, load_data, options_of
from parlor.engine import Driver, Entry, RulesError, floor_of, settle
from parlor.engine import load as load_snapshot
from parlor.tables.loading import Running, entries_of, seat_people
from parlor.tables.models import Move, Snapshot, Status, Table
from parlor.tables.play import RULES_SECONDS
from parlor.tables.watch import TooSlow, watch

logger = logging.getLogger(__name__)

T = TypeVar("T")

TABLES_KEPT = 24
MARK_EVERY = 20
_UNDO = b'"do":"undo"'


class Lost(Exception):
    """The table cannot be rebuilt at that version: its rules have changed since, or they fail."""


class Past:
    """One table's past. `rows` and `entries` are by version, from the set-up at 0 on."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.rows: list[Move] = []
        self.entries: list[Entry] = []
        self.lock = threading.Lock()
        self._driver: Driver | None = None
        self._marks: dict[int, bytes] = {}

    def undone(self, version: int) -> bool:
        """Whether the step to that version took another one back."""
        return _UNDO in bytes(self.rows[version].payload)

    def read(self, row: Table) -> None:
        """Reads what the table's row has and this memory has not."""
        if len(self.rows) > row.version:
            return
        self.rows += Move.objects.filter(table=row, version__gte=len(self.rows)).order_by("version")
        self.entries = entries_of(self.rows)
        for version, state in Snapshot.objects.filter(table=row).values_list("version", "state"):
            if floor_of(bytes(state)) >= version:  # what may be taken back later has to be replayed, not loaded
                self._marks[version] = bytes(state)

    def at(self, row: Table, version: int) -> Running:
        """The game as it stood then. Raises Lost."""
        game = get_game(row.game)
        seats = list(row.seats.all())
        try:
            driver = self._driver = self._bring(row, len(seats), version)
        except (Exception, TooSlow) as why:
            self._driver = None
            logger.exception("Table %s cannot be rebuilt at version %s", self.table, version)
            raise Lost(str(why)) from None
        running = Running(row, game, driver)
        running.entries = self.entries[: version + 1]
        if version == row.version and row.status == Status.FINISHED:
            running.over = row.reason
        seat_people(running, seats)
        return running

    def _bring(self, row: Table, seats: int, version: int) -> Driver:
        """The cursor, or the nearest state before that version, played on to it."""
        game, driver = get_game(row.game), self._driver
        nearest = max(mark for mark in self._marks if mark <= version)
        if driver is None or not nearest <= driver.version <= version:
            driver = load_snapshot(
                game,
                seats,
                settle(options_of(game, row.data), row.options, seats),
                bytes(row.seed),
                load_data(game, row.data),
                self._marks[nearest],
            )
        while driver.version < version:
            step = driver.codec.unrow(bytes(self.rows[driver.version + 1].payload))
            due = driver.version + 1
            with watch.limit(RULES_SECONDS, f"replay of {row.game} {self.table}", self.table):
                driver.replay(step)
            if driver.version != due:
                raise RulesError(f"step {due} became {driver.version}")
            if driver.floor == due and due % MARK_EVERY == 0:
                self._marks.setdefault(due, driver.dump())
        return driver


class History:
    """The pasts that this process has looked at lately."""

    def __init__(self) -> None:
        self._pasts: OrderedDict[str, Past] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, row: Table, look: Callable[[Past], T]) -> T:
        """What `look` makes of the table's past, which nobody else uses meanwhile."""
        with self._lock:
            past = self._pasts.setdefault(row.pk, Past(row.pk))
            self._pasts.move_to_end(row.pk)
            while len(self._pasts) > TABLES_KEPT:
                self._pasts.popitem(last=False)
        with past.lock:
            past.read(row)
            return look(past)

    def forget(self) -> None:
        """Drops everything from memory."""
        with self._lock:
            self._pasts.clear()


history = History()
