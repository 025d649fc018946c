"""Live tables: each process keeps the games it serves in memory, one actor per table, checked against the database.

An actor runs one command at a time. A command that changes the game is committed before its answer is given; when
the commit finds that another process was first, the actor loads what that one wrote and runs the command again.
While it is committed, the next command waits, but no thread does (see `Later`).
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, NamedTuple, TypeVar

from django.db import close_old_connections

from parlor import tracing
from parlor.tables.crew import crew
from parlor.tables.events import TableEvent, tell
from parlor.tables.following import Heard, follow, follow_heard
from parlor.tables.later import Done, Later, settle
from parlor.tables.loading import Frozen, Running, load
from parlor.tables.stuck import STUCK, stop_table
from parlor.tables.units import Behind, Conflict
from parlor.tables.watch import TooSlow, watch

logger = logging.getLogger(__name__)

T = TypeVar("T")
Command = Callable[[Running], T]

TRIES = 8
COMMAND_SECONDS = 15.0
"""So long may a command compute; rules that are played have less (`play`). What waits for the database may wait."""

REST_SECONDS = 0.005
KEEP_SECONDS, FINISHED_SECONDS = 900.0, 60.0
SWEEP_SECONDS = 30.0
COMMIT_SECONDS = 30.0
"""After so long without knowing whether a step is stored, its sender is told so."""

LOOK_SECONDS = 1.0

watch.on_tick = crew.nudge


class _Asked(NamedTuple):
    """A command that waits for its turn; `tries` is how often another process was first."""

    command: Command[Any]
    done: Done
    trace: tracing.Trace | None
    tries: int = 0


class Actor:
    """One table in this process: a queue of commands and, once needed, the running game."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.running: Running | None = None
        self.used = time.monotonic()
        self._commands: deque[_Asked] = deque()
        self._committing: tuple[_Asked, Later, float] | None = None
        self._busy = False
        self._lock = threading.Lock()

    def put(self, command: Command[Any], done: Done) -> None:
        """Runs the command when its turn comes. `done` is told Missing, or what the command raised."""
        with self._lock:
            self._commands.append(_Asked(command, done, tracing.current.get()))
            self.used = time.monotonic()
            if self._busy:
                return
            self._busy = True
        crew.submit(self._work)

    @property
    def idle(self) -> bool:
        """Whether nothing is running or waiting."""
        return not self._busy

    @property
    def plays(self) -> bool:
        """Whether there is a game in memory that goes on."""
        running = self.running
        return running is not None and not running.driver.finished and not running.over

    @property
    def waiting(self) -> int:
        """How many commands wait."""
        return len(self._commands)

    def _work(self) -> None:
        """Runs commands until none waits, or one is being committed."""
        watch.begin_anew()
        tracing.at_table.set(self.table)
        failed = False
        try:
            while True:
                with self._lock:
                    if not self._commands:
                        self._busy = False
                        return
                    asked = self._commands.popleft()
                tracing.current.set(asked.trace)
                told: list[Callable[[], None]] = []
                try:
                    result = self._run(asked, told)
                except BaseException as error:
                    failed = True
                    _answer(asked, None, error)
                else:
                    if isinstance(result, Later):
                        self._committing = asked, result, time.monotonic()
                        patience.wait_with(self)
                        result.store(partial(self._committed, asked, result))
                        return
                    _answer(asked, result, None)
                _call(told)
        finally:
            _tidy(at_once=failed)

    def _committed(self, asked: _Asked, later: Later, error: Exception | None) -> None:
        """On the writer's thread, which must not be held up. Gives the answer and goes on."""
        with self._lock:
            mine = self._committing is not None and self._committing[1] is later
            if mine:
                self._committing = None
        if not mine:  # nobody waited so long; the others shall see it all the same
            if error is None:
                tables.forget(self.table)  # what was loaded meanwhile does not know of it
                tell(TableEvent("moved", self.table, later.version, late=True))
            return
        running = self.running
        try:
            if error is None:
                later.then()
            else:
                self.running = None
        except Exception:
            logger.exception("What was stored at table %s could not be told", self.table)
        if isinstance(error, Conflict) and asked.tries < TRIES - 1:
            with self._lock:
                self._commands.appendleft(asked._replace(tries=asked.tries + 1))
        elif error is not None:
            _answer(asked, None, error)
        else:
            _answer(asked, later.answer, None)
            if running is not None:
                told, running.told = running.told, []
                _call(told)
        self._go_on()

    @property
    def _game(self) -> str:
        return "table" if self.running is None else self.running.slug

    @property
    def committing(self) -> bool:
        """Whether a step is being stored."""
        return self._committing is not None

    def impatient(self, now: float) -> bool:
        """Gives up waiting for a commit that takes too long. Returns whether one is still under way."""
        with self._lock:
            if self._committing is None or now - self._committing[2] < COMMIT_SECONDS:
                return self._committing is not None
            (asked, _later, _since), self._committing = self._committing, None
        self.running = None
        _answer(asked, None, TimeoutError("the step has not been stored in time"))
        self._go_on()
        return False

    def _go_on(self) -> None:
        with self._lock:
            self._busy = bool(self._commands)
        if self._busy:
            crew.submit(self._work)

    def _run(self, asked: _Asked, told: list[Callable[[], None]]) -> Any:
        try:
            with watch.limit(COMMAND_SECONDS, f"{self._game} {self.table}", self.table, waits=True):
                return self._tried(asked, told)
        except TooSlow as error:  # a view, a bot's choice or the way into memory: it would come again at once
            self.running = None
            logger.exception("Table %s takes too long", self.table)
            stop_table(self.table, "its code computes without end beside the moves")
            raise Frozen(STUCK) from error

    def _tried(self, asked: _Asked, told: list[Callable[[], None]]) -> Any:
        for attempt in range(asked.tries, TRIES):
            if attempt > 1:  # the other process has much to do here: let it, instead of losing again
                crew.hand_over()
                time.sleep(random.uniform(0, REST_SECONDS * 2 ** (attempt - 1)))  # noqa: S311 - not secret
            if self.running is None:
                crew.hand_over()
                self.running = load(self.table)
            running = self.running
            result: Any = None
            try:
                result = asked.command(running)
                return result
            except Conflict as conflict:
                running.dirty = not (isinstance(conflict, Behind) and follow(running))
                if attempt == TRIES - 1:
                    raise
            finally:
                if not isinstance(result, Later):
                    told += running.told
                    running.told = []
                    if running.dirty:
                        self.running = None
        raise AssertionError("unreachable")


