"""Live tables: each process keeps the games it serves in memory, one actor per table, checked against the database.

An actor runs one command at a time. A command that changes the game is committed before its answer is given; when
the commit finds that another process was first, the actor loads what that one wrote and runs the command again.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from django.db import close_old_connections

from parlor import tracing
from parlor.tables.loading import Frozen, Running, load
from parlor.tables.stuck import STUCK, stop_table
from parlor.tables.units import Conflict
from parlor.tables.watch import TooSlow, watch

logger = logging.getLogger(__name__)

T = TypeVar("T")
Command = Callable[[Running], T]

TRIES = 8
COMMAND_SECONDS = 15.0
"""So long may a command compute; rules that are played have less (`play`). What waits for the database may wait."""

REST_SECONDS = 0.005
KEEP_SECONDS = 900.0
THREADS = 16

pool = ThreadPoolExecutor(THREADS, thread_name_prefix="table")


class Actor:
    """One table in this process: a queue of commands and, once needed, the running game."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.running: Running | None = None
        self.used = time.monotonic()
        self._commands: deque[tuple[Command[Any], Future[Any], tracing.Trace | None]] = deque()
        self._busy = False
        self._lock = threading.Lock()

    def ask(self, command: Command[T]) -> Future[T]:
        """Runs the command when its turn comes. The future raises Missing, or what the command raised."""
        future: Future[T] = Future()
        with self._lock:
            self._commands.append((command, future, tracing.current.get()))
            self.used = time.monotonic()
            if self._busy:
                return future
            self._busy = True
        pool.submit(self._work)
        return future

    @property
    def idle(self) -> bool:
        """Whether nothing is running or waiting."""
        return not self._busy

    @property
    def waiting(self) -> int:
        """How many commands wait."""
        return len(self._commands)

    def _work(self) -> None:
        """Runs commands until none waits."""
        tracing.at_table.set(self.table)
        try:
            while True:
                with self._lock:
                    if not self._commands:
                        self._busy = False
                        return
                    command, future, trace = self._commands.popleft()
                tracing.current.set(trace)
                try:
                    result = self._run(command)
                except BaseException as error:
                    future.set_exception(error)
                else:
                    future.set_result(result)
        finally:
            close_old_connections()

    def _run(self, command: Command[T]) -> T:
        try:
            with watch.limit(COMMAND_SECONDS, f"table {self.table}", self.table, waits=True):
                return self._tried(command)
        except TooSlow as error:  # a view, a bot's choice or the way into memory: it would come again at once
            self.running = None
            logger.exception("Table %s takes too long", self.table)
            stop_table(self.table, "its code computes without end beside the moves")
            raise Frozen(STUCK) from error

    def _tried(self, command: Command[T]) -> T:
        for attempt in range(TRIES):
            if self.running is None:
                self.running = load(self.table)
            running = self.running
            try:
                return command(running)
            except Conflict:
                running.dirty = True
                if attempt == TRIES - 1:
                    raise
                if attempt:  # the other process has much to do here: let it, instead of losing again
                    time.sleep(random.uniform(0, REST_SECONDS * 2**attempt))  # noqa: S311 - not secret
            finally:
                if running.dirty:
                    self.running = None
        raise AssertionError("unreachable")


class Tables:
    """All live tables of this process."""

    def __init__(self) -> None:
        self._actors: dict[str, Actor] = {}
        self._lock = threading.Lock()
        self._swept = time.monotonic()

    def ask(self, table: str, command: Command[T]) -> Future[T]:
        """Runs the command at the table, one after the other for each table."""
        with self._lock:
            actor = self._actors.get(table)
            if actor is None:
                actor = self._actors[table] = Actor(table)
            future = actor.ask(command)
            self._sweep()
        return future

    def at_version(self, table: str, version: int) -> Future[None]:
        """Makes sure that the table in memory is no older than this version (another process made it)."""

        def catch_up(running: Running) -> None:
            if running.driver.version < version:
                raise Conflict(table)

        return self.ask(table, catch_up)

    def forget(self, table: str) -> None:
        """Drops the game from memory; the next command loads it anew. For changes made past the actor."""

        def drop(running: Running) -> None:
            running.dirty = True

        with self._lock:
            if table in self._actors:
                self._actors[table].ask(drop)

    @property
    def kept(self) -> int:
        """How many games are in memory."""
        return len(self._actors)

    @property
    def waiting(self) -> int:
        """How many commands wait for their turn."""
        return sum(actor.waiting for actor in list(self._actors.values()))

    def _sweep(self) -> None:
        now = time.monotonic()
        if now - self._swept < KEEP_SECONDS / 10:
            return
        self._swept = now
        for table, actor in list(self._actors.items()):
            if actor.idle and now - actor.used > KEEP_SECONDS:
                del self._actors[table]


tables = Tables()
