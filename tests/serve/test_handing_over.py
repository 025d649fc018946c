"""Two servers with one folder of data: whichever people come to, they play in one of them, and need no Redis for it."""

from __future__ import annotations

import asyncio
import re
import socket
from pathlib import Path

from tests.play.players import Player, complete, open_table, play_until
from tests.support.live import StartSite


def test_people_of_two_servers_play_in_one(start_site: StartSite, tmp_path: Path) -> None:
    sites = [start_site(data=tmp_path / "data") for _n in range(2)]
    tables = [open_table(sites[n % 2], 3) for n in range(4)]

    async def scene() -> None:
        rounds = []
        for table, clients in tables:
            players = [Player(sites[n % 2], table, client) for n, client in enumerate(clients)]
            rounds.append([*players, Player(sites[1], table)])
        everybody = [player for one in rounds for player in one]
        for player in everybody:
            await player.until(lambda one: one.have >= 0)
        sockets = [site.metric("parlor_sockets") for site in sites]
        assert sum(sockets) == len(everybody)
        assert all(count % 4 == 0 for count in sockets), "no table is split"
        assert sum(site.metric("parlor_sockets_handed_over_total") for site in sites) == len(everybody) / 2
        await asyncio.gather(*(play_until(one) for one in rounds))
        for player in everybody:
            await player.until(lambda one: one.status == "finished")
            assert complete(player) and not player.codes
        assert not [line for site in sites for line in site.lines if "ERROR" in line or "Traceback" in line]

    asyncio.run(scene())


def test_when_the_home_is_killed_play_goes_on_with_the_other(start_site: StartSite, tmp_path: Path) -> None:
    sites = [start_site(data=tmp_path / "data") for _n in range(2)]
    table, clients = open_table(sites[0], 3)

    async def scene() -> None:
        players = [Player(sites[n % 2], table, client) for n, client in enumerate(clients)]
        await play_until(players, 6)
        home, other = sorted(sites, key=lambda site: -site.metric("parlor_sockets"))
        assert other.metric("parlor_sockets") == 0
        await asyncio.to_thread(home.kill)
        for player in players:
            player.site = other
        await play_until(players)
        for player in players:
            await player.until(lambda one: one.status == "finished")
            assert complete(player)
        assert other.metric("parlor_sockets") == 3

    asyncio.run(scene())


def test_where_nothing_is_handed_over_each_has_its_own(start_site: StartSite, tmp_path: Path) -> None:
    sites = [start_site(data=tmp_path / "data", HAND_OVER="0") for _n in range(2)]
    table, clients = open_table(sites[0], 3)

    async def scene() -> None:
        for site, client in zip(sites, clients[:2], strict=True):
            await Player(site, table, client).until(lambda one: one.have >= 0)
        assert [site.metric("parlor_sockets") for site in sites] == [1, 1]

    asyncio.run(scene())


UPGRADE = """GET /ws/tables/{table}/?format=json HTTP/1.1\r
Host: {host}\r
Origin: http://{host}\r
Upgrade: websocket\r
Connection: Upgrade\r
Sec-WebSocket-Version: 13\r
Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
\r
"""


def test_an_answer_that_is_not_sent_yet_comes_before_the_socket(start_site: StartSite, tmp_path: Path) -> None:
    sites = [start_site(data=tmp_path / "data") for _n in range(2)]
    table, _clients = open_table(sites[0], 3)
    for site in sites:
        host = site.url.removeprefix("http://")
        both = f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n" + UPGRADE.format(table=table, host=host)
        with socket.create_connection(("127.0.0.1", site.port), timeout=10) as client:
            client.sendall(both.encode())
            got = b""
            while b"Sec-WebSocket-Accept" not in got:
                more = client.recv(65536)
                assert more, got
                got += more
        assert re.findall(rb"HTTP/1\.1 (\d+)", got) == [b"200", b"101"]
