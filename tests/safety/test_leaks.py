"""Nobody is sent what they may not know, in any game: whole games over sockets, with all that is sent tried in worlds
where what its reader cannot see is dealt anew (see `worlds`). Not a byte differs until they may know.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from django.test import Client

from parlor.accounts.models import User
from parlor.catalog.registry import all_games
from parlor.engine import Chance
from parlor.play.messages import Accepted, Refused, Table, Update, read_reply
from parlor.play.pictures import Around, Picture, Viewer
from parlor.tables import service
from parlor.tables.live import tables
from tests.play.visitors import Visitor, play
from tests.safety.worlds import Leak, Proof
from tests.support.tables import tables_at_rest

__all__ = ["tables_at_rest"]

GAMES = sorted(all_games())
PAGES = {"gaia": 4, "collect": 4, "letter-tycoon": 6}  # at every so many versions the pages are compared, too
QUIET = {"presence", "chat", "heartbeat", "accepted", "preview", "refused"}


@pytest.fixture
def people(tables_at_rest: None) -> list[User]:
    return [User.objects.create_user(name) for name in ("ann", "ben", "cleo")]


def opened(game: str, people: list[User], seed: int) -> str:
    """A running table of two people and a bot that everybody may watch."""
    table = service.create(people[0], game=game, seats=3, visibility="open")
    service.join(table.pk, people[1])
    service.add_bot(table.pk, people[0], "random")
    return service.start(table.pk, people[0], chance=Chance(bytes([seed]) * 32)).pk


class Watcher:
    """A socket that keeps up: what it was told last, and what it may choose."""

    def __init__(self, table: str, user: User | None, *, page: bool, edits: bool = False) -> None:
        self.visitor = Visitor(table, user, page=page, edits=edits)
        self.version, self.status, self.choices = -1, "", []

    async def read(self) -> Any:
        message = await self.visitor.next()
        if isinstance(message, Table | Update):
            self.version, self.status, self.choices = message.version, message.status, message.choices
        return message


async def through(table: str, people: list[User], clients: list[Client], chance: Chance, proof: Proof) -> list[Watcher]:
    """Plays the game to its end. Everybody watches, looks ahead, and asks over REST now and then."""
    seats = [Watcher(table, user, page=False) for user in people[:2]]
    everybody = [*seats, *(Watcher(table, user, page=True, edits=True) for user in people[:2])]
    everybody += [Watcher(table, user, page=page) for user in (None, people[2]) for page in (False, True)]
    everybody.append(Watcher(table, None, page=True, edits=True))
    stream, made = chance("moves"), 0

    async def keep_up(watcher: Watcher) -> None:
        while watcher.status != "finished":
            await watcher.read()

    for watcher in everybody:
        while watcher.version < 0:
            await watcher.read()
    others = [asyncio.ensure_future(keep_up(watcher)) for watcher in everybody[2:]]
    while "finished" not in (seats[0].status, seats[1].status):
        mover = next((one for one in seats if one.choices), None)
        if mover is None:
            await seats[0].read()
            while seats[1].version < seats[0].version:
                await seats[1].read()
            continue
        offered = mover.choices[stream.below(len(mover.choices))]
        move = offered.get("example", offered)
        made += 1
        if made % 3 == 0:
            mover.visitor.tell(type="preview", id=f"p{made}", version=mover.version, move=move)
        if made % 10 == 0:
            for client in clients:
                answer = await asyncio.to_thread(client.get, f"/api/tables/{table}/")
                assert answer.status_code == 200, answer.content
        mover.visitor.tell(type="move", id=f"m{made}", version=mover.version, move=move)
        version = mover.version
        while mover.version == version:
            message = await mover.read()
            assert not isinstance(message, Refused), message
            if isinstance(message, Accepted) and message.version == version:
                break  # a sealed choice
        for one in seats:
            while one.version < mover.version:
                await one.read()
        if proof.leaks:
            break
    await asyncio.wait_for(asyncio.gather(*others), 60) if not proof.leaks else None
    return everybody


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_whole_games_dealt_anew(game: str, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    proof = Proof(PAGES.get(game, 1))
    proof.watch(monkeypatch)
    table = opened(game, people, 7)
    clients = [Client(), Client(), Client()]
    for client, user in zip(clients, people, strict=False):
        client.force_login(user)

    async def scene() -> list[Watcher]:
        return await through(table, people, [*clients, Client()], Chance(b"\x01" * 32), proof)

    try:
        watchers = play(scene)
    except TimeoutError:
        assert not proof.leaks, proof.leaks[0]
        raise
    assert not proof.leaks, proof.leaks[0]
    version = tables.ask(table, lambda running: running.driver.version).result(60)
    for watcher in watchers:
        for frame in watcher.visitor.frames:
            kind = json.loads(frame)["type"]
            assert frame in proof.sent if kind in ("table", "update") else kind in QUIET, "sent, but never compared"
        shown = [read_reply(frame) for frame in watcher.visitor.frames]
        assert len([one for one in shown if isinstance(one, Update)]) >= min(version, 20) // 2
    assert proof.compared > version * 4
    assert proof.differing > proof.compared // 2
    assert proof.kept > version // 4
    assert proof.previews > version // 20


def test_the_proof_sees_what_is_planted(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence over the board tells how many chips the others have, and a preview does."""
    table = opened("no-thanks", people, 3)

    def look(running: Any) -> list[int]:
        proof, found = Proof(), []
        for leaking, seat in ((True, 0), (False, 0), (True, None), (False, None)):
            picture, viewer = Picture(running, seat), Viewer(seat, True, "en")
            with monkeypatch.context() as patch:
                if leaking:
                    patch.setattr(Picture, "prompt", lambda self, read: str(self.driver.position.chips[1]))
                try:
                    proof.table_message(picture, viewer, Around())
                except Leak:
                    found.append(1)
                else:
                    found.append(0)
        return found

    def unequal(running: Any) -> list[int]:
        running.driver.position.chips[:] = [11, 4, 18]
        running.dirty = True
        return look(running)

    assert tables.ask(table, unequal).result(60) == [1, 0, 1, 0]
