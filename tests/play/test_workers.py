"""Several processes of one site: players split over them see the same game, with Redis, and while it is away."""

from __future__ import annotations

import asyncio

import pytest

from parlor.play.messages import Accepted, Chat, Presence, read_reply
from tests.play.players import Player, complete, open_table, play_until
from tests.support.live import LiveSite, StartSite
from tests.support.services import Redis

pytestmark = pytest.mark.long


def test_a_game_split_over_two_processes(two_workers: tuple[LiveSite, LiveSite]) -> None:
    first, second = two_workers
    table, clients = open_table(first, 3)

    async def scene() -> None:
        players = [Player(site, table, client) for site, client in zip((first, second, second), clients, strict=True)]
        watchers = [Player(first, table), Player(second, table)]
        heard: list[object] = []
        take = players[1]._take

        async def also(frame: str | bytes) -> None:
            heard.append(read_reply(frame))
            await take(frame)

        players[1]._take = also  # type: ignore[method-assign]
        await play_until([*players, *watchers], 10)
        assert isinstance(await players[0].ask("chat", type="chat", text="hello over there"), Accepted)
        await play_until([*players, *watchers])
        for player in (*players, *watchers):
            await player.until(lambda one: one.status == "finished")
            assert complete(player)
            assert player.view == players[0].view  # all is open at the end
            assert not player.codes
        assert any(isinstance(message, Chat) and message.lines for message in heard)
        assert any(isinstance(message, Presence) and message.seats == [0, 1, 2] for message in heard)
        assert max(player.wholes for player in players) <= 3, "each step came as a step"

    asyncio.run(scene())


def test_play_goes_on_while_redis_is_away(start_site: StartSite, postgres_url: str, own_redis: Redis) -> None:
    sites = [start_site(database_url=postgres_url, redis_url=own_redis.url, BOT_PAUSE="0") for _n in range(2)]
    table, clients = open_table(sites[0], 2, bots=1)

    async def scene() -> None:
        players = [Player(site, table, client) for site, client in zip(sites, clients, strict=True)]
        watcher = Player(sites[1], table)
        everybody = [*players, watcher]
        await play_until(everybody, 8)
        await asyncio.to_thread(own_redis.stop)
        latest = max(player.have for player in everybody)
        await play_until(everybody, latest + 6)
        assert all(player.have >= latest + 6 for player in everybody)
        await asyncio.to_thread(own_redis.start)
        await asyncio.sleep(3)
        await play_until(everybody)
        for player in everybody:
            await player.until(lambda one: one.status == "finished")
            assert not player.codes, "no socket was closed"
        assert players[0].view == watcher.view

    asyncio.run(scene())


def test_a_worker_that_dies_is_replaced_by_the_other(two_workers: tuple[LiveSite, LiveSite]) -> None:
    first, second = two_workers
    table, clients = open_table(first, 3)

    async def scene() -> None:
        players = [Player(first, table, client) for client in clients]
        await play_until(players, 9)
        await asyncio.to_thread(first.kill)
        for player in players:
            player.site = second  # as nginx would do
        await play_until(players)
        for player in players:
            await player.until(lambda one: one.status == "finished")
            assert complete(player)

    asyncio.run(scene())
