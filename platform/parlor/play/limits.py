"""How much one socket may send."""

from __future__ import annotations

import time

from django.conf import settings

from parlor.accounts.limits import rates

RATE = 20.0  # messages a second, in the long run, where the settings say nothing else
BURST = 2  # seconds' worth of them at once
UNLIMITED = 1_000.0  # on loopback
PATIENCE = 200  # messages over the limit that are answered, before the socket is closed
MALFORMED = 20


def allowed() -> float:
    """How many messages a second a socket of this site may send."""
    if not settings.THROTTLED:
        return UNLIMITED
    found = rates(settings.LIMITS["messages"])
    return min((rate.most / rate.seconds for rate in found), default=UNLIMITED)


class Meter:
    """Counts one socket's messages. `clock` gives seconds."""

    def __init__(self, clock: float | None = None, rate: float = RATE) -> None:
        self.rate = rate
        self._tokens = BURST * rate
        self._at = time.monotonic() if clock is None else clock
        self._over = 0.0
        self._malformed = 0

    def admit(self, now: float | None = None) -> bool:
        """Counts a message; False when it is over the limit."""
        now = time.monotonic() if now is None else now
        passed, self._at = now - self._at, now
        self._tokens = min(BURST * self.rate, self._tokens + passed * self.rate)
        self._over = max(0.0, self._over - passed * self.rate)
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
