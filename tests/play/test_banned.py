"""Sockets of people who are banned: closed at once here, soon where another process has done it, and not opened again."""

import asyncio
from datetime import timedelta

import pytest
from django.utils import timezone

from parlor.accounts import standing
from parlor.accounts.models import User
from parlor.play import messages, rooms
from tests.play.conftest import Start
from tests.play.visitors import Visitor, play


def test_a_ban_closes_the_persons_sockets_and_nobody_elses(start: Start, people: list[User]) -> None:
    table = start(visibility="open")

    async def scene() -> None:
        own, watching, other = Visitor(table.pk, people[1]), Visitor(table.pk, people[1]), Visitor(table.pk, people[0])
        for visitor in (own, watching, other):
            await visitor.until(messages.Table)
        await asyncio.to_thread(standing.ban, people[1], timezone.now() + timedelta(days=1), "no")
        assert await own.closed() == await watching.closed() == messages.FORBIDDEN
        assert isinstance(await other.move("Refuse", 0, "a"), messages.Accepted)
        again = await asyncio.to_thread(User.objects.get, pk=people[1].pk)
        back = Visitor(table.pk, again)
        assert await back.closed() == messages.FORBIDDEN and not back.frames

    play(scene)


def test_what_another_process_has_banned_is_found_in_the_database(
    start: Start, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "REVISIT", 0.1)
    monkeypatch.setattr(standing, "_listeners", [])
    table = start(visibility="open")

    async def scene() -> None:
        own, gone, other = Visitor(table.pk, people[1]), Visitor(table.pk, people[3]), Visitor(table.pk, people[0])
        for visitor in (own, gone, other):
            await visitor.until(messages.Table)
        await asyncio.to_thread(standing.ban, people[1], standing.FOREVER, "no")
        await asyncio.to_thread(people[3].delete)
        assert await own.closed() == await gone.closed() == messages.FORBIDDEN
        assert isinstance(await other.move("Refuse", 0, "a"), messages.Accepted)

    play(scene)


def test_a_rolled_back_table_is_sent_to_everybody(start: Start, people: list[User]) -> None:
    from parlor.tables import interventions

    table = start(visibility="open")

    async def scene() -> None:
        visitor = Visitor(table.pk, people[0])
        await visitor.until(messages.Table)
        await visitor.move("Refuse", 0, "a")
        await asyncio.to_thread(interventions.roll_back, table.pk, 1, "a slip")
        update = await visitor.until(messages.Update, lambda message: message.version == 2)
        struck, told = update.log
        assert (struck.version, struck.struck) == (1, True)
        assert told.lines == ["An admin takes the last move back: a slip"]
        assert update.choices, "it is ann's turn again"

    play(scene)
