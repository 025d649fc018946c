"""A watch on game code: what runs too long is stopped, so that one game cannot hold up the others.

Python code gets `TooSlow` raised in its thread. Code stuck in C cannot be stopped: after a grace time the process is
told through `on_stuck`, and should take no new work and restart.
"""

from __future__ import annotations

import ctypes
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

logger = logging.getLogger(__name__)

GRACE = 5.0
TICK = 0.05


class TooSlow(BaseException):
    """Raised inside game code that ran out of time. Not an Exception, so that rules do not catch it by accident."""


class _Shift:
    __slots__ = ("deadline", "fired", "ident", "label", "reported")

    def __init__(self, ident: int, seconds: float, label: str) -> None:
        self.ident = ident
        self.deadline = time.monotonic() + seconds
        self.label = label
        self.fired = False
        self.reported = False


class Watch:
    """Watches any number of threads with one of its own, which runs while there is something to watch."""

    def __init__(self, on_stuck: Callable[[str], None] | None = None) -> None:
        self.on_stuck = on_stuck or (lambda label: None)
        self._shifts: set[_Shift] = set()
        self._lock = threading.Lock()
        self._work = threading.Event()
        self._thread: threading.Thread | None = None

    @contextmanager
    def limit(self, seconds: float, label: str) -> Iterator[None]:
        """Raises TooSlow in the body when it takes longer. `label` says in the log what ran."""
        shift = _Shift(threading.get_ident(), seconds, label)
        with self._lock:
            self._shifts.add(shift)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="game-watch", daemon=True)
                self._thread.start()
        self._work.set()
        try:
            yield
        finally:
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
                late = [shift for shift in self._shifts if now > shift.deadline]
                for shift in late:
                    if not shift.fired:
                        shift.fired = True
                        ctypes.pythonapi.PyThreadState_SetAsyncExc(
                            ctypes.c_ulong(shift.ident), ctypes.py_object(TooSlow)
                        )
            for shift in late:
                if now > shift.deadline + GRACE and not shift.reported:
                    shift.reported = True
                    logger.critical("%s is stuck and cannot be stopped", shift.label)
                    self.on_stuck(shift.label)
            time.sleep(TICK)


watch = Watch()
