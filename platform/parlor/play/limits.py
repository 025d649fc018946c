"""How much one socket may send."""

from __future__ import annotations

import time

RATE = 20.0  # messages a second, in the long run
BURST = 40.0
PATIENCE = 200  # messages over the limit that are answered, before the socket is closed
MALFORMED = 20


class Meter:
    """Counts one socket's messages. `clock` gives seconds."""

    def __init__(self, clock: float | None = None) -> None:
        self._tokens = BURST
        self._at = time.monotonic() if clock is None else clock
        self._over = 0.0
        self._malformed = 0

    def admit(self, now: float | None = None) -> bool:
        """Counts a message; False when it is over the limit."""
        now = time.monotonic() if now is None else now
        passed, self._at = now - self._at, now
        self._tokens = min(BURST, self._tokens + passed * RATE)
        self._over = max(0.0, self._over - passed * RATE)
        if self._tokens < 1:
            self._over += 1
            return False
        self._tokens -= 1
        return True

    @property
    def exhausted(self) -> bool:
        """Whether it went on over the limit for too long."""
        return self._over > PATIENCE

    def malformed(self) -> bool:
        """Counts a malformed message; True when there were too many."""
        self._malformed += 1
        return self._malformed >= MALFORMED
