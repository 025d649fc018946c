"""The cache that all processes share, and what happens while it is away."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
T = TypeVar("T")
QUIET_SECONDS = 30.0
AWAY_SECONDS = 5.0
PATIENCE = 1.0  # seconds for a Redis that is there and says nothing: somebody waits for the page


class ForgivingRedisCache(RedisCache):
    """As Django's; while Redis is away it knows nothing and keeps nothing: people go on, uncounted."""

    _said = 0.0
    _away: ClassVar[dict[str, float]] = {}
    """Which Redis does not answer, and when it is asked again. Each thread has its own instance."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        self._where = str(server)
        patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        super().__init__(server, {**params, "OPTIONS": {**patience, **params.get("OPTIONS", {})}})

    def _lost(self, error: RedisError | OSError) -> None:
        now = time.monotonic()
        if now - ForgivingRedisCache._said > QUIET_SECONDS:
            ForgivingRedisCache._said = now
            logger.warning("The cache does not answer (%s): limits do not count for now.", type(error).__name__)

    def _ask(self, ask: Callable[..., T], instead: T, *given: Any, **more: Any) -> T:
        """What Redis answers; `instead` while it is away. After a failure it is not asked for a while, then by one."""
        tried_again = self._away.get(self._where)
        now = time.monotonic()
        if tried_again is not None:
            if now < tried_again:
                return instead
            self._away[self._where] = now + AWAY_SECONDS
        try:
            found = ask(*given, **more)
        except (RedisError, OSError) as error:
            self._away[self._where] = time.monotonic() + AWAY_SECONDS
            self._lost(error)
            return instead
        if tried_again is not None:
            self._away.pop(self._where, None)
        return found

    def add(self, *given: Any, **more: Any) -> bool:
        return self._ask(super().add, True, *given, **more)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask(super().get, default, key, default, version)

    def set(self, *given: Any, **more: Any) -> None:
        self._ask(super().set, None, *given, **more)

    def delete(self, *given: Any, **more: Any) -> bool:
        return self._ask(super().delete, False, *given, **more)

    def incr(self, *given: Any, **more: Any) -> int:
        return self._ask(super().incr, 0, *given, **more)

    def clear(self) -> None:
        self._ask(super().clear, None)
