"""Whose a bench is: where others are served too, each author has their own, and none of a game that they still play."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, Group
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.utils import timezone

from parlor.accounts import standing
from parlor.accounts.models import User
from parlor.engine.record import write
from parlor.play import messages, rooms
from parlor.studio import keeping
from parlor.studio.access import AUTHORS
from parlor.studio.bench import Bench
from parlor.studio.models import Kept
from parlor.studio.socket import studio_socket
from parlor.tables.models import Seat, Status, Table
from tests.play.visitors import play
from tests.support.pages import sound
from tests.support.sockets import Caller

SEED = "0c" * 32


@pytest.fixture(autouse=True)
def _for_others_too(settings: Any, transactional_db: None) -> None:
    settings.STUDIO, settings.THROTTLED = "authors", True


def author(name: str) -> User:
    made = User.objects.create_user(name)
    made.groups.add(Group.objects.get_or_create(name=AUTHORS)[0])
    return made


@pytest.fixture
def ada() -> User:
    return author("ada")


@pytest.fixture
def bea() -> User:
    return author("bea")


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def seated(user: User) -> Table:
    """A running table with the seed, where this person plays."""
    table = Table.objects.create(game="no-thanks", rules=1, seed=bytes.fromhex(SEED), status=Status.RUNNING)
    Seat.objects.create(table=table, number=0, user=user, name=user.username)
    return table


def test_an_author_sees_and_opens_own_benches_only(ada: User, bea: User) -> None:
    bench = keeping.begin(Bench.new("no-thanks", 3, {}, SEED), ada)
    aside = Kept.objects.create(
        game="no-thanks", name="the trick", content=write(Bench.new("gaia", 2, {}, SEED).record()), by=ada
    )
    own, other = browser(ada), browser(bea)
    for page in (
        f"/studio/{bench}/",
        f"/studio/{bench}/seat/watch/",
        f"/studio/{bench}/panel/",
        f"/studio/{bench}/game.json",
    ):
        assert own.get(page).status_code == 200
        assert other.get(page).status_code == 404, page
    for deed in ("act", "keep", "delete"):
        assert other.post(f"/studio/{bench}/{deed}/", {"do": "go", "to": "0", "name": "mine"}).status_code == 404
    assert other.post("/studio/open/", {"kept": aside.pk}).status_code == 404
    assert own.post("/studio/open/", {"kept": aside.pk}).status_code == 302
    assert f"/studio/{bench}/" in sound(own.get("/studio/")) and "the trick" in sound(own.get("/studio/"))
    assert bench not in sound(other.get("/studio/")) and "the trick" not in sound(other.get("/studio/"))


def test_no_game_goes_on_a_bench_that_its_author_still_plays(ada: User, bea: User) -> None:
    table = seated(bea)
    file = write(Bench.new("no-thanks", 3, {}, SEED).record()).decode()
    for path, given in (
        ("open", {"record": file}),
        ("new", {"game": "no-thanks", "seats": "3", "seed": SEED.upper()}),
    ):
        page = browser(bea).post(f"/studio/{path}/", given, follow=True).content.decode()
        assert "You sit at the table of this game" in page and SEED not in page
        assert not Kept.objects.exists()
    browser(ada).post("/studio/open/", {"record": file})
    assert Kept.objects.get().by == ada
    Table.objects.filter(pk=table.pk).update(status=Status.FINISHED)
    assert browser(bea).post("/studio/open/", {"record": file}, follow=True).status_code == 200
    assert Kept.objects.filter(by=bea).count() == 1


def test_whoever_takes_a_seat_later_finds_the_bench_closed(ada: User) -> None:
    bench = keeping.begin(Bench.new("no-thanks", 3, {}, SEED), ada)
    client = browser(ada)
    assert client.get(f"/studio/{bench}/").status_code == 200
    seated(ada)
    assert client.get(f"/studio/{bench}/").status_code == 404
    assert asyncio.run(first(bench, ada)) == messages.FORBIDDEN


def test_its_sockets_are_its_authors(ada: User, bea: User) -> None:
    bench = keeping.begin(Bench.new("no-thanks", 3, {}, SEED), ada)
    for visitor in (bea, AnonymousUser()):
        assert asyncio.run(first(bench, visitor)) == messages.FORBIDDEN
    assert "deck" in str(asyncio.run(first(bench, ada)))
    assert asyncio.run(first("no-bench", ada)) == messages.MISSING


async def first(bench: str, visitor: User | AnonymousUser) -> Any:
    """The first frame that this visitor gets at seat 0 of the bench, or the code that the socket is closed with."""
    caller = Caller(studio_socket, visitor, bench=bench, seat="0")
    found = await caller.next()
    await caller.leave()
    return found


def test_signing_out_and_a_ban_close_them(ada: User, bea: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "REVISIT", 0.1)
    own, other = (keeping.begin(Bench.new("no-thanks", 3, {}, SEED), by) for by in (ada, bea))
    there = SessionStore()
    there.create()

    async def scene() -> None:
        out = Caller(studio_socket, ada, session=there, bench=own, seat="0")
        banned = Caller(studio_socket, bea, bench=other, seat="0")
        assert isinstance(await out.next(), dict) and isinstance(await banned.next(), dict)
        await asyncio.to_thread(there.flush)
        assert await out.closed() == messages.RESTARTING
        await asyncio.to_thread(standing.ban, bea, timezone.now() + timedelta(days=1), "no")
        assert await banned.closed() == messages.FORBIDDEN

    play(scene)


def test_who_is_no_author_any_more_gets_no_answer(ada: User) -> None:
    bench = keeping.begin(Bench.new("no-thanks", 3, {}, SEED), ada)

    async def scene() -> None:
        caller = Caller(studio_socket, ada, bench=bench, seat="0")
        assert isinstance(await caller.next(), dict)
        await asyncio.to_thread(ada.groups.clear)
        caller.tell(type="move", id="a", version=0, move={"kind": "Take"})
        assert await caller.next() == messages.FORBIDDEN

    play(scene)
