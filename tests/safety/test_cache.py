"""A Redis that does not answer keeps nobody waiting."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import TimeoutError as RedisTimeout

from parlor.site import caching
from parlor.site.caching import ForgivingRedisCache


def test_a_redis_that_does_not_answer_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, now, well = [], [1000.0], [False]

    def answer(_redis: object, key: str, *_given: object) -> str:
        asked.append(key)
        if not well[0]:
            raise RedisTimeout
        return "known"

    monkeypatch.setattr(RedisCache, "get", answer)
    monkeypatch.setattr(caching, "time", SimpleNamespace(monotonic=lambda: now[0]))
    one, other = (ForgivingRedisCache("redis://127.0.0.1:2", {}) for _thread in range(2))
    assert [one.get("a", 1), one.get("b", 2), other.get("c", 3)] == [1, 2, 3]
    assert asked == ["a"]
    now[0] += caching.AWAY_SECONDS
    assert [one.get("d", 4), other.get("e", 5)] == [4, 5]
    assert asked == ["a", "d"]
    now[0] += caching.AWAY_SECONDS
    well[0] = True
    assert [one.get("f"), other.get("g")] == ["known", "known"]


def test_nobody_waits_long_for_a_redis_that_says_nothing() -> None:
    silent: Any = ForgivingRedisCache("redis://127.0.0.1:1", {"OPTIONS": {"db": 3}})
    given = silent._cache._get_connection_pool(write=True).connection_kwargs
    assert (given["socket_timeout"], given["socket_connect_timeout"], given["db"]) == (1.0, 1.0, 3)
