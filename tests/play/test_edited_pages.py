"""Pages that take edits: each has, after every step, the HTML that it would have been sent whole."""

from __future__ import annotations

import pytest

from parlor.accounts.models import User
from parlor.play.edits import edited
from parlor.play.messages import Table as Whole
from parlor.play.messages import Update
from parlor.play.room import Room
from parlor.play.rooms import rooms
from tests.play.conftest import Start
from tests.play.visitors import Visitor, play


class Reader:
    """A page as a browser keeps it: `html` after each message, and how often it came whole."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.html = ""
        self.wholes = self.steps = 0

    async def at(self, version: int) -> None:
        message = await self.visitor.at(version)
        if isinstance(message, Update) and message.edits:
            self.html = edited(self.html, message.edits)
            self.steps += 1
        else:
            assert isinstance(message.html, str)  # never neither
            self.html = message.html
            self.wholes += 1


def room_of(table: str) -> Room:
    return rooms._rooms[table]


def test_edits_come_to_the_html_that_others_are_sent_whole(start: Start, people: list[User]) -> None:
    table = start(visibility="open")

    async def scene() -> None:
        seats = [Visitor(table.pk, user) for user in people[:3]]
        for seat in seats:
            await seat.until(Whole)
        pairs = []
        for user in (*people[:3], None):
            page, reader = Visitor(table.pk, user, page=True), Reader(Visitor(table.pk, user, edits=True))
            await page.until(Whole)
            await reader.at(0)
            pairs.append((page, reader))
        actor = 0
        for version in range(1, 10):
            made = await seats[actor].move("Refuse" if version % 3 else "Take", version - 1, f"m{version}")
            assert made.version == version  # type: ignore[union-attr]
            for page, reader in pairs:
                step = await page.at(version)
                await reader.at(version)
                assert isinstance(step, Update) and step.edits is not step.html
                assert reader.html == step.html
            actor = step.acting[0]
        assert all(reader.steps >= 8 and reader.wholes <= 2 for _page, reader in pairs)
        edits = [frame for frame in pairs[0][1].visitor.frames if '"edits"' in frame]
        wholes = [frame for frame in pairs[0][0].frames if '"update"' in frame]
        assert sum(map(len, edits)) * 3 < sum(map(len, wholes))

    play(scene)


def test_a_second_tab_that_has_another_page_is_sent_the_whole(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        first = Reader(Visitor(table.pk, people[0], edits=True))
        await first.at(0)
        room = room_of(table.pk)
        room.around = room.around._replace(host="somebody else")
        room._stamp += 1
        second = Reader(Visitor(table.pk, people[0], edits=True))
        await second.at(0)
        assert first.html != second.html
        await first.visitor.move("Refuse", 0, "a")
        for reader in (first, second):
            await reader.at(1)
        assert first.html == second.html
        assert (first.steps, second.steps) == (0, 1)
        bob = Visitor(table.pk, people[1])
        await bob.until(Whole)
        await bob.move("Refuse", 1, "b")
        for reader in (first, second):
            await reader.at(2)
        assert first.html == second.html
        assert (first.steps, second.steps) == (1, 2)

    play(scene)


def test_what_is_bulky_is_kept_for_those_who_are_here(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        ann, bob = Reader(Visitor(table.pk, people[0], edits=True)), Visitor(table.pk, people[1], edits=True)
        await ann.at(0)
        await bob.until(Whole)
        room = room_of(table.pk)
        assert {viewer.seat for viewer in room._pages} == {0, 1}
        await bob.leave()
        await ann.visitor.move("Refuse", 0, "a")
        await ann.at(1)
        assert {viewer.seat for viewer in room._pages} == {0}
        assert not room._wholes

    play(scene)


@pytest.mark.parametrize("edits", [True, False])
def test_after_a_sync_edits_go_on_from_there(start: Start, people: list[User], edits: bool) -> None:
    table = start()

    async def scene() -> None:
        ann = Reader(Visitor(table.pk, people[0], page=True, edits=edits))
        await ann.at(0)
        ann.visitor.tell(type="sync")
        await ann.at(0)
        await ann.visitor.move("Refuse", 0, "a")
        await ann.at(1)
        assert (ann.steps, ann.wholes) == ((1, 2) if edits else (0, 3))

    play(scene)
