"""Clients that read nothing, or are not there any more: they are let go, and nobody waits for them."""

from __future__ import annotations

import asyncio
import base64
import os
import signal
import socket
import subprocess
import sys

import pytest
from websockets.frames import Frame, Opcode

from tests.faults.conftest import Hurt
from tests.play.players import Player, open_table, play_until
from tests.support.live import ROOT, LiveSite
from tests.support.services import wait_until

pytestmark = pytest.mark.long


def sockets(site: LiveSite) -> int:
    """How many sockets at tables the process has open."""
    return int(site.metric("parlor_sockets"))


def reads_nothing(site: LiveSite, table: str) -> socket.socket:
    """An open socket of somebody who watches the page and never reads, behind a small window."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.connect(("127.0.0.1", site.port))
    key = base64.b64encode(os.urandom(16)).decode()
    deaf.sendall(
        f"GET /ws/tables/{table}/ HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nOrigin: {site.url}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return deaf


def frame(text: str) -> bytes:
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=True)


def test_who_reads_nothing_is_cut_off_and_nobody_waits(hurt_site: Hurt) -> None:
    site = hurt_site()
    table, clients = open_table(site, 3)
    with reads_nothing(site, table) as deaf:
        wait_until(lambda: sockets(site) == 1, "it was not let in")

        async def scene() -> None:
            players = [Player(site, table, client) for client in clients]
            await play_until(players, 20)
            for n in range(1000):  # each asks for a whole page, which nobody reads
                try:
                    deaf.sendall(frame('{"type": "sync"}'))
                except OSError:
                    break
                if n % 50 == 0 and await asyncio.to_thread(sockets, site) == 3:
                    break
                await asyncio.sleep(0.06)
                if n % 20 == 0:
                    await play_until(players, max(player.have for player in players) + 1)
            assert await asyncio.to_thread(sockets, site) == 3, "it still hangs on"
            await play_until(players)
            assert not any(player.codes for player in players)

        asyncio.run(scene())
    with site.client() as client:
        metrics = client.get("/metrics").text
    assert 'code="4008"' in metrics


def test_who_is_not_there_any_more_is_let_go(hurt_site: Hurt) -> None:
    site = hurt_site(FAULT_PING="2")
    table, clients = open_table(site, 3)
    address = f"{site.websocket}/ws/tables/{table}/?format=json"
    held = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.clients", address, site.url], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        assert held.stdout is not None and held.stdout.readline() == "open\n"

        async def scene() -> None:
            players = [Player(site, table, client) for client in clients]
            await play_until(players, 3)
            wait_until(lambda: sockets(site) == 4, "they are not all there")
            held.send_signal(signal.SIGSTOP)
            for _n in range(200):
                if await asyncio.to_thread(sockets, site) == 3:
                    break
                await asyncio.sleep(0.2)
            assert await asyncio.to_thread(sockets, site) == 3, "the dead one is still thought to be there"
            await play_until(players, 6)
            assert not any(player.codes for player in players), "those who answer stay"

        asyncio.run(scene())
    finally:
        held.kill()
        held.wait()
        held.stdout.close() if held.stdout else None
