"""A worker that dies under load: every acknowledged move is there afterwards, none twice, and people come back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.faults.conftest import Hurt, checked
from tests.faults.load import Load
from tests.support.live import LiveSite

pytestmark = pytest.mark.long


def test_the_only_process_is_killed_again_and_again(hurt_site: Hurt, tmp_path: Path) -> None:
    site = hurt_site()
    load = Load([site]).prepare()

    async def scene() -> None:
        async with load.playing():
            for _n in range(2):
                await load.more(60)
                await asyncio.to_thread(site.kill)
                await load.restart(site)
            await load.more(30)

    asyncio.run(scene())
    checked(load, site, tmp_path)
    assert all(gamer.connections >= 3 for gamer in load.gamers)


def test_one_of_two_workers_is_killed(hurt_site: Hurt, postgres_url: str, redis_url: str, tmp_path: Path) -> None:
    sites: list[LiveSite] = [hurt_site(database_url=postgres_url, redis_url=redis_url) for _n in range(2)]
    load = Load(sites).prepare()

    async def scene() -> None:
        async with load.playing():
            for site in sites:
                await load.more(60)
                await asyncio.to_thread(site.kill)
                await load.more(30)  # the other one serves everybody meanwhile
                await load.restart(site)
            await load.more(30)

    asyncio.run(scene())
    checked(load, sites[0], tmp_path)
