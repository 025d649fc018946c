"""The hot path's SQL: one thread that writes the steps of all tables, several of them in one transaction.

Steps that arrive while a commit is under way go together into the next one. Each is acknowledged after its commit.
"""

from __future__ import annotations

import logging
import queue
import threading
from concurrent.futures import Future
from datetime import datetime
from typing import Any

import msgspec
from django.db import close_old_connections, connection, transaction
from django.utils import timezone

logger = logging.getLogger(__name__)

BATCH = 64
IDLE = 5.0


class Conflict(Exception):
    """Another process was first: the table is not at the version that the step was made for."""


class Step(msgspec.Struct):
    """One step to store: the move row, what changes in the table's row, and perhaps a snapshot."""

    table: str
    before: int
    after: int
    seat: int | None
    user: int | None
    client_id: str | None
    payload: bytes
    lines: bytes
    waiting_on: list[int]
    due_at: datetime | None = None
    snapshot: bytes | None = None
    finished: str | None = None
    result: bytes | None = None
    left: int | None = None
    left_bot: str = ""
    frame_over: int | None = None


class SealedChoice(msgspec.Struct):
    """A sealed choice to store (payload None: to withdraw), while the table is at `version`."""

    table: str
    version: int
    frame: int
    seat: int
    client_id: str
    payload: bytes | None


Unit = Step | SealedChoice


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


def write(unit: Unit) -> Conflict | None:
    """Writes the unit in the current transaction, or nothing at all and returns the conflict."""
    return _write_step(unit) if isinstance(unit, Step) else _write_choice(unit)


def _write_step(step: Step) -> Conflict | None:
    now = _time(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_table SET version = %s, changed_at = %s, due_at = %s "
            "WHERE id = %s AND version = %s AND status = 'running'",
            [step.after, now, _time(step.due_at), step.table, step.before],
        )
        if cursor.rowcount != 1:
            return Conflict(step.table)
        cursor.execute(
            "INSERT INTO tables_move (table_id, version, seat, user_id, client_id, payload, lines, at) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
            [step.table, step.after, step.seat, step.user, step.client_id, step.payload, step.lines, now],
        )
        marks = ", ".join(["%s"] * len(step.waiting_on)) or "NULL"
        # Only the rows whose answer changes are touched: most moves pass the turn from one seat to another.
        cursor.execute(
            "UPDATE tables_seat SET waiting_on = NOT waiting_on "  # noqa: S608 - only marks are put in
            f"WHERE table_id = %s AND waiting_on <> (COALESCE(number IN ({marks}), %s))",
            [step.table, *step.waiting_on, False],
        )
        if step.snapshot is not None:
            cursor.execute(
                "INSERT INTO tables_snapshot (table_id, version, state) VALUES (%s, %s, %s)",
                [step.table, step.after, step.snapshot],
            )
        if step.frame_over is not None:
            cursor.execute(
                "DELETE FROM tables_choice WHERE table_id = %s AND frame = %s", [step.table, step.frame_over]
            )
        if step.left is not None:
            cursor.execute(
                'UPDATE tables_seat SET bot = %s, "left" = %s WHERE table_id = %s AND number = %s',
                [step.left_bot, True, step.table, step.left],
            )
        if step.finished is not None:
            cursor.execute(
                "UPDATE tables_table SET status = 'finished', reason = %s, result = %s WHERE id = %s",
                [step.finished, (step.result or b"null").decode(), step.table],
            )
            cursor.execute("DELETE FROM tables_choice WHERE table_id = %s", [step.table])
            cursor.execute(
                "DELETE FROM tables_snapshot "
                "WHERE table_id = %s AND version <> 0 AND version <> %s AND version %% 100 <> 0",
                [step.table, step.after],
            )
    return None


def _write_choice(choice: SealedChoice) -> Conflict | None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_table SET version = version WHERE id = %s AND version = %s AND status = 'running'",
            [choice.table, choice.version],
        )
        if cursor.rowcount != 1:
            return Conflict(choice.table)
        cursor.execute(
            "DELETE FROM tables_choice WHERE table_id = %s AND frame = %s AND seat = %s",
            [choice.table, choice.frame, choice.seat],
        )
        if choice.payload is not None:
            cursor.execute(
                "INSERT INTO tables_choice (table_id, frame, seat, client_id, payload) VALUES (%s, %s, %s, %s, %s)",
                [choice.table, choice.frame, choice.seat, choice.client_id, choice.payload],
            )
    return None


def _time(moment: datetime | None) -> Any:
    return None if moment is None else connection.ops.adapt_datetimefield_value(moment)


writer = Writer()
