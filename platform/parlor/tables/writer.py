"""The one thread that writes what happens at all tables, several units in one transaction.

Units that arrive while a commit is under way go together into the next one. Each is acknowledged after its commit.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Sequence

from django.db import connection

from parlor.tables.later import Told
from parlor.tables.statements import one_transaction
from parlor.tables.units import Unit, write

logger = logging.getLogger(__name__)

BATCH = 64
GATHER, GATHER_MOST = 0.0005, 0.002
"""While units come in numbers: how many seconds a batch waits for each unit of the last one, and at most."""

IN_COMPANY, COMPANY_SECONDS = 4, 10.0
"""So many times as long where other processes write, too, and each has but its part of what comes: for so long after
one was heard of."""

IDLE = 5.0
FULL = ("database or disk is full", "disk I/O error", "No space left on device")
"""What SQLite and PostgreSQL say when there is no room."""


Batch = list[tuple[Unit, Told]]


class Writer:
    """The thread and its queue, for use from any thread. An idle thread ends and frees its connection."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[tuple[Unit, Told] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._last = 1  # so many were in the last batch
        self._company_until = 0.0
        self._lock = threading.Lock()

    def submit(self, unit: Unit, told: Told) -> None:
        """Writes the unit, and calls `told` with None when it is committed, else with Conflict or what was raised.

        That is called on the writer's thread, which must not be held up.
        """
        with self._lock:
            self._queue.put((unit, told))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="table-writer", daemon=True)
                self._thread.start()

    def in_company(self) -> None:
        """Another process writes to the same database."""
        self._company_until = time.monotonic() + COMPANY_SECONDS

    @property
    def waiting(self) -> int:
        """How many units wait to be written."""
        return self._queue.qsize()

    def rest(self) -> None:
        """Returns when all that was submitted is written and the thread has ended; the next unit starts another."""
        thread = self._thread
        if thread is not None:
            self._queue.put(None)
            thread.join()

    def _run(self) -> None:
        """The thread. What goes wrong with a batch is told to those who wait for it, and the next one is written."""
        try:
            while (batch := self._next_batch()) is not None:
                try:
                    self._write(batch)
                except Exception as error:
                    logger.exception("A batch of steps could not be written")
                    _tell(batch, [error] * len(batch))
        finally:
            connection.close()

    def _next_batch(self) -> Batch | None:
        """All that waits, once something does; None when the thread should end."""
        try:
            first = self._queue.get(timeout=IDLE)
        except queue.Empty:
            first = None
        if first is None:
            with self._lock:
                if self._queue.empty():
                    self._thread = None
                    return None
                first = self._queue.get()
        batch = [first] if first is not None else []
        if self._last > 1:
            in_company = time.monotonic() < self._company_until
            time.sleep(min(GATHER * self._last, GATHER_MOST) * (IN_COMPANY if in_company else 1))
        while len(batch) < BATCH:
            try:
                unit = self._queue.get_nowait()
            except queue.Empty:
                break
            if unit is not None:
                batch.append(unit)
        self._last = len(batch)
        return batch

    def _write(self, batch: Batch) -> None:
        if not batch:
            return
        outcomes: list[Exception | None]
        try:
            outcomes = self._commit([unit for unit, _told in batch])
        except Exception as error:
            connection.close()  # the next unit gets a fresh one
            if is_full(error):
                logger.critical("There is no room left to store steps: %s", error)
            if len(batch) == 1:
                outcomes = [error]
            else:  # one of them spoils the others: each for itself
                for one in batch:
                    self._write([one])
                return
        _tell(batch, outcomes)

    def _commit(self, units: list[Unit]) -> list[Exception | None]:
        with one_transaction():
            return list(write(units))


def _tell(batch: Batch, outcomes: Sequence[Exception | None]) -> None:
    """Tells each how it went."""
    for (unit, told), outcome in zip(batch, outcomes, strict=True):
        try:
            told(outcome)
        except Exception:
            logger.exception("What became of %s could not be told", unit)


def is_full(error: BaseException) -> bool:
    """Whether the database could not write for want of room."""
    return any(sign in str(error) for sign in FULL)


writer = Writer()
