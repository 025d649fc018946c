"""Pictures of a step are made before it is stored, and sent after it."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest
from django.db import OperationalError

from parlor.accounts.models import User
from parlor.play import messages
from parlor.play.messages import Accepted
from parlor.play.room import Room
from parlor.tables import live
from parlor.tables.later import Told
from parlor.tables.units import Unit
from parlor.tables.writer import writer
from tests.play.conftest import Start
from tests.play.visitors import Visitor, play


def test_a_step_that_was_foreseen_in_vain_is_shown_when_it_comes(
    start: Start, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures, submit = Room._pictures, writer.submit
    made, units = 0, 0

    def fail_the_second_time(room: Room, running: Any, failed: Any) -> Any:
        nonlocal made
        made += 1
        if made == 2:
            failed(None, RuntimeError("no paint"))
        return pictures(room, running, failed)

    def fail_the_first_time(unit: Unit, told: Told) -> None:
        nonlocal units
        units += 1
        if units > 1:
            submit(unit, told)
        else:
            told(OperationalError("the database is away"))

    table = start()

    async def scene() -> None:
        ann, bob = Visitor(table.pk, people[0]), Visitor(table.pk, people[1])
        await bob.until(messages.Chat)
        await ann.until(messages.Chat)
        monkeypatch.setattr(Room, "_pictures", fail_the_second_time)
        monkeypatch.setattr(writer, "submit", fail_the_first_time)
        refused = await ann.move("Take", 0, "a")
        assert isinstance(refused, messages.Refused) and refused.reason == "busy"
        assert isinstance(await ann.move("Take", 0, "a"), Accepted)
        assert isinstance(await bob.at(1), messages.Update)

    play(scene)


def test_a_step_that_nobody_waited_for_any_more_is_shown_when_it_is_stored(
    start: Start, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = writer.submit
    held: list[tuple[Unit, Told]] = []

    def hold(unit: Unit, told: Told) -> None:
        held.append((unit, told))

    table = start()

    async def scene() -> None:
        ann, bob = Visitor(table.pk, people[0]), Visitor(table.pk, people[1])
        await bob.until(messages.Chat)
        await ann.until(messages.Chat)
        actor = live.tables._actors[table.pk]
        monkeypatch.setattr(writer, "submit", hold)
        asked = asyncio.create_task(ann.move("Take", 0, "a"))
        async with asyncio.timeout(20):
            while not actor.committing:  # noqa: ASYNC110 - on another thread
                await asyncio.sleep(0.01)
        actor.impatient(time.monotonic() + live.COMMIT_SECONDS)
        refused = await asked
        assert isinstance(refused, messages.Refused) and refused.reason == "busy"
        stored = threading.Event()
        submit(held[0][0], lambda error: stored.set() if error is None else None)
        assert await asyncio.to_thread(stored.wait, 20)
        held[0][1](None)
        assert isinstance(await bob.at(1), messages.Update)

    play(scene)
