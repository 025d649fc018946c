"""Sockets whose ground to be there has ended are closed soon, whichever process ended it; those of others are not."""

import asyncio

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from rest_framework.authtoken.models import Token

from parlor.accounts import people as company
from parlor.accounts.models import Friendship, User
from parlor.play import messages, rooms
from tests.play.conftest import Start
from tests.play.visitors import Visitor, play


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "REVISIT", 0.1)


async def seen(*visitors: Visitor) -> None:
    for visitor in visitors:
        await visitor.until(messages.Table)


def session() -> SessionStore:
    made = SessionStore()
    made.create()
    return made


def test_signing_out_closes_the_sockets_of_that_browser(start: Start, people: list[User]) -> None:
    table = start(visibility="open")
    there, elsewhere = session(), session()

    async def scene() -> None:
        out, in_ = Visitor(table.pk, people[1], session=there), Visitor(table.pk, people[1], session=elsewhere)
        await seen(out, in_)
        await asyncio.to_thread(there.flush)
        assert await out.closed() == messages.RESTARTING, "whoever comes again meets the door anew"
        assert isinstance(await in_.move("Refuse", 0, "a"), messages.Refused), "not in turn, but there"

    play(scene)


def test_a_new_password_closes_all_sockets_that_the_old_one_opened(start: Start, people: list[User]) -> None:
    table = start(visibility="open")
    there = session()

    async def scene() -> None:
        own, other = Visitor(table.pk, people[1], session=there), Visitor(table.pk, people[0])
        await seen(own, other)
        people[1].set_password("another-one-7")
        await asyncio.to_thread(people[1].save)
        assert await own.closed() == messages.RESTARTING
        assert isinstance(await other.move("Refuse", 0, "a"), messages.Accepted)

    play(scene)


def test_a_token_that_is_withdrawn_closes_its_programs_sockets(start: Start, people: list[User]) -> None:
    table = start(visibility="open")
    keys = [Token.objects.create(user=person).key for person in people[:2]]

    async def scene() -> None:
        other, own = (Visitor(table.pk, person, token=key) for person, key in zip(people[:2], keys, strict=True))
        await seen(own, other)
        await asyncio.to_thread(Token.objects.filter(key=keys[1]).delete)
        assert await own.closed() == messages.FORBIDDEN
        assert isinstance(await other.move("Refuse", 0, "a"), messages.Accepted)

    play(scene)


def test_the_end_of_a_friendship_ends_watching_a_table_for_friends(start: Start, people: list[User]) -> None:
    host, seated, friend, lost = people[0], people[1], people[3], User.objects.create_user("lost")
    for person in (*people[1:], lost):
        Friendship.objects.create(asker=host, asked=person, accepted_at=timezone.now())
    table = start(visibility="friends")

    async def scene() -> None:
        stays = [Visitor(table.pk, host), Visitor(table.pk, seated), Visitor(table.pk, friend)]
        goes = Visitor(table.pk, lost)
        await seen(*stays, goes)
        await asyncio.to_thread(company.part, by=host, whom=seated)
        await asyncio.to_thread(company.part, by=host, whom=lost)
        assert await goes.closed() == messages.FORBIDDEN
        for number, visitor in enumerate(stays):
            answer = await visitor.move("Refuse", 0, f"m{number}")
            assert isinstance(answer, messages.Accepted | messages.Refused), "still connected"

    play(scene)
