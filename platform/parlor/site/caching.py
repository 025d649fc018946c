"""The cache that all processes share, and what happens while it is away."""

from __future__ import annotations

import logging
import time
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
QUIET_SECONDS = 30.0
PATIENCE = 1.0  # seconds for a Redis that is there and says nothing: somebody waits for the page


class ForgivingRedisCache(RedisCache):
    """As Django's; while Redis is away it knows nothing and keeps nothing: people go on, uncounted."""

    _said = 0.0

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        super().__init__(server, {**params, "OPTIONS": {**patience, **params.get("OPTIONS", {})}})

    def _lost(self, error: RedisError | OSError) -> None:
        now = time.monotonic()
        if now - ForgivingRedisCache._said > QUIET_SECONDS:
            ForgivingRedisCache._said = now
            logger.warning("The cache does not answer (%s): limits do not count for now.", type(error).__name__)

    def add(self, *given: Any, **more: Any) -> bool:
        try:
            return super().add(*given, **more)
        except (RedisError, OSError) as error:
            self._lost(error)
            return True

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except (RedisError, OSError) as error:
            self._lost(error)
            return default

    def set(self, *given: Any, **more: Any) -> None:
        try:
            super().set(*given, **more)
        except (RedisError, OSError) as error:
            self._lost(error)

    def delete(self, *given: Any, **more: Any) -> bool:
        try:
            return super().delete(*given, **more)
        except (RedisError, OSError) as error:
            self._lost(error)
            return False

    def incr(self, *given: Any, **more: Any) -> int:
        try:
            return super().incr(*given, **more)
        except (RedisError, OSError) as error:
            self._lost(error)
            return 0

    def clear(self) -> None:
        try:
            super().clear()
        except (RedisError, OSError) as error:
            self._lost(error)