def _answer(asked: _Asked, result: Any, error: BaseException | None) -> None:
    try:
        asked.done(result, error)
    except Exception:
        logger.exception("The answer to %s could not be told", asked.command)


def _call(told: list[Callable[[], None]]) -> None:
    for then in told:
        try:
            then()
        except Exception:
            logger.exception("%s failed", then)


_tidied = threading.local()


def _tidy(*, at_once: bool) -> None:
    """Gives this thread's connections up where they are old or broken; looks no more than once a second."""
    now = time.monotonic()
    if at_once or now - getattr(_tidied, "at", 0.0) > 1.0:
        _tidied.at = now
        close_old_connections()


class Patience:
    """Looks after actors whose steps are being committed, with a thread of its own while there are any."""

    def __init__(self) -> None:
        self._waiting: set[Actor] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def wait_with(self, actor: Actor) -> None:
        """Makes sure that the actor does not wait for ever."""
        with self._lock:
            self._waiting.add(actor)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="table-patience", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            time.sleep(LOOK_SECONDS)
            now = time.monotonic()
            for actor in list(self._waiting):
                if not actor.impatient(now):
                    with self._lock:
                        if not actor.committing:  # the next one may have begun
                            self._waiting.discard(actor)
            with self._lock:
                if not self._waiting:
                    self._thread = None
                    return


patience = Patience()


def follow_to(table: str, version: int, heard: Heard | None, running: Running) -> None:
    """For a command that needs the table at this version, which another process made. Raises Behind if it is not."""
    if heard is not None and follow_heard(running, version, heard):
        return
    if running.driver.version < version:
        raise Behind(table)


def _ignore(_result: Any, _error: BaseException | None) -> None:
    """Nobody waits for the answer."""


class Tables:
    """All live tables of this process."""

    def __init__(self) -> None:
        self._actors: dict[str, Actor] = {}
        self._lock = threading.Lock()
        self._swept = time.monotonic()

    def put(self, table: str, command: Command[Any], done: Done) -> None:
        """Runs the command at the table, one after the other for each table, and tells the answer."""
        with self._lock:
            actor = self._actors.get(table)
            if actor is None:
                actor = self._actors[table] = Actor(table)
            actor.put(command, done)
            self._sweep()

    def ask(self, table: str, command: Command[T]) -> Future[T]:
        """As `put`, with a future as the answer."""
        future: Future[T] = Future()
        self.put(table, command, partial(settle, future))
        return future

    def at_version(self, table: str, version: int, heard: Heard | None = None) -> Future[None]:
        """Makes sure that the table in memory is no older than this version (another process made it)."""
        return self.ask(table, partial(follow_to, table, version, heard))

    def forget(self, table: str) -> None:
        """Drops the game from memory; the next command loads it anew. For changes made past the actor."""

        def drop(running: Running) -> None:
            running.dirty = True

        with self._lock:
            if table in self._actors:
                self._actors[table].put(drop, _ignore)

    def bots_may_act(self, table: str) -> bool:
        """Whether a bot may have to act there; for listeners, which are called while the table stands still."""
        actor = self._actors.get(table)
        running = None if actor is None else actor.running
        return running is None or running.bot_acts

    @property
    def kept(self) -> int:
        """How many games are in memory."""
        return sum(actor.running is not None for actor in list(self._actors.values()))

    @property
    def waiting(self) -> int:
        """How many commands wait for their turn."""
        return sum(actor.waiting for actor in list(self._actors.values()))

    def _sweep(self) -> None:
        now = time.monotonic()
        if now - self._swept < SWEEP_SECONDS:
            return
        self._swept = now
        for table, actor in list(self._actors.items()):
            if actor.idle and now - actor.used > (KEEP_SECONDS if actor.plays else FINISHED_SECONDS):
                del self._actors[table]


tables = Tables()
