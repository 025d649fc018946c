"""A watch on game code: what runs too long is stopped, so that one game cannot hold up the others.

What counts is the time on a processor of the thread itself, so that code is not stopped for what a busy machine does
beside it; code that waits or sleeps instead is stopped after `WAITING` times as long.

Python code gets `TooSlow` raised in its thread. Code stuck in C cannot be stopped: after a grace time the process is
told through `on_stuck` (see `stuck`), and takes no new work and ends. Where that code keeps the interpreter to itself,
this watch stands still like everything else; then the warden reads in the `ledger` what ran.
"""

from __future__ import annotations

import ctypes
import logging
import os
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from parlor.tables.ledger import Ledger

logger = logging.getLogger(__name__)

GRACE = 5.0
WAITING = 6.0
TICK = 0.05
INFINITE = float("inf")


class TooSlow(BaseException):
    """Raised inside game code that ran out of time. Not an Exception, so that rules do not catch it by accident."""


class _Shift:
    """What one thread is at, as a context. The watch alone looks at its clock: that is slow, and most are short."""

    __slots__ = (
        "clock", "deadline", "fired", "fired_at", "ident", "label", "processor", "reported", "seconds", "slot", "table",
        "waits", "watch",
    )  # fmt: skip

    def __init__(self, watch: Watch, seconds: float, label: str, table: str, waits: bool) -> None:
        self.watch = watch
        self.seconds = seconds
        self.label = label
        self.table = table
        self.waits = waits
        self.clock: int | None = None
        self.fired = self.reported = False
        self.fired_at = 0.0

    def __enter__(self) -> None:
        watch = self.watch
        self.ident = threading.get_ident()
        own = watch.shifts.get(self.ident)
        if own is None:
            own = watch.shifts[self.ident] = []
        for around in own:
            if around.fired:  # a part took for its own end what was that of the whole
                raise TooSlow
        self.deadline = INFINITE if self.waits else time.monotonic() + WAITING * self.seconds
        known = own and own[-1].table == self.table  # the ledger has this thread at this table already
        self.slot = None if watch.ledger is None or known else watch.ledger.begin(self.table, self.label)
        own.append(self)
        if not watch.awake:
            watch.wake()

    def __exit__(self, *_error: object) -> None:
        watch = self.watch
        if self.slot is not None and watch.ledger is not None:
            watch.ledger.end(self.slot)
        with watch.lock:  # from here on it is not stopped any more
            own = watch.shifts[self.ident]
            own.remove(self)
            if not own:
                del watch.shifts[self.ident]
            fired = self.fired
        if fired:
            # The exception may still be under way to this thread: take it here, where it does no harm.
            try:
                until = time.monotonic() + 0.2
                while time.monotonic() < until:
                    time.sleep(0)
            except TooSlow:
                pass

    def late(self, now: float) -> bool:
        """Whether its time, counted from the first look, is used up. The thread is alive: it is inside the limit."""
        if self.clock is None:
            self.clock = time.pthread_getcpuclockid(self.ident)
            self.processor = time.clock_gettime(self.clock) + self.seconds
        return now > self.deadline or time.clock_gettime(self.clock) > self.processor


_Limit = AbstractContextManager[None]


class Watch:
    """Watches any number of threads with one of its own, which runs while there is something to watch.

    `shifts` are what each thread is at, by its number, the outermost first. Each thread changes its own; whoever takes
    one away, or stops it, holds the `lock`.
    """

    def __init__(self, on_stuck: Callable[[str, str], None] | None = None) -> None:
        self.on_stuck = on_stuck or (lambda label, table: None)
        self.ledger: Ledger | None = None
        self.on_tick: Callable[[], None] = lambda: None
        self.shifts: dict[int, list[_Shift]] = {}
        self.lock = threading.Lock()
        self.awake = False  # its thread looks, and will look again
        self._work = threading.Event()
        self._thread: threading.Thread | None = None

    def limit(self, seconds: float, label: str, table: str = "", *, waits: bool = False) -> _Limit:
        """Raises TooSlow in the body when it takes longer. `label` says in the log what ran, `table` for which one.

        `waits`: it may wait as long as it likes, for the database say; only what it computes counts. Within another
        limit whose time is up, it raises at once.
        """
        return _Shift(self, seconds, label, table, waits)

    def begin_anew(self) -> None:
        """For a thread that is at nothing: drops what is left of a limit whose end was hit by its own TooSlow."""
        if threading.get_ident() in self.shifts:
            with self.lock:
                self.shifts.pop(threading.get_ident(), None)

    def wake(self) -> None:
        """Sees to it that somebody watches."""
        with self.lock:
            self.awake = True
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="game-watch", daemon=True)
                self._thread.start()
        self._work.set()

    def _run(self) -> None:
        try:
            self._watch()
        finally:
            self.awake = False

    def _watch(self) -> None:
        while True:
            self._work.wait()
            if not self.shifts:
                self._work.clear()
                self.awake = False
                if self.shifts:  # one has begun meanwhile
                    self.awake = True
                    self._work.set()
            with self.lock:
                now = time.monotonic()
                every = [shift for own in list(self.shifts.values()) for shift in list(own)]
                late = [shift for shift in every if shift.fired or shift.late(now)]
                for shift in late:
                    if not shift.fired:
                        shift.fired, shift.fired_at = True, now
                        ctypes.pythonapi.PyThreadState_SetAsyncExc(
                            ctypes.c_ulong(shift.ident), ctypes.py_object(TooSlow)
                        )
            for shift in late:
                if now > shift.fired_at + GRACE and not shift.reported:
                    shift.reported = True
                    logger.critical("%s is stuck and cannot be stopped", shift.label)
                    self.on_stuck(shift.label, shift.table)
            self.on_tick()
            time.sleep(TICK)


watch = Watch()


def _in_child() -> None:
    """A process that was forked has none of the threads of this one."""
    watch.awake = False
    watch.lock = threading.Lock()


os.register_at_fork(after_in_child=_in_child)
