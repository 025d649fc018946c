"""Players at a table of a real site, over real sockets, as a browser or program has them."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Callable
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parlor.play.messages import Accepted, Refused, Table, Update, read_reply
from tests.support.live import LiveSite

SECONDS = 60


def open_table(site: LiveSite, people: int, bots: int = 0, **wishes: Any) -> tuple[str, list[httpx.Client]]:
    """A running table of No Thanks! with this many guests, and their clients in the order of the seats."""
    clients = [site.guest() for _n in range(people)]
    host = clients[0]
    made = host.post("/api/tables/", json={"game": "no-thanks", "seats": people + bots, "visibility": "open", **wishes})
    assert made.status_code == 201, made.text
    table = made.json()["id"]
    for client in clients[1:]:
        assert client.post(f"/api/tables/{table}/join/").status_code == 200
    for _n in range(bots):
        assert host.post(f"/api/tables/{table}/add-bot/").status_code == 200
    started = host.post(f"/api/tables/{table}/start/")
    assert started.status_code == 200, started.text
    return table, clients


def changed(view: dict[str, Any], step: Update) -> dict[str, Any]:
    """The view after the step, as a program works it out."""
    view = {**copy.deepcopy(view), **step.changed}
    for path, some in step.entries.items():
        place: Any = view
        for key in path.split("."):
            place = place[int(key)] if isinstance(place, list) else place[key]
        if isinstance(place, dict):
            place.update({str(key): value for key, value in some.items()})
        else:
            for number, value in sorted((int(key), value) for key, value in some.items()):
                place[number : number + 1] = [value]
    return view


class Player:
    """A program at one table that keeps its state up to date by the rules of the protocol, and reconnects.

    `versions` are those it was shown, in order; `view`, `choices`, `status` what it knows.
    """

    def __init__(self, site: LiveSite, table: str, client: httpx.Client | None = None) -> None:
        self.site = site
        self.table = table
        self.headers = {}
        if client is not None:
            self.headers["Cookie"] = "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar)
        self.socket: ClientConnection | None = None
        self.have = -1
        self.versions: list[int] = []
        self.view: dict[str, Any] = {}
        self.choices: list[dict[str, Any]] = []
        self.status = ""
        self.answers: dict[str, Accepted | Refused] = {}
        self.wholes = 0
        self.codes: list[int | None] = []
        self.connected = asyncio.Event()
        self._news = asyncio.Condition()
        self._pending: dict[str, dict[str, Any]] = {}
        self._task = asyncio.ensure_future(self._live())

    async def _live(self) -> None:
        while True:
            try:
                async with connect(
                    f"{self.site.websocket}/ws/tables/{self.table}/?format=json",
                    origin=self.site.url,  # type: ignore[arg-type]
                    additional_headers=self.headers,
                    max_size=None,
                ) as socket:
                    self.socket = socket
                    async for frame in socket:
                        await self._take(frame)
                    self.codes.append(socket.close_code)
            except (OSError, ConnectionClosed, InvalidStatus, TimeoutError) as error:
                self.codes.append(getattr(getattr(error, "rcvd", None), "code", None))
            self.socket = None
            self.connected.clear()
            async with self._news:
                self._news.notify_all()
            await asyncio.sleep(0.1)

    async def _take(self, frame: str | bytes) -> None:
        message = read_reply(frame)
        if isinstance(message, Table):
            self.wholes += 1
            self.view = dict(message.view) if message.status not in ("waiting", "stopped") else {}
            self._settle(message)
            if not self.connected.is_set():
                self.connected.set()
                for request in self._pending.values():
                    await self._send(request)
        elif isinstance(message, Update) and message.version == self.have + 1:
            self.view = changed(self.view, message)
            self._settle(message)
        elif isinstance(message, Update) and message.version > self.have:
            await self._send({"type": "sync"})
        elif isinstance(message, Accepted | Refused) and message.id is not None:
            self.answers[message.id] = message
            self._pending.pop(message.id, None)
        async with self._news:
            self._news.notify_all()

    def _settle(self, message: Table | Update) -> None:
        self.have, self.choices, self.status = message.version, message.choices, message.status
        self.versions.append(message.version)

    async def _send(self, message: dict[str, Any]) -> None:
        if self.socket is not None:
            try:
                await self.socket.send(json.dumps(message))
            except ConnectionClosed:
                return

    async def until(self, fits: Callable[[Player], bool], seconds: float = SECONDS) -> Player:
        async with asyncio.timeout(seconds):
            async with self._news:
                await self._news.wait_for(lambda: fits(self))
        return self

    async def ask(self, client_id: str, **request: Any) -> Accepted | Refused:
        """Sends a request, again after each break, until it is answered."""
        request = {"id": client_id, "version": self.have, **request}
        self._pending[client_id] = request
        if self.connected.is_set():
            await self._send(request)
        await self.until(lambda player: client_id in player.answers)
        return self.answers[client_id]

    async def choose(self, n: int) -> Accepted | Refused:
        """Makes the n-th of the moves offered, counted around."""
        return await self.ask(f"{self.have}-{n}", type="move", move=self.choices[n % len(self.choices)])

    async def leave(self) -> None:
        self._task.cancel()
        if self.socket is not None:
            await self.socket.close()


async def play_until(players: list[Player], version: int = 10_000) -> None:
    """The players move, one of several ways in turn, until the game is over or at that version."""
    await asyncio.gather(*(player.until(lambda one: one.have >= 0) for player in players))
    n, waited = 0, 0.0
    while all(player.status == "running" for player in players):
        latest = max(player.have for player in players)
        if latest >= version:
            break
        mover = next((player for player in players if player.have == latest and player.choices), None)
        if mover is None:  # a bot's turn, or the one to move has not seen it yet
            waited = waited or asyncio.get_running_loop().time()
            assert asyncio.get_running_loop().time() < waited + SECONDS, [player.have for player in players]
            await asyncio.sleep(0.01)
            continue
        waited = 0.0
        n += 1
        answer = await mover.choose(0 if n % 3 == 0 else 1)
        assert isinstance(answer, Accepted), answer
        for player in players:
            await player.until(lambda one, latest=latest: one.have > latest)  # type: ignore[misc]


def complete(player: Player) -> bool:
    """Whether the player was shown every version, each once."""
    shown = sorted(set(player.versions))
    return shown == list(range(shown[0], shown[-1] + 1))
