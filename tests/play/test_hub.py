"""Between processes: what another one arranged shows here also when no word of it arrives."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import pytest
from django.db.models import F

from parlor.accounts.models import User
from parlor.play.hub import Hub
from parlor.play.messages import Table as Whole
from parlor.play.rooms import rooms
from parlor.play.threads import in_database
from parlor.tables import play
from parlor.tables.events import TableEvent
from parlor.tables.live import tables
from parlor.tables.models import Table
from parlor.tables.play import Accepted
from tests.play.conftest import Start
from tests.play.visitors import Visitor
from tests.play.visitors import play as play_scene
from tests.support.services import until


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

    play_scene(scene)


class Noting(Deaf):
    """A channel layer that notes what it is given."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []

    async def group_send(self, group: str, message: object) -> None:
        assert isinstance(message, dict)
        self.taken += message.get("all", [message])

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.taken if message.get("kind", message["type"]) == kind]


def test_moves_are_told_at_once_only_where_others_show_the_table(
    start: Start, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start()
    monkeypatch.setattr("parlor.play.hub.UNTOLD_SECONDS", 0.05)

    async def scene() -> None:
        players = [Visitor(table.pk, person) for person in people[:3]]
        for player in players:
            await player.until(Whole)
        layer = Noting()
        rooms.hub = hub = Hub(rooms, layer)

        async def move() -> None:
            room = rooms.room(table.pk)
            assert room is not None
            running = await asyncio.wrap_future(tables.ask(table.pk, lambda running: running))
            seat = int(running.driver.acting[0])
            raw = running.driver.codec.raw(next(iter(running.driver.legal(seat))))
            asked = play.move(table.pk, people[seat].pk, secrets.token_hex(4), running.driver.version, raw)
            assert isinstance(await asyncio.wrap_future(asked), Accepted)
            await until(lambda: room.latest == running.driver.version)

        def present(*, shown: bool) -> None:
            hub._heard(
                {
                    "type": "table.presence",
                    "table": table.pk,
                    "from": "another",
                    "seats": [],
                    "spectators": 1,
                    "shown": shown,
                }
            )

        try:
            await move()
            await move()
            await until(lambda: layer.of("moved") and layer.of("moved")[-1]["subject"] == 2)
            assert not any("made" in one for one in layer.of("moved")), "late, and without what was made"
            monkeypatch.setattr("parlor.play.hub.UNTOLD_SECONDS", 1000.0)
            await move()
            layer.taken.clear()
            present(shown=True)
            await until(lambda: layer.of("moved"))
            assert layer.of("moved")[-1]["subject"] == 3, "who comes hears what was not told"
            present(shown=False)
            present(shown=True)
            await move()
            await until(lambda: len(layer.of("moved")) == 2)
            assert layer.of("moved")[-1]["subject"] == 4 and "made" in layer.of("moved")[-1]
            present(shown=False)
            await move()
            assert hub._untold == {table.pk: 5}
        finally:
            rooms.hub = None
            await hub.stop()
        assert layer.of("moved")[-1]["subject"] == 5, "nothing is left untold at the end"

    play_scene(scene)


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
