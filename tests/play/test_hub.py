"""Between processes: what another one arranged shows here also when no word of it arrives."""

from __future__ import annotations

import asyncio

from django.db.models import F

from parlor.accounts.models import User
from parlor.play.hub import Hub
from parlor.play.messages import Table as Whole
from parlor.play.rooms import rooms
from parlor.play.threads import in_database
from parlor.tables.events import TableEvent
from parlor.tables.models import Table
from tests.play.conftest import Start
from tests.play.visitors import Visitor, play


class Deaf:
    """A channel layer that loses every message."""

    async def new_channel(self) -> str:
        return "deaf"

    async def group_add(self, group: str, channel: str) -> None: ...

    async def group_send(self, group: str, message: object) -> None: ...

    async def receive(self, channel: str) -> object:
        return await asyncio.Future()


def test_a_pause_that_nobody_told_of_is_found(start: Start, people: list[User]) -> None:
    table = start(pace="fast")

    def pause() -> None:
        """As the row stands when another process has stored it."""
        Table.objects.filter(pk=table.pk).update(paused_at=F("changed_at"), changes=F("changes") + 1, due_at=None)

    async def scene() -> None:
        ann = Visitor(table.pk, people[0])
        whole = await ann.until(Whole)
        assert whole.clock is not None and not whole.clock.paused
        hub = Hub(rooms, Deaf())
        try:
            await hub._compare()
            await in_database(pause)
            await hub._compare()
            whole = await ann.until(Whole)
            assert whole.clock is not None and whole.clock.paused
            await hub._compare()
            room = rooms.room(table.pk)
            assert room is not None and not any(client.asking for client in room.clients), "it is found once"
        finally:
            await hub.stop()

    play(scene)


class Slow(Deaf):
    """A channel layer that takes its time for each message."""

    def __init__(self) -> None:
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()
        self.taken: list[object] = []

    async def group_send(self, group: str, message: object) -> None:
        self.begun.set()
        await self.go_on.wait()
        self.taken.append(message)


def test_what_is_being_sent_is_sent_to_the_end() -> None:
    async def scene() -> None:
        layer = Slow()
        hub = Hub(rooms, layer)
        for n in range(3):
            hub.publish(TableEvent("chat", "k3", n))
        await layer.begun.wait()
        stopping = asyncio.create_task(hub.stop())
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_later(0.02, layer.go_on.set)
        await stopping
        assert len(layer.taken) == 1, "all three went together, and none was cut off"

    asyncio.run(scene())
