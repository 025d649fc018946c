"""The threads on which tables work. As a rule one of them works off what there is, as threads could not compute side by
side anyway and each switch between them costs; when it waits, or has been at one thing for long, another takes over."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable

logger = logging.getLogger(__name__)

Work = Callable[[], None]

LONG = 0.05
"""Whoever is at one thing for longer does not keep the others waiting."""

CALLED = -1


class Crew:
    """Up to `most` threads and what waits for them."""

    def __init__(self, most: int, name: str) -> None:
        self.most = most
        self.name = name
        self._waiting: deque[Work] = deque()
        self._lock = threading.Lock()
        self._threads = 0
        self._idle: list[threading.Lock] = []  # of each idle thread the lock that it waits for
        self._leader: int | None = None  # the thread that works off what waits; CALLED while one is on its way
        self._since = 0.0  # when the leader took up what it is at

    def submit(self, work: Work) -> None:
        """Has it done soon, on one of the threads. It must see to its own errors."""
        with self._lock:
            self._waiting.append(work)
            self._call()

    def nudge(self) -> None:
        """To be called now and then while somebody works: nothing waits for somebody who takes long."""
        if self._waiting:
            with self._lock:
                self._call()

    def hand_over(self) -> None:
        """The working thread is about to wait for something: another sees to what there is."""
        if self._leader == threading.get_ident():
            with self._lock:
                self._leader = None
                self._call()

    def _call(self) -> None:
        """Sees to it that somebody sees to it. With the lock held."""
        if not self._waiting or (self._leader is not None and time.monotonic() - self._since < LONG):
            return
        if self._idle:
            self._idle.pop().release()  # the one that has been idle for the shortest time: what it needs is near
        elif self._threads < self.most:
            self._threads += 1
            threading.Thread(target=self._run, name=f"{self.name}_{self._threads}", daemon=True).start()
        else:  # all are at something: the first that has done with it
            self._leader = None
            return
        self._leader, self._since = CALLED, time.monotonic()

    def _run(self) -> None:
        me = threading.get_ident()
        bell = threading.Lock()
        bell.acquire()
        with self._lock:
            while True:
                if self._waiting and self._leader in (None, CALLED):
                    self._leader = me
                    while self._waiting and self._leader == me:
                        work, self._since = self._waiting.popleft(), time.monotonic()
                        self._lock.release()
                        try:
                            work()
                        except BaseException:
                            logger.exception("%s failed", work)
                        finally:
                            self._lock.acquire()
                    if self._leader == me:
                        self._leader = None
                    continue
                if self._leader == CALLED and not self._waiting:
                    self._leader = None
                self._idle.append(bell)
                self._lock.release()
                bell.acquire()
                self._lock.acquire()


THREADS = 16
crew = Crew(THREADS, "table")
