"""The rooms of this process: one for each table that somebody here watches. They hear what happened, and tell it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from channels.layers import get_channel_layer

from parlor.play.messages import FORBIDDEN, RESTARTING, Heartbeat, write
from parlor.play.outbox import Outbox
from parlor.play.revisits import Entry, Stay, who_must_go
from parlor.play.room import Client, Room
from parlor.play.threads import in_database
from parlor.tables.events import TableEvent
from parlor.tables.loading import Running
from parlor.tables.models import Table

if TYPE_CHECKING:
    from parlor.play.hub import Hub

logger = logging.getLogger(__name__)

HEARTBEAT = 15.0
FAREWELL = 4.0
REVISIT = 5.0
"""Seconds after which it is looked up again who may still be here."""


class Rooms:
    """All rooms of this process. Everything but `hear` belongs to the event loop."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.hub: Hub | None = None
        self.stopping = False
        self._rooms: dict[str, Room] = {}
        self._elsewhere: set[tuple[Entry, Outbox]] = set()
        self._soon: deque[tuple[asyncio.AbstractEventLoop, Callable[..., None], tuple[Any, ...]]] = deque()
        self._woken: asyncio.AbstractEventLoop | None = None  # the loop that is on its way to what is in `_soon`
        self._pulse: asyncio.Task[None] | None = None

    # Coming and going

    def enter(self, client: Client, table: Table) -> Room:
        """The client's room, made when it is the first one there. The client is sent everything from now on."""
        self._bind()
        room = self._rooms.get(table.pk)
        if room is None:
            room = self._rooms[table.pk] = Room(self, table)
            room.beat_at = time.monotonic() + HEARTBEAT
        room.enter(client)
        if len(room.clients) == 1:
            room.announce()  # from now on others tell their moves at once
        return room

    def leave(self, client: Client, room: Room) -> None:
        """The client gets nothing any more; an empty room is given up."""
        room.leave(client)
        if not room.clients and self._rooms.get(room.table) is room:
            del self._rooms[room.table]
            room.announce()

    @contextmanager
    def looking_after(self, entry: Entry | None, outbox: Outbox) -> Iterator[None]:
        """Meanwhile this socket, which is none of a table's, is closed as those are when its visitor has to go."""
        self._bind()
        here = (entry, outbox) if entry is not None else None
        if here is not None:
            self._elsewhere.add(here)
        try:
            yield
        finally:
            if here is not None:
                self._elsewhere.discard(here)

    def room(self, table: str) -> Room | None:
        """The room of this table, if somebody here watches it."""
        return self._rooms.get(table)

    @property
    def all(self) -> list[Room]:
        """Every room of this process."""
        return list(self._rooms.values())

    # What happened

    def hear(self, event: TableEvent) -> None:
        """The listener, on whatever thread committed."""
        room = self._rooms.get(event.table)
        if room is not None and event.kind == "moved":
            if event.subject > room.foreseen or event.late:
                room.step()
        elif room is not None:
            self.soon(room.react, event)
        if self.hub is not None:
            self.soon(self.hub.publish, event)

    def foresee(self, running: Running) -> Callable[[], None] | None:
        """On the table's thread, when a step is made and not stored yet."""
        room = self._rooms.get(running.table)
        return None if room is None else room.foresee(running)

    def soon(self, function: Callable[..., None], *arguments: Any) -> None:
        """Runs the function on the event loop, if that still runs. In the order of the calls, which wake it once."""
        loop = self.loop
        if loop is None:
            return
        self._soon.append((loop, function, arguments))
        if self._woken is loop:
            return
        self._woken = loop
        try:
            loop.call_soon_threadsafe(self._run_soon, loop)
        except RuntimeError:  # the loop is closed, and with it all sockets
            logger.debug("Too late for %s", function)

    def _run_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        self._woken = None
        for _n in range(len(self._soon)):  # what comes meanwhile has its own call
            meant_for, function, arguments = self._soon.popleft()
            if meant_for is loop:
                try:
                    function(*arguments)
                except Exception:
                    logger.exception("%s failed", function)

    # Living with the server

    async def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begins with the server."""
        self._bind()

    def _bind(self) -> None:
        """Lives in the running loop from now on, with what belongs to it."""
        loop = asyncio.get_running_loop()
        if self.loop is not loop:
            self._rooms.clear()
            self._elsewhere.clear()
            self.loop, self.stopping, self._pulse, self.hub = loop, False, None, None
            layer = get_channel_layer()
            if layer is not None:
                from parlor.play.hub import Hub

                self.hub = Hub(self, layer)
        if self._pulse is None or self._pulse.done():
            self._pulse = loop.create_task(self._beat())

    def expel(self, user: int) -> None:
        """Closes the sockets of somebody who is banned. On any thread."""
        self.soon(self._expel, frozenset([user]))

    def _expel(self, users: frozenset[int]) -> None:
        for room in self.all:
            for client in room.clients:
                if client.user in users:
                    client.outbox.close(FORBIDDEN)
        for entry, outbox in self._elsewhere:
            if entry.user in users:
                outbox.close(FORBIDDEN)

    async def _revisit(self) -> None:
        """Closes the sockets of those who may not be here any more, whoever and whichever process has ended that."""
        clients = [(room.table, client) for room in self.all for client in room.clients]
        here = [
            (Stay(table, client.entry, client.seated), client.outbox)
            for table, client in clients
            if client.entry is not None
        ]
        here += [(Stay("", entry, True), outbox) for entry, outbox in self._elsewhere]
        if here:
            for place, code in (await in_database(who_must_go, [stay for stay, _outbox in here])).items():
                here[place][1].close(code)

    async def _beat(self) -> None:
        look_at = time.monotonic() + REVISIT
        while True:
            await asyncio.sleep(1.0)
            now = time.monotonic()
            if now >= look_at:
                look_at = now + REVISIT
                try:
                    await self._revisit()
                except Exception:
                    logger.exception("Who may still be here could not be looked up")
            for room in self.all:
                if now >= room.beat_at:
                    room.beat_at = now + HEARTBEAT
                    room.tell(write(Heartbeat(room.latest)))
                    if self.hub is not None:
                        room.announce()

    async def stop(self) -> None:
        """Ends with the server: answers what was asked, sends what waits, and asks everybody to come back."""
        self.stopping = True
        clients = [client for room in self.all for client in room.clients]
        until = time.monotonic() + FAREWELL
        while any(client.unanswered for client in clients) and time.monotonic() < until:  # noqa: ASYNC110 - once
            await asyncio.sleep(0.02)
        for client in clients:
            client.outbox.close(RESTARTING)
        await _all_ended(clients, max(0.5, until - time.monotonic()))
        if self.hub is not None:
            await self.hub.stop()
        if self._pulse is not None:
            self._pulse.cancel()


async def _all_ended(clients: Iterable[Client], seconds: float) -> None:
    ending = [asyncio.ensure_future(client.outbox.ended()) for client in clients]
    if ending:
        _done, late = await asyncio.wait(ending, timeout=seconds)
        for task in late:
            task.cancel()


rooms = Rooms()
