"""The table socket under thousands of messages that hypothesis thinks up: right ones, wrong ones, late ones, rubbish.

Whatever comes: each message that asks for something is answered once, under its id; a version never falls; what is
refused changes nothing; a move sent twice counts once; and nothing is ever logged as an error.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from parlor.accounts.models import User
from parlor.engine import Chance
from parlor.play import messages
from parlor.play.messages import Accepted, Previewed, Refused, Table, Update
from parlor.play.rooms import rooms
from parlor.tables import service
from parlor.tables.live import tables
from parlor.tables.models import ChatLine, Move
from tests.play.visitors import SECONDS, Closed, Visitor
from tests.safety.made_up import messages_made_up, rubbish
from tests.support.tables import tables_at_rest

__all__ = ["tables_at_rest"]

GAMES = ("no-thanks", "letter-tycoon", "collect", "gaia")
WHO = ("ann", "ben", "cleo", "page", "watcher", "stranger")
ALLOWED_CLOSINGS = {messages.MALFORMED, messages.TOO_LARGE}


class Errors(logging.Handler):
    """Collects what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


class TableSockets(RuleBasedStateMachine):
    people: ClassVar[list[User]] = []
    errors: ClassVar[Errors]
    games: ClassVar[list[int]] = [0]
    steps: ClassVar[list[int]] = [0]

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.sockets: dict[str, Visitor] = {}
        self.seen: dict[str, int] = {}
        self.choices: dict[str, list[dict[str, Any]]] = {}
        self.sent: dict[str, dict[str, Any]] = {}
        self.n = 0

    # Set-up

    @initialize(game=st.sampled_from(GAMES), seed=st.integers(0, 3))
    def begin(self, game: str, seed: int) -> None:
        ann, ben, cleo, _stranger = self.people
        table = service.create(ann, game=game, seats=3, visibility="open")
        for person in (ben, cleo):
            service.join(table.pk, person)
        self.table = service.start(table.pk, ann, chance=Chance(bytes([seed]) * 32)).pk
        self.games[0] += 1
        for who in WHO:
            self.connect(who)

    def teardown(self) -> None:
        async def end() -> None:
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()
            await asyncio.sleep(0)

        self.loop.run_until_complete(end())
        rooms._rooms.clear()
        rooms.loop = None
        self.loop.close()

    def connect(self, who: str) -> None:
        names = {"ann": 0, "page": 0, "ben": 1, "cleo": 2, "stranger": 3}
        user = self.people[names[who]] if who in names else None

        async def enter() -> None:
            self.sockets[who] = Visitor(self.table, user, page=who == "page")
            self.take(who, await self.sockets[who].until(Table))

        self.seen[who] = -1
        self.loop.run_until_complete(enter())

    # Reading

    def take(self, who: str, message: Any) -> None:
        if isinstance(message, Table | Update):
            assert message.version >= self.seen[who], "a version fell"
            if isinstance(message, Update):
                assert message.version > self.seen[who], "a step came twice"
            self.seen[who] = message.version
            self.choices[who] = message.choices

    async def answer(self, who: str, fits: Any) -> Any:
        while True:
            message = await self.sockets[who].next()
            self.take(who, message)
            if fits(message):
                return message

    def ask(self, who: str, message: Any) -> Any:
        """Sends it and returns the answer; None when the socket was closed for it."""
        self.steps[0] += 1
        text = message if isinstance(message, str) else json.dumps(message)
        wanted = messages.id_of(text)
        whole = isinstance(message, dict) and message.get("type") == "sync"

        async def exchange() -> Any:
            self.sockets[who].tell(text)
            return await self.answer(
                who,
                lambda reply: (
                    (isinstance(reply, Accepted | Refused | Previewed) and reply.id == wanted)
                    or (whole and isinstance(reply, Table))
                ),
            )

        try:
            return self.loop.run_until_complete(asyncio.wait_for(exchange(), SECONDS))
        except Closed as closed:
            if closed.code not in ALLOWED_CLOSINGS:
                raise
            self.connect(who)
            return None

    def state(self) -> tuple[int, str]:
        driver_state = tables.ask(self.table, lambda running: (running.driver.version, running.driver.digest()))
        return driver_state.result(SECONDS)

    def next_id(self) -> str:
        self.n += 1
        return f"id-{self.n}"

    def checked(self, who: str, message: Any) -> Any:
        """Sends it; whatever is not accepted must have changed nothing."""
        before, lines = self.state(), ChatLine.objects.count()
        reply = self.ask(who, message)
        if not isinstance(reply, Accepted):
            assert self.state() == before, "what was refused changed something"
            assert ChatLine.objects.count() == lines
        if isinstance(reply, Refused):
            assert len(reply.detail) > 5 and "Traceback" not in reply.detail and reply.reason != "fault"
        return reply

    def catch_up(self, version: int) -> None:
        async def all_of_them() -> None:
            for who in WHO:
                while self.seen[who] < version:
                    self.take(who, await self.sockets[who].next())

        self.loop.run_until_complete(asyncio.wait_for(all_of_them(), SECONDS))

    # What clients send

    @rule(n=st.integers(0, 1000))
    def plays(self, n: int) -> None:
        mover = next((who for who in ("ann", "ben", "cleo") if self.choices[who]), None)
        if mover is None:
            return
        chosen = self.choices[mover][n % len(self.choices[mover])]
        request = {
            "type": "move",
            "id": self.next_id(),
            "version": self.seen[mover],
            "move": chosen.get("example", chosen),
        }
        before = self.state()[0]
        reply = self.ask(mover, request)
        assert isinstance(reply, Accepted), reply
        self.sent[mover] = request
        assert reply.version in (before, before + 1)
        self.catch_up(self.state()[0])

    @rule(who=st.sampled_from(["ann", "ben", "cleo"]))
    def sends_the_last_again(self, who: str) -> None:
        request = self.sent.get(who)
        if request is not None:
            before = self.state()
            assert isinstance(self.ask(who, request), Accepted)
            assert self.state() == before
            assert Move.objects.filter(table_id=self.table, client_id=request["id"]).count() <= 1

    @rule(
        who=st.sampled_from(WHO),
        other=st.sampled_from(["ann", "ben", "cleo"]),
        back=st.integers(-3, 5),
        n=st.integers(0, 99),
    )
    def moves_for_others_or_late(self, who: str, other: str, back: int, n: int) -> None:
        offered = self.choices[other] or [{"kind": "Take"}]
        chosen = offered[n % len(offered)]
        move = chosen.get("example", chosen)
        version = max(0, self.seen[who] - back)
        self.checked(who, {"type": "move", "id": self.next_id(), "version": version, "move": move})
        self.catch_up(self.state()[0])

    @rule(who=st.sampled_from(WHO), n=st.integers(0, 99))
    def looks_ahead(self, who: str, n: int) -> None:
        offered = self.choices[who] or [{"kind": "Take"}]
        chosen = offered[n % len(offered)]
        request = {
            "type": "preview",
            "id": self.next_id(),
            "version": self.seen[who],
            "move": chosen.get("example", chosen),
        }
        reply = self.checked(who, request)
        assert isinstance(reply, Previewed) or not self.choices[who]

    @rule(who=st.sampled_from(WHO), kind=st.sampled_from(["undo", "withdraw", "sync"]), back=st.integers(0, 2))
    def takes_back_or_syncs(self, who: str, kind: str, back: int) -> None:
        self.checked(
            who,
            {"type": kind, "id": self.next_id()}
            | ({"version": max(0, self.seen[who] - back)} if kind == "undo" else {}),
        )
        self.catch_up(self.state()[0])

    @rule(who=st.sampled_from(WHO), move=rubbish | st.dictionaries(st.sampled_from(["kind", "card", "seat"]), rubbish))
    def moves_rubbish(self, who: str, move: Any) -> None:
        for kind in ("move", "preview"):
            reply = self.checked(who, {"type": kind, "id": self.next_id(), "version": self.seen[who], "move": move})
            assert reply is None or isinstance(reply, Refused)

    @rule(who=st.sampled_from(WHO), message=messages_made_up)
    def sends_something(self, who: str, message: dict[str, Any]) -> None:
        if message["type"] in ("sync", "concede") and isinstance(message.get("id"), str):
            return  # those have rules of their own
        self.checked(who, message) if message["type"] != "sync" else None

    @rule(
        who=st.sampled_from(WHO),
        text=st.text(max_size=60) | st.sampled_from(["", "[]", "null", "{", '{"type":', "1e999", "[" * 9000]),
    )
    def sends_no_json(self, who: str, text: str) -> None:
        self.checked(who, text)

    @rule(who=st.sampled_from(WHO), size=st.sampled_from([messages.MAX_BYTES - 60, messages.MAX_BYTES + 1, 200_000]))
    def sends_much(self, who: str, size: int) -> None:
        reply = self.checked(who, {"type": "chat", "id": self.next_id(), "text": "ä" * (size // 6)})
        assert (reply is None) == (size > messages.MAX_BYTES)

    @rule(who=st.sampled_from(WHO), text=st.text(max_size=520))
    def says(self, who: str, text: str) -> None:
        self.checked(who, {"type": "chat", "id": self.next_id(), "text": text})

    @rule(
        who=st.sampled_from(WHO), name=st.sampled_from(["ann", "ben", "nobody", "\u202e", "A" * 40]), on=st.booleans()
    )
    def mutes(self, who: str, name: str, on: bool) -> None:
        self.checked(who, {"type": "mute", "id": self.next_id(), "name": name, "on": on})

    @rule(who=st.sampled_from(WHO))
    def comes_anew(self, who: str) -> None:
        self.loop.run_until_complete(self.sockets[who].leave())
        self.connect(who)

    @invariant()
    def nothing_is_an_error(self) -> None:
        assert not self.errors.found, self.errors.found[0]


@pytest.mark.long
def test_no_message_breaks_the_socket(tables_at_rest: None) -> None:
    TableSockets.people = [User.objects.create_user(name) for name in ("ann", "ben", "cleo", "dora")]
    TableSockets.errors = Errors()
    logger = logging.getLogger()
    logger.addHandler(TableSockets.errors)
    try:
        run_state_machine_as_test(
            TableSockets,
            settings=settings(
                max_examples=45, stateful_step_count=60, deadline=None, database=None, derandomize=True,
                suppress_health_check=list(HealthCheck), phases=[Phase.generate],
            ),
        )  # fmt: skip
    finally:
        logger.removeHandler(TableSockets.errors)
    assert TableSockets.steps[0] > 1500, TableSockets.steps
