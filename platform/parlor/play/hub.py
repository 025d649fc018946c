"""Between the processes of one site: each hears through one channel of the layer what happened in the others.

The layer only makes it quick. Everything is in the database, where each process also looks for itself every few
seconds, so a layer that is away, or loses messages, costs a moment and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Count, Max

from parlor.play.threads import in_database
from parlor.tables import chat
from parlor.tables.events import TableEvent
from parlor.tables.following import Heard, heard_of
from parlor.tables.live import tables
from parlor.tables.models import ChatLine as ChatRow
from parlor.tables.models import Choice, Seat, Table
from parlor.tables.writer import writer

if TYPE_CHECKING:
    from parlor.play.room import Room
    from parlor.play.rooms import Rooms

logger = logging.getLogger(__name__)

GROUP = "tables"
WAITING = 2000  # events; what is more is dropped, the others find out from the database
TOGETHER = 50  # events that wait go in one message
APART_SECONDS = 0.008  # between two messages: the first event goes at once, those right behind it go together
SEND_SECONDS = 5.0
FAREWELL_SECONDS = 1.0
AGAIN_SECONDS = 2.0
LOOK_SECONDS = 3.0
READD_SECONDS = 1800.0
COMPLAIN_SECONDS = 60.0
PRESENCE_SECONDS = 40.0
UNTOLD_SECONDS = 1.0
"""So late others hear of plain moves at a table that none of them shows: until then it is but old in their memory, if
it is there."""


class Marks(NamedTuple):
    """What shows in the database that something happened at a table."""

    version: int
    choices: int
    seats: tuple[tuple[int, int | None, str, bool], ...]
    status: str
    changes: int
    line: int


class Hub:
    """This process's end of the channel layer. Belongs to the event loop."""

    def __init__(self, rooms: Rooms, layer: Any) -> None:
        self.rooms = rooms
        self.layer = layer
        self.process = secrets.token_hex(6)
        self._queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(WAITING)
        self._marks: dict[str, Marks] = {}
        self._untold: dict[str, int] = {}
        self._complained = float("-inf")
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(work) for work in (self._send(), self._receive(), self._look())]
        self._readding: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        """Sends what waits, as far as the layer takes it at once, and ends."""
        self._tell_untold()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._queue.join(), FAREWELL_SECONDS)
        for task in (*self._tasks, self._readding):
            if task is not None:
                task.cancel()

    # Telling the others

    def publish(self, event: TableEvent) -> None:
        """Tells the other processes, once, in the order of the calls."""
        made = None if event.made is None else heard_of(event.made)
        room = self.rooms.room(event.table)
        if made is not None and room is not None and not room.shown_elsewhere:
            if not self._untold:
                asyncio.get_running_loop().call_later(UNTOLD_SECONDS, self._tell_untold)
            self._untold[event.table] = event.subject
        else:
            self._put_event(event, made)

    def _put_event(self, event: TableEvent, made: Heard | None = None) -> None:
        message = {"type": "table.event", "kind": event.kind, "table": event.table, "subject": event.subject}
        self._put(message if made is None else {**message, "made": list(made)})

    def _tell_untold(self) -> None:
        untold, self._untold = self._untold, {}
        for table, version in untold.items():
            self._put_event(TableEvent("moved", table, version))

    def publish_presence(self, table: str, seats: Iterable[int], spectators: int, *, shown: bool) -> None:
        """Tells the other processes who is connected here, and whether anybody is."""
        here = {"seats": sorted(seats), "spectators": spectators, "shown": shown}
        self._put({"type": "table.presence", "table": table, **here})

    def _put(self, message: dict[str, Any]) -> None:
        try:
            self._queue.put_nowait({**message, "from": self.process})
        except asyncio.QueueFull:
            self._complain("The channel layer is too slow; other processes will find out from the database.")

    async def _send(self) -> None:
        sent = float("-inf")
        while True:
            first = await self._queue.get()
            early = sent + APART_SECONDS - time.monotonic()
            if early > 0:
                await asyncio.sleep(early)
            sent = time.monotonic()
            several = [first]
            while len(several) < TOGETHER and not self._queue.empty():
                several.append(self._queue.get_nowait())
            message = first if len(several) == 1 else {"type": "table.several", "from": self.process, "all": several}
            try:
                await asyncio.wait_for(self.layer.group_send(GROUP, message), SEND_SECONDS)
            except Exception as error:
                self._complain(f"The channel layer does not take messages: {error!r}")
            for _one in several:
                self._queue.task_done()

    def _complain(self, text: str) -> None:
        now = time.monotonic()
        if now - self._complained > COMPLAIN_SECONDS:
            self._complained = now
            logger.error("%s", text)

    # Hearing from the others

    async def _receive(self) -> None:
        while True:
            try:
                channel = await self.layer.new_channel()
                await self.layer.group_add(GROUP, channel)
                self._keep_adding(channel)
                while True:
                    self._heard(await self.layer.receive(channel))
            except Exception as error:
                self._complain(f"The channel layer is away: {error!r}")
                await asyncio.sleep(AGAIN_SECONDS)

    def _keep_adding(self, channel: str) -> None:
        """Layers forget groups after a time."""

        async def again() -> None:
            while True:
                await asyncio.sleep(READD_SECONDS)
                try:
                    await self.layer.group_add(GROUP, channel)
                except Exception as error:
                    self._complain(f"The channel layer is away: {error!r}")

        if self._readding is not None:
            self._readding.cancel()
        self._readding = asyncio.get_running_loop().create_task(again())

    def _heard(self, message: dict[str, Any]) -> None:
        if message.get("from") == self.process:
            return
        writer.in_company()
        for one in message["all"] if message.get("type") == "table.several" else [message]:
            self._follow(one)

    def _follow(self, message: dict[str, Any]) -> None:
        try:
            room = self.rooms.room(message["table"])
            if message["type"] == "table.event":
                made = Heard(*message["made"]) if "made" in message else None
                self._happened(room, TableEvent(message["kind"], message["table"], message["subject"], made))
            elif room is not None:
                self._present(room, message)
        except Exception:
            logger.exception("A message of another process could not be followed: %s", message)

    def _present(self, room: Room, message: dict[str, Any]) -> None:
        process, shown = message["from"], message.get("shown", True)
        stranger = shown and process not in room.elsewhere
        if shown:
            until = asyncio.get_running_loop().time() + PRESENCE_SECONDS
            room.elsewhere[process] = (until, frozenset(message["seats"]), message["spectators"])
        else:
            room.elsewhere.pop(process, None)
        room.count()
        if stranger:  # it has just opened its room, and does not know who is in this one, nor what was not told yet
            room.announce()
            if untold := self._untold.pop(room.table, 0):
                self._put_event(TableEvent("moved", room.table, untold))

    @staticmethod
    def _happened(room: Room | None, event: TableEvent) -> None:
        if room is not None:
            room.react_elsewhere(event)
        elif event.kind != "chat":
            tables.forget(event.table)

    # Looking for oneself

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._compare()
            except Exception:
                logger.exception("Other processes' changes could not be looked for")

    async def _compare(self) -> None:
        """Finds out what happened at the tables watched here, and nobody told."""
        watched = {room.table: room for room in self.rooms.all}
        if not watched:
            self._marks.clear()
            return
        found = await in_database(read_marks, list(watched))
        before, self._marks = self._marks, found
        for table, marks in found.items():
            room = watched[table]
            known = before.get(table)
            if marks.version > room.latest and not room.waiting:
                room.react_elsewhere(TableEvent("moved", table, marks.version))
            if known is None:
                continue
            if (marks.seats, marks.status) != (known.seats, known.status):
                room.react_elsewhere(TableEvent("seats", table))
            elif marks.changes > room.changes and marks.version == room.latest and not room.waiting:
                room.react_elsewhere(TableEvent("clock", table))
            elif marks.choices != known.choices and marks.version == known.version:
                room.react_elsewhere(TableEvent("choice", table))
            if marks.line > room.talk.last:
                room.talk.say(await in_database(chat.lines_after, table, room.talk.last))


def read_marks(ids: list[str]) -> dict[str, Marks]:
    """The marks of these tables, by a handful of queries for all of them."""
    choices = dict(Choice.objects.filter(table_id__in=ids).values_list("table_id").annotate(Count("id")))
    lines = dict(ChatRow.objects.filter(table_id__in=ids).values_list("table_id").annotate(Max("id")))
    seats: dict[str, list[tuple[int, int | None, str, bool]]] = {}
    for table, *seat in Seat.objects.filter(table_id__in=ids).values_list(
        "table_id", "number", "user_id", "bot", "left"
    ):
        seats.setdefault(table, []).append(tuple(seat))  # type: ignore[arg-type]
    return {
        table: Marks(version, choices.get(table, 0), tuple(seats.get(table, ())), status, changes, lines.get(table, 0))
        for table, version, status, changes in Table.objects.filter(pk__in=ids).values_list(
            "pk", "version", "status", "changes"
        )
    }
