"""Redis and PostgreSQL restarted in mid-play: people are told to try again, nothing is lost, and it goes on by itself."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.faults.conftest import Hurt, checked
from tests.faults.load import Load
from tests.support.services import Postgres, Redis

pytestmark = pytest.mark.long


def test_redis_and_then_postgresql_are_restarted(
    hurt_site: Hurt, own_postgres: Postgres, own_redis: Redis, tmp_path: Path
) -> None:
    url = own_postgres.database()
    sites = [hurt_site(database_url=url, redis_url=own_redis.url) for _n in range(2)]
    load = Load(sites).prepare()
    told: dict[str, Any] = {}

    async def scene() -> None:
        async with load.playing():
            await load.more(60)
            await asyncio.to_thread(own_redis.stop)
            await load.more(60)  # the database tells what Redis does not
            await asyncio.to_thread(own_redis.start)
            await load.more(60)
            told["connections"] = load.ledger.connections
            told["refused"] = dict(load.ledger.refused)

            await asyncio.to_thread(own_postgres.stop)  # immediate: as if it had crashed
            await load.until(lambda: load.ledger.refused.get("busy", 0) > 0, "nobody was told to try again")
            told["while away"] = len(load.ledger.acknowledged)
            await asyncio.to_thread(own_postgres.start)
            await load.more(60)

    asyncio.run(scene())
    checked(load, sites[0], tmp_path)
    assert told["connections"] == len(load.gamers), "Redis is no reason to close a socket"
    assert not told["refused"].get("busy")
    assert not load.ledger.refused.get("fault")
    assert "The site is busy. Please try again." in load.ledger.sentences
    assert all(site.process is not None and site.process.poll() is None for site in sites)
