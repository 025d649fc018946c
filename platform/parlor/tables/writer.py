"""The one thread that writes what happens at all tables, several units in one transaction.

Units that arrive while a commit is under way go together into the next one. Each is acknowledged after its commit.
"""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future

from django.db import close_old_connections, connection, transaction

from parlor.tables.units import Unit, write

BATCH = 64
IDLE = 5.0


class Writer:
    """The thread and its queue, for use from any thread. An idle thread ends and frees its connection."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[tuple[Unit, Future[None]] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def submit(self, unit: Unit) -> Future[None]:
        """The future is done when the unit is committed; it raises Conflict, or what the database raised."""
        future: Future[None] = Future()
        with self._lock:
            self._queue.put((unit, future))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="table-writer", daemon=True)
                self._thread.start()
        return future

    def rest(self) -> None:
        """Returns when all that was submitted is written and the thread has ended; the next unit starts another."""
        thread = self._thread
        if thread is not None:
            self._queue.put(None)
            thread.join()

    def _run(self) -> None:
        try:
            while (batch := self._next_batch()) is not None:
                self._write(batch)
        finally:
            connection.close()

    def _next_batch(self) -> list[tuple[Unit, Future[None]]] | None:
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
        while len(batch) < BATCH:
            try:
                unit = self._queue.get_nowait()
            except queue.Empty:
                break
            if unit is not None:
                batch.append(unit)
        return batch

    def _write(self, batch: list[tuple[Unit, Future[None]]]) -> None:
        if not batch:
            return
        outcomes: list[Exception | None]
        try:
            outcomes = self._commit([unit for unit, _future in batch])
        except Exception as error:
            close_old_connections()
            if len(batch) == 1:
                outcomes = [error]
            else:  # one of them spoils the others: each for itself
                for one in batch:
                    self._write([one])
                return
        for (_unit, future), outcome in zip(batch, outcomes, strict=True):
            if outcome is None:
                future.set_result(None)
            else:
                future.set_exception(outcome)

    def _commit(self, units: list[Unit]) -> list[Exception | None]:
        with transaction.atomic():
            return [write(unit) for unit in units]


writer = Writer()
