"""Load on a real site: people at many tables who play by the socket protocol, and write down what they were told.

Each reconnects with jittered back-off, and sends a move that was not answered again under the same id, as a page does.
What was tried and acknowledged is kept outside of the site, so that `checker` can hold the site to it afterwards.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from parlor.play.messages import Accepted, Heartbeat, Refused, Table, Update, read_reply
from tests.play.players import open_table
from tests.support.live import LiveSite

SECONDS = 60
BACKOFF = (0.1, 2.0)
THINKING = (0.0, 0.12)


class Ledger:
    """All that was tried at one site, and what the site said to it."""

    def __init__(self) -> None:
        self.tried: set[tuple[str, str]] = set()
        self.acknowledged: dict[tuple[str, str], tuple[int, int]] = {}  # table, id -> seat, version
        self.contradicted: list[str] = []
        self.refused: dict[str, int] = {}
        self.sentences: set[str] = set()
        self.again = 0
        self.connections = 0
        self.codes: list[int | None] = []
        self.seen: dict[str, int] = {}

    def accepted(self, table: str, seat: int, answer: Accepted) -> None:
        key = table, answer.id or ""
        known = self.acknowledged.setdefault(key, (seat, answer.version))
        if known != (seat, answer.version):
            self.contradicted.append(f"{key} is said to be {known} and {(seat, answer.version)}")

    def shown(self, table: str, version: int) -> None:
        self.seen[table] = max(self.seen.get(table, -1), version)

    def write(self, path: Path) -> Path:
        """The file that `checker` reads."""
        told = {
            "tried": sorted(self.tried),
            "acknowledged": [[*key, *said] for key, said in sorted(self.acknowledged.items())],
            "contradicted": self.contradicted,
            "seen": self.seen,
        }
        path.write_text(json.dumps(told))
        return path


class Gamer:
    """One person at one table: moves whenever asked, until told to stop."""

    def __init__(self, load: Load, table: str, client: httpx.Client) -> None:
        self.load = load
        self.ledger = load.ledger
        self.table = table
        self.cookie = "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar)
        self.have = self.least = -1
        self.seat = -1
        self.status = ""
        self.choices: list[dict[str, Any]] = []
        self.request: dict[str, Any] | None = None
        self.made = 0
        self.connections = 0
        self.socket: ClientConnection | None = None
        self._wake = asyncio.Event()
        self.task = asyncio.ensure_future(self.live())

    @property
    def done(self) -> bool:
        """Whether nothing is unanswered, and the latest state is known."""
        return self.request is None and self.status != "" and self.socket is not None

    def wake(self) -> None:
        self._wake.set()

    async def live(self) -> None:
        pause = BACKOFF[0]
        while True:
            site = self.load.site_for(self)
            try:
                async with connect(
                    f"{site.websocket}/ws/tables/{self.table}/?format=json",
                    origin=site.url,  # type: ignore[arg-type]
                    additional_headers={"Cookie": self.cookie},
                    max_size=None,
                    open_timeout=5,
                    ping_interval=None,
                ) as socket:
                    self.ledger.connections += 1
                    self.connections += 1
                    sender = asyncio.ensure_future(self.play(socket))
                    try:
                        async for frame in socket:
                            await self.take(socket, frame)
                            pause = BACKOFF[0]
                    finally:
                        self.socket = None
                        sender.cancel()
                self.ledger.codes.append(socket.close_code)
            except (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError, EOFError) as error:
                self.ledger.codes.append(getattr(getattr(error, "rcvd", None), "code", None))
            self.load.failed(self)
            await asyncio.sleep(random.uniform(pause / 2, pause))
            pause = min(pause * 2, BACKOFF[1])

    async def take(self, socket: ClientConnection, frame: str | bytes) -> None:
        message = read_reply(frame)
        if isinstance(message, Table):
            self.settle(message)
            if message.seat is not None:
                self.seat = message.seat
            first, self.socket = self.socket is None, socket
            if first and self.request is not None:
                self.ledger.again += 1
                await socket.send(json.dumps(self.request))
        elif isinstance(message, Update) and message.version == self.have + 1:
            self.settle(message)
        elif isinstance(message, Update | Heartbeat) and message.version > self.have:
            await socket.send('{"type": "sync"}')
        elif isinstance(message, Accepted | Refused) and self.request and message.id == self.request["id"]:
            await self.answered(socket, message)
        self._wake.set()

    def settle(self, message: Table | Update) -> None:
        self.have, self.choices, self.status = message.version, message.choices, message.status
        self.ledger.shown(self.table, self.have)

    async def answered(self, socket: ClientConnection, message: Accepted | Refused) -> None:
        if isinstance(message, Accepted):
            self.ledger.accepted(self.table, self.seat, message)
            self.request, self.least = None, message.version
            return
        self.ledger.refused[message.reason] = self.ledger.refused.get(message.reason, 0) + 1
        self.ledger.sentences.add(message.detail)
        if message.reason in ("busy", "fault"):  # nobody knows whether it counts: the same again, under the same id
            await asyncio.sleep(random.uniform(0.1, 0.4))
            self.ledger.again += 1
            await socket.send(json.dumps(self.request))
        else:
            self.request = None
            await socket.send('{"type": "sync"}')

    async def play(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                await self._wake.wait()
                self._wake.clear()
                if self.socket is not socket or self.request is not None or self.load.resting:
                    continue
                if self.status == "running" and self.choices and self.have >= self.least:
                    await asyncio.sleep(random.uniform(*THINKING))
                    if self.request is None and self.choices and not self.load.resting and self.socket is socket:
                        await self.move(socket)

    async def move(self, socket: ClientConnection) -> None:
        self.made += 1
        move = self.choices[0 if random.random() < 0.25 else -1]
        self.request = {
            "type": "move", "id": f"{self.seat}-{self.made}-{random.getrandbits(40):x}", "version": self.have, "move": move,
        }  # fmt: skip
        self.ledger.tried.add((self.table, self.request["id"]))
        await socket.send(json.dumps(self.request))


class Load:
    """People at `tables` tables of three, split over the sites; `site_for` says where each connects."""

    def __init__(self, sites: Sequence[LiveSite], tables: int = 8) -> None:
        self.sites = list(sites)
        self.ledger = Ledger()
        self.resting = False
        self.tables: list[str] = []
        self._at: dict[Gamer, int] = {}
        self.gamers: list[Gamer] = []
        self.wanted = tables
        self.seats: list[tuple[str, httpx.Client]] = []

    def prepare(self) -> Load:
        """Opens the tables. Not in the event loop."""
        for _n in range(self.wanted):
            table, clients = open_table(self.sites[0], 3)
            self.tables.append(table)
            self.seats += [(table, client) for client in clients]
        return self

    def site_for(self, gamer: Gamer) -> LiveSite:
        return self.sites[self._at.setdefault(gamer, len(self._at)) % len(self.sites)]

    def failed(self, gamer: Gamer) -> None:
        """The next try goes to the next process, as behind a proxy."""
        self._at[gamer] += 1

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[Load]:
        """Everybody plays; at the end all unanswered moves are answered, and everybody leaves."""
        self.gamers = [Gamer(self, table, client) for table, client in self.seats]
        try:
            yield self
            self.resting = True
            await self.until(lambda: all(gamer.done for gamer in self.gamers), "not all was answered")
        finally:
            for gamer in self.gamers:
                gamer.task.cancel()
            await asyncio.gather(*(gamer.task for gamer in self.gamers), return_exceptions=True)

    async def until(self, fits: Callable[[], bool], what: str, seconds: float = SECONDS) -> None:
        until = asyncio.get_running_loop().time() + seconds
        while not fits():
            for gamer in self.gamers:
                if gamer.task.done():
                    gamer.task.result()
            assert asyncio.get_running_loop().time() < until, f"{what}: {self.told}"
            await asyncio.sleep(0.02)

    async def restart(self, site: LiveSite) -> None:
        """Starts the process again and waits until all have come back; nobody moves meanwhile, so that games last."""
        self.resting = True
        await asyncio.to_thread(site.start, migrate=False)
        await self.until(lambda: all(gamer.socket is not None for gamer in self.gamers), "not all came back")
        self.resting = False
        for gamer in self.gamers:
            gamer.wake()

    async def more(self, moves: int, seconds: float = SECONDS) -> None:
        """Returns when so many more moves have been acknowledged."""
        wanted = len(self.ledger.acknowledged) + moves
        await self.until(lambda: len(self.ledger.acknowledged) >= wanted, f"no {moves} more moves", seconds)

    @property
    def told(self) -> dict[str, Any]:
        """The figures so far."""
        ledger = self.ledger
        return {
            "tried": len(ledger.tried),
            "acknowledged": len(ledger.acknowledged),
            "refused": ledger.refused,
            "again": ledger.again,
            "connections": ledger.connections,
            "codes": {str(code): ledger.codes.count(code) for code in set(ledger.codes)},
        }
