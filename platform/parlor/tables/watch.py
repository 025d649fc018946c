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
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from parlor.tables.ledger import Ledger

logger = logging.getLogger(__name__)

GRACE = 5.0
WAITING = 6.0
TICK = 0.05


class TooSlow(BaseException):
    """Raised inside game code that ran out of time. Not an Exception, so that rules do not catch it by accident."""


class _Shift:
    """What one thread is at. The thread's clock is looked at by the watch alone, as that is slow and most are short."""

    __slots__ = (
        "clock", "deadline", "fired", "fired_at", "ident", "label", "processor", "reported", "seconds", "table",
    )  # fmt: skip

    def __init__(self, ident: int, seconds: float, label: str, table: str, waits: bool) -> None:
        self.ident = ident
        self.clock: int | None = None
        self.processor = 0.0
        self.seconds = seconds
        self.deadline = float("inf") if waits else time.monotonic() + WAITING * seconds
        self.label = label
        self.table = table
        self.fired = False
        self.fired_at = 0.0
        self.reported = False

    def late(self, now: float) -> bool:
        """Whether its time, counted from the first look, is used up. The thread is alive: it is inside `limit`."""
        if self.clock is None:
            self.clock = time.pthread_getcpuclockid(self.ident)
            self.processor = time.clock_gettime(self.clock) + self.seconds
        return now > self.deadline or time.clock_gettime(self.clock) > self.processor


class Watch:
    """Watches any number of threads with one of its own, which runs while there is something to watch."""

    def __init__(self, on_stuck: Callable[[str, str], None] | None = None) -> None:
        self.on_stuck = on_stuck or (lambda label, table: None)
        self.ledger: Ledger | None = None
        self.on_tick: Callable[[], None] = lambda: None
        self._shifts: set[_Shift] = set()
        self._lock = threading.Lock()
        self._work = threading.Event()
        self._thread: threading.Thread | None = None

    @contextmanager
    def limit(self, seconds: float, label: str, table: str = "", *, waits: bool = False) -> Iterator[None]:
        """Raises TooSlow in the body when it takes longer. `label` says in the log what ran, `table` for which one.

        `waits`: it may wait as long as it likes, for the database say; only what it computes counts. Within another
        limit whose time is up, it raises at once.
        """
        shift = _Shift(threading.get_ident(), seconds, label, table, waits)
        with self._lock:
            over = any(around.fired for around in self._shifts if around.ident == shift.ident)
        if over:  # a part took for its own end what was that of the whole
            raise TooSlow
        ledger = self.ledger
        slot = ledger.begin(table, label) if ledger is not None else None
        with self._lock:
            self._shifts.add(shift)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="game-watch", daemon=True)
                self._thread.start()
            if not self._work.is_set():
                self._work.set()
        try:
            yield
        finally:
            if ledger is not None and slot is not None:
                ledger.end(slot)
            self._end(shift)

    def _end(self, shift: _Shift) -> None:
        with self._lock:
            self._shifts.discard(shift)
            fired = shift.fired
        if fired:
            # The exception may still be under way to this thread: take it here, where it does no harm.
            try:
                until = time.monotonic() + 0.2
                while time.monotonic() < until:
                    time.sleep(0)
            except TooSlow:
                pass

    def _run(self) -> None:
        while True:
            self._work.wait()
            with self._lock:
                if not self._shifts:
                    self._work.clear()
                now = time.monotonic()
                late = [shift for shift in self._shifts if shift.fired or shift.late(now)]
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
