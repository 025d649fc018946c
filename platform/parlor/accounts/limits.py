"""How often people may do what costs much or bothers others: so many times for each account, and for each address.

The rates are settings.LIMITS, in allauth's form: "60/h/user,200/h/ip" is 60 an hour for a person and 200 for an
address. All processes of a site count together, in its cache. Nothing is counted where the site serves this machine
alone (settings.THROTTLED is off): there everybody has the same address.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache as remember
from threading import Lock
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django.utils.translation import gettext as _

from parlor.accounts.addresses import address_of

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
BATCHES = 20  # into so many parts of a limit a process cuts what it tells the others
KEYS_KEPT = 20_000
BATCHES_WAITING = 200  # while the cache is slow; what is more waits with its count


class TooOften(Exception):
    """It was asked for too often; the text is a sentence, `wait` the seconds until it may be tried again."""

    def __init__(self, text: str, wait: int = 60) -> None:
        super().__init__(text)
        self.wait = wait


class Rate(NamedTuple):
    """So many times within so many seconds, for each `per`: "user" or "ip" (or "socket", which counts by itself)."""

    most: int
    seconds: int
    per: str


@remember
def rates(text: str) -> tuple[Rate, ...]:
    """Reads rates. Raises ImproperlyConfigured for anything else."""
    try:
        return tuple(_rate(*part.strip().split("/")) for part in text.split(",") if part.strip())
    except (TypeError, ValueError, KeyError):
        raise ImproperlyConfigured(f"{text!r} is no limit; one reads 60/h/user,200/h/ip.") from None


def _rate(most: str, duration: str, per: str = "ip") -> Rate:
    if per not in ("user", "ip", "socket"):
        raise ValueError(per)
    return Rate(int(most), int(duration[:-1] or 1) * UNITS[duration[-1]], per)


def wait_for(what: str, *, user: int | None = None, address: str | None = None) -> int:
    """Counts one more time for this person and address: 0, or the seconds until it may be tried again."""
    return max((_count(key, rate, 1) for key, rate in _counted(what, user, address)), default=0)


def hold(what: str, *, user: int | None = None, address: str | None = None) -> None:
    """Counts one more time. Raises TooOften."""
    wait = wait_for(what, user=user, address=address)
    if wait:
        raise TooOften(sentence(wait), wait)


def hold_request(what: str, request: HttpRequest) -> None:
    """Counts one more time for who sent the request. Raises TooOften."""
    hold(what, user=request.user.pk if request.user.is_authenticated else None, address=address_of(request))


def sentence(wait: int) -> str:
    """What somebody is told who has to wait so many seconds."""
    if wait < 100:
        return _("That was too often. Please try again in {n} seconds.").format(n=wait)
    return _("That was too often. Please try again in {n} minutes.").format(n=-(-wait // 60))


def _counted(what: str, user: int | None, address: str | None) -> list[tuple[str, Rate]]:
    """Under which keys this is counted."""
    if not settings.THROTTLED:
        return []
    who = {"user": user, "ip": address, "socket": None}
    found = rates(settings.LIMITS.get(what, ""))
    return [
        (f"limit:{what}:{rate.most}-{rate.seconds}-{rate.per}:{who[rate.per]}", rate)
        for rate in found
        if who[rate.per] is not None
    ]


def _window(rate: Rate) -> tuple[int, int]:
    """The number of the present window, and the seconds until it ends."""
    now = int(time.time())
    return now // rate.seconds, rate.seconds - now % rate.seconds


def _count(key: str, rate: Rate, times: int) -> int:
    """Counts so many times more: 0, or the seconds until the next window."""
    window, left = _window(rate)
    return left if _add(f"{key}:{window}", times, left) > rate.most else 0


def _add(key: str, times: int, seconds: int) -> int:
    cache.add(key, 0, timeout=seconds + 1)
    try:
        return int(cache.incr(key, times))
    except ValueError:  # it expired in this moment
        return 0


@dataclass
class _Local:
    """What this process knows of one window: `untold` is what the others do not know yet."""

    window: int
    known: int = 0
    untold: int = 0


class Often:
    """Counts what happens many times a second: in memory, telling the other processes in batches, on another thread.

    Together the processes can pass a limit by a twentieth each. `wait_for` never waits for the cache.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self._lock = Lock()
        self._counts: dict[str, _Local] = {}
        self._telling = 0
        self._teller = ThreadPoolExecutor(1, thread_name_prefix=f"limit-{what}")

    def wait_for(self, *, user: int | None, address: str | None) -> int:
        """As the function of this name."""
        return max((self._count(key, rate) for key, rate in _counted(self.what, user, address)), default=0)

    def hold_request(self, request: HttpRequest) -> None:
        """As the function of this name."""
        wait = self.wait_for(
            user=request.user.pk if request.user.is_authenticated else None, address=address_of(request)
        )
        if wait:
            raise TooOften(sentence(wait), wait)

    def _count(self, key: str, rate: Rate) -> int:
        window, left = _window(rate)
        with self._lock:
            if len(self._counts) > KEYS_KEPT:
                self._counts.clear()
            local = self._counts.get(key)
            if local is None or local.window != window:
                local = self._counts[key] = _Local(window)
            if local.known + local.untold >= rate.most:
                return left
            local.untold += 1
            if local.untold >= max(1, rate.most // BATCHES) and self._telling < BATCHES_WAITING:
                told, local.untold = local.untold, 0
                local.known += told
                self._telling += 1
                self._teller.submit(self._tell, f"{key}:{window}", told, left, local)
        return 0

    def _tell(self, key: str, told: int, seconds: int, local: _Local) -> None:
        total = 0
        try:
            total = _add(key, told, seconds)
        finally:
            with self._lock:
                self._telling -= 1
                local.known = max(local.known, total)


moves = Often("moves")
"""Moves, previews and the like, of all tables together."""
