"""The sockets of pages whose ground to be there has ended are closed soon; those of others are not."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from parlor.accounts import standing
from parlor.accounts.models import User
from parlor.notifications.socket import notices_socket
from parlor.play import messages, rooms
from tests.play.visitors import play
from tests.support.sockets import Caller


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "REVISIT", 0.1)


def session() -> SessionStore:
    made = SessionStore()
    made.create()
    return made


async def opened(user: User, at: SessionStore | None = None) -> Caller:
    caller = Caller(notices_socket, user, session=at or await asyncio.to_thread(session))
    assert isinstance(await caller.next(), dict)
    return caller


def test_signing_out_and_a_new_password_close_them(people: list[User]) -> None:
    there = session()

    async def scene() -> None:
        out, elsewhere = await opened(people[0], there), await opened(people[0])
        other = await opened(people[1])
        await asyncio.to_thread(there.flush)
        assert await out.closed() == messages.RESTARTING, "whoever comes again meets the door anew"
        people[0].set_password("another-one-7")
        await asyncio.to_thread(people[0].save)
        assert await elsewhere.closed() == messages.RESTARTING
        await asyncio.sleep(0)
        assert not other.task.done()
        await other.leave()
        assert len(rooms.rooms._elsewhere) == 2, "who has left is not looked after any more"

    play(scene)


def test_a_ban_closes_them_at_once_and_keeps_them_closed(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "REVISIT", 60.0)

    async def scene() -> None:
        banned, other = await opened(people[0]), await opened(people[1])
        await asyncio.to_thread(standing.ban, people[0], timezone.now() + timedelta(days=1), "no")
        assert await banned.closed() == messages.FORBIDDEN
        back = Caller(notices_socket, people[0])
        assert await back.next() == messages.FORBIDDEN
        await other.leave()

    play(scene)
