"""Real sockets at a real server: whole games, floods, slow readers, strangers, and a server that stops or dies."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import statistics
import time

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parlor.play import messages
from parlor.play.messages import Accepted, Refused
from tests.play.players import Player, complete, open_table, play_until
from tests.support.live import LiveSite, StartSite


def test_a_whole_game_with_a_bot_over_sockets(start_site: StartSite) -> None:
    site = start_site(BOT_PAUSE="0")
    table, clients = open_table(site, 2, bots=1)

    async def scene() -> None:
        players = [Player(site, table, client) for client in clients]
        watcher = Player(site, table)
        await play_until([*players, watcher])
        for player in (*players, watcher):
            await player.until(lambda one: one.status == "finished")
            assert complete(player)
            assert player.view == {**watcher.view, "chips": player.view["chips"]}

    asyncio.run(scene())
    page = clients[0].get(f"/tables/{table}/")
    assert page.status_code == 200 and 'id="result"' in page.text


def test_the_table_page_is_readable_without_scripts(shared_site: LiveSite) -> None:
    table, clients = open_table(shared_site, 3)
    page = clients[1].get(f"/tables/{table}/")
    assert page.status_code == 200
    assert 'data-seat="1"' in page.text and 'id="board"' in page.text and "no_thanks/board.css" in page.text
    assert "takes the card or pays a chip" in page.text or "Take the card or pay a chip?" in page.text
    assert 'data-seat=""' in shared_site.client().get(f"/tables/{table}/").text
    assert shared_site.client().get("/tables/nowhere/").status_code == 404


def test_private_tables_are_for_those_who_signed_in(shared_site: LiveSite) -> None:
    table, _clients = open_table(shared_site, 3, visibility="private")
    answer = shared_site.client().get(f"/tables/{table}/")
    assert answer.status_code == 302 and "login" in answer.headers["location"]
    assert shared_site.guest().get(f"/tables/{table}/").status_code == 200


def closing_code(site: LiveSite, path: str, **headers: str) -> int | None:
    async def scene() -> int | None:
        try:
            async with connect(site.websocket + path, additional_headers=headers) as sock:
                with contextlib.suppress(ConnectionClosed):
                    await sock.recv()
                return sock.close_code
        except InvalidStatus as refused:
            return refused.response.status_code

    return asyncio.run(scene())


def test_doors(shared_site: LiveSite) -> None:
    site = shared_site
    table, clients = open_table(site, 3, visibility="private")
    address = f"/ws/tables/{table}/"
    mine = {"Origin": site.url}
    assert closing_code(site, "/ws/tables/nowhere/", **mine) == messages.MISSING
    assert closing_code(site, "/ws/elsewhere/", **mine) == messages.MISSING
    assert closing_code(site, address, **mine) == messages.FORBIDDEN
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in clients[0].cookies.jar)
    assert closing_code(site, address, Cookie=cookies, **mine) is None
    assert closing_code(site, address, Cookie=cookies, Origin="http://evil.example") == 403
    assert closing_code(site, address, Cookie=cookies) == 403
    # A token needs no origin; one that is wrong lets nobody in, and no cookie counts beside it.
    name, secret = f"p{time.time_ns()}", "correct-horse-battery"
    made = site.client().post(
        "/api/accounts/", json={"username": name, "email": f"{name}@example.org", "password": secret}
    )
    assert made.status_code == 201, made.text
    token = site.client().post("/api/token/", json={"username": name, "password": secret}).json()["token"]
    assert closing_code(site, address, Authorization=f"Token {token}") is None
    assert closing_code(site, address, Authorization="Token wrong", Cookie=cookies) == messages.FORBIDDEN
    assert closing_code(site, f"{address}?token={token}", **mine) == messages.FORBIDDEN


def test_floods_and_rubbish_do_not_hurt_the_others(start_site: StartSite) -> None:
    site = start_site(THROTTLED="1")  # as a site is that is not for this machine alone
    table, clients = open_table(site, 3)
    other, others = open_table(site, 3)

    codes: list[int | None] = []
    closed = asyncio.Event()

    async def flooding(client: object, stop: asyncio.Event) -> None:
        """1,000 messages a second from one socket, again after each time it is closed; `codes` say how it was."""
        headers = {"Cookie": "; ".join(f"{c.name}={c.value}" for c in client.cookies.jar)}  # type: ignore[attr-defined]
        while not stop.is_set():
            async with connect(
                f"{site.websocket}/ws/tables/{table}/?format=json", origin=site.url, additional_headers=headers
            ) as sock:
                try:
                    n = 0
                    while not stop.is_set():
                        for _n in range(10):
                            n += 1
                            await sock.send(
                                json.dumps({"type": "move", "id": f"f{n}", "version": 0, "move": {"kind": "X"}})
                            )
                        await asyncio.sleep(0.01)
                except ConnectionClosed as gone:
                    codes.append(gone.rcvd.code if gone.rcvd else None)
                    closed.set()

    async def latency(player: Player, times: int, name: str) -> float:
        spent = []
        for n in range(times):
            began = time.perf_counter()
            await player.ask(f"{name}{n}", type="move", move={"kind": "X"})
            spent.append(time.perf_counter() - began)
            await asyncio.sleep(0.06)
        return statistics.median(spent)

    async def scene() -> None:
        player = Player(site, other, others[0])
        await player.until(lambda one: one.have >= 0)
        calm = await latency(player, 25, "calm")
        stop = asyncio.Event()
        flood = asyncio.ensure_future(flooding(clients[1], stop))
        await asyncio.sleep(0.5)
        storm = await latency(player, 25, "storm")
        await asyncio.wait_for(closed.wait(), 30)  # a busy machine floods slowly
        stop.set()
        await asyncio.wait_for(flood, 20)
        # A connection that is closed while much is under way may be reset before the code has arrived.
        assert set(codes) <= {messages.TOO_MANY, None}
        print(f"median answer {calm * 1000:.1f} ms, beside a flood {storm * 1000:.1f} ms")
        assert storm < max(20 * calm, 1.0)
        # What else comes over a wire.
        async with connect(f"{site.websocket}/ws/tables/{other}/", origin=site.url) as sock:
            await sock.send("x" * 900_000)
            with contextlib.suppress(ConnectionClosed):
                async for _frame in sock:
                    pass
            assert sock.close_code == messages.TOO_LARGE
        answer = await player.ask("after", type="move", move={"kind": "X"})
        assert isinstance(answer, Refused)
        assert len(set(player.codes)) == 0

    asyncio.run(scene())
    assert "Traceback" not in site.output


@pytest.mark.long
def test_a_slow_reader_is_let_go(shared_site: LiveSite) -> None:
    site = shared_site
    table, clients = open_table(site, 3)
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in clients[1].cookies.jar)
    slow = socket.create_connection(("127.0.0.1", site.port))
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.sendall(
        (
            f"GET /ws/tables/{table}/ HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Origin: {site.url}\r\nCookie: {cookies}\r\n\r\n"
        ).encode()
    )

    async def scene() -> None:
        player = Player(site, table, clients[0])
        await player.until(lambda one: one.have >= 0)
        sync = masked(b'{"type":"sync"}')
        gone = False
        for n in range(600):  # each is answered by some 20 KB that nobody reads
            try:
                slow.sendall(sync)
            except OSError:
                gone = True
                break
            if n % 50 == 0:
                assert isinstance(await player.ask(f"n{n}", type="move", move={"kind": "X"}), Refused)
            await asyncio.sleep(0.051)
        assert gone

    asyncio.run(scene())
    slow.close()


def masked(payload: bytes) -> bytes:
    """A text frame as a client sends it."""
    key = os.urandom(4)
    body = bytes(byte ^ key[n % 4] for n, byte in enumerate(payload))
    return bytes([0x81, 0x80 | len(payload)]) + key + body


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
def test_a_game_goes_on_after_the_server_was_away(start_site: StartSite, number: int) -> None:
    site = start_site(BOT_PAUSE="0")
    table, clients = open_table(site, 3)

    async def scene() -> None:
        players = [Player(site, table, client) for client in clients]
        await play_until(players, 7)
        before = [dict(player.view) for player in players]
        mover = next(player for player in players if player.choices)
        if number == signal.SIGKILL:
            await asyncio.to_thread(site.kill)
        else:
            await asyncio.to_thread(site.stop)
        for player in players:
            await player.until(lambda one: bool(one.codes))
        asked = asyncio.ensure_future(mover.choose(1))  # while nobody is there
        await asyncio.sleep(0.3)
        await asyncio.to_thread(site.start)
        answer = await asked
        assert isinstance(answer, Accepted) and answer.version == 8
        for player, view in zip(players, before, strict=True):
            await player.until(lambda one: one.have == 8)
            assert player.view["taken"] != view["taken"] or player.view["pot"] != view["pot"]
            assert player.wholes >= 2
        if number == signal.SIGTERM:
            assert all(player.codes[0] == messages.RESTARTING for player in players)
        await play_until(players)
        for player in players:
            await player.until(lambda one: one.status == "finished")
            assert complete(player)

    asyncio.run(scene())
