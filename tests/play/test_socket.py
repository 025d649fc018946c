"""The table socket: what is shown, what is done, and what is refused."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest
from django.core.cache import cache

from parlor.accounts.models import User
from parlor.play import messages
from parlor.play.messages import Accepted, Heartbeat, Presence, Refused, Table, Update
from parlor.tables import service
from parlor.tables.live import tables
from parlor.tables.models import Move
from parlor.tables.models import Table as Row
from tests.play.conftest import Start
from tests.play.players import changed
from tests.play.visitors import Visitor, play


def test_a_program_is_shown_the_table_and_each_step(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        ann, bob = Visitor(table.pk, people[0]), Visitor(table.pk, people[1])
        shown = await ann.until(Table)
        assert (shown.version, shown.status, shown.seat) == (0, "running", 0)
        assert shown.view["card"] == "card-20" and shown.view["chips"] == [11, None, None]
        assert shown.choices == [{"kind": "Take"}, {"kind": "Refuse"}]
        assert shown.log[0].lines == ["ann begins"]
        assert [seat.name for seat in shown.seats] == ["ann", "bob", "cleo"]
        assert (await bob.until(Table)).choices == []
        assert await ann.move("Refuse", 0, "a") == Accepted("a", 1)
        step = await ann.at(1)
        assert isinstance(step, Update)
        assert step.changed == {"pot": 1} and step.choices == [] and step.acting == [1]
        assert changed(shown.view, step)["chips"] == [10, None, None]
        assert [entry.lines for entry in step.log] == [["ann pays a chip"]]
        seen = await bob.at(1)
        assert isinstance(seen, Update)
        assert seen.changed == {"pot": 1} and not seen.entries
        assert seen.choices == [{"kind": "Take"}, {"kind": "Refuse"}]

    play(scene)


def test_a_page_is_shown_html(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        ann = Visitor(table.pk, people[0], page=True)
        shown = await ann.until(Table)
        assert isinstance(shown.html, str)
        assert '<div id="live"' in shown.html and 'data-mine="true"' in shown.html and 'id="card-20"' in shown.html
        assert isinstance(shown.kinds, dict)
        assert shown.kinds["Refuse"] == {"label": "No thanks!", "fields": []}
        assert shown.view is messages.UNSET
        await ann.move("Take", 0, "a")
        step = await ann.at(1)
        assert isinstance(step, Update) and isinstance(step.html, str)
        assert step.log[0].html == [
            '<span class="ref" data-ref="seat-0">ann</span> takes <span class="ref" data-ref="card-20">20</span>'
        ]

    play(scene)


def test_the_same_move_sent_twice_counts_once(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        ann = Visitor(table.pk, people[0])
        await ann.until(Table)
        for _n in range(2):
            ann.tell(type="move", id="a", version=0, move={"kind": "Refuse"})
        assert await ann.until(Accepted) == Accepted("a", 1)
        assert await ann.until(Accepted) == Accepted("a", 1)
        again = Visitor(table.pk, people[0])  # as after a break
        await again.until(Table)
        assert await again.move("Refuse", 0, "a") == Accepted("a", 1)

    play(scene)
    assert Move.objects.filter(table=table).count() == 2


def test_a_stale_move_is_refused_and_sync_shows_the_state(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        ann, bob = Visitor(table.pk, people[0]), Visitor(table.pk, people[1])
        await ann.until(Table)
        await ann.move("Refuse", 0, "a")
        await bob.at(1)
        stale = await bob.move("Take", 0, "b")
        assert isinstance(stale, Refused) and stale.reason == "stale" and stale.detail
        bob.tell(type="sync")
        shown = await bob.until(Table)
        assert shown.version == 1 and shown.view["pot"] == 1 and len(shown.log) == 2

    play(scene)


def test_refusals_say_why(start: Start, people: list[User]) -> None:
    table = start(visibility="open")

    async def scene() -> None:
        ann, bob, dan, nobody = (Visitor(table.pk, user) for user in (people[0], people[1], people[3], None))
        for visitor in (ann, bob, dan, nobody):
            await visitor.until(Table)
        for visitor, kind, reason in (
            (bob, "Take", "turn"),
            (ann, "Fly", "illegal"),
            (dan, "Take", "stranger"),
            (nobody, "Take", "stranger"),
        ):
            answer = await visitor.move(kind, 0, "x")
            assert isinstance(answer, Refused)
            assert answer.reason == reason and answer.detail
        for request in ("undo", "concede"):
            assert (await dan.ask(type=request, id=request, version=0)).reason == "stranger"
        assert (await ann.ask(type="undo", id="u", version=0)).reason == "illegal"
        assert (await ann.ask(type="withdraw", id="w")).reason == "turn"
        assert (await bob.ask(type="preview", id="p", version=0, move={"kind": "Take"})).reason == "turn"

    play(scene)
    assert Move.objects.filter(table=table).count() == 1


def test_undo_and_preview(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        ann = Visitor(table.pk, people[0])
        await ann.until(Table)
        seen = await ann.ask(type="preview", id="p", version=0, move={"kind": "Refuse"})
        assert isinstance(seen, messages.Previewed)
        assert seen.lines == ["ann pays a chip"] and seen.changed["pot"] == 1
        await ann.move("Refuse", 0, "a")
        step = await ann.at(1)
        assert step.undo
        assert await ann.ask(type="undo", id="u", version=1) == Accepted("u", 2)
        back = await ann.at(2)
        assert isinstance(back, Update)
        assert back.changed == {"pot": 0} and not back.undo
        assert changed({"chips": [10, None, None]}, back)["chips"] == [11, None, None]
        assert [(entry.version, entry.struck) for entry in back.log] == [(1, True), (messages.UNSET, False)]

    play(scene)


def test_two_windows_of_one_person(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        first, second = Visitor(table.pk, people[0]), Visitor(table.pk, people[0])
        await first.until(Table)
        await second.until(Table)
        first.tell(type="move", id="one", version=0, move={"kind": "Refuse"})
        second.tell(type="move", id="two", version=0, move={"kind": "Take"})
        answers = [await first.until(Accepted | Refused), await second.until(Accepted | Refused)]  # type: ignore[type-var]
        assert sorted(type(answer).__name__ for answer in answers) == ["Accepted", "Refused"]
        third = Visitor(table.pk, people[0])
        shown = await third.until(Table)
        assert shown.version == 1
        assert (await third.until(Presence)).seats == [0]
        await first.leave()
        await third.move("Take", 9, "z")  # the others still get answers
        assert not second.task.done()

    play(scene)


def test_malformed_messages_are_answered_and_then_it_is_enough(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        ann, bob = Visitor(table.pk, people[0]), Visitor(table.pk, people[1])
        await ann.until(Table)
        ann.tell("{")
        assert (await ann.until(Refused)).reason == "bad"
        ann.tell(type="dance", id="d")
        assert (await ann.until(Refused)).id == "d"
        ann.tell_bytes(b"\x00\xff")
        assert (await ann.until(Refused)).reason == "bad"
        assert isinstance(await ann.move("Refuse", 0, "a"), Accepted)
        for _n in range(17):
            ann.tell("nonsense")
        assert await ann.closed() == messages.MALFORMED
        assert (await bob.at(1)).version == 1

    play(scene)


@pytest.mark.parametrize("size", [messages.MAX_BYTES + 1, 1_000_000])
def test_a_large_message_closes_the_socket(start: Start, people: list[User], size: int) -> None:
    table = start()

    async def scene() -> None:
        ann, bob = Visitor(table.pk, people[0]), Visitor(table.pk, people[1])
        await ann.until(Table)
        await bob.until(Table)
        ann.tell('{"type":"chat","id":"a","text":"' + "x" * size)
        assert await ann.closed() == messages.TOO_LARGE
        assert isinstance(await bob.move("Take", 0, "b"), Refused)

    play(scene)


def test_a_flood_is_answered_busy_and_then_closed(start: Start, people: list[User], settings: Any) -> None:
    settings.THROTTLED, settings.LIMITS = True, {**settings.LIMITS, "moves": ""}
    table = start()

    async def scene() -> None:
        ann, bob = Visitor(table.pk, people[0]), Visitor(table.pk, people[1])
        await ann.until(Table)
        await bob.until(Table)
        for n in range(1000):
            bob.tell(type="move", id=f"b{n}", version=0, move={"kind": "Take"})
        assert isinstance(await ann.move("Refuse", 0, "a"), Accepted)
        assert await bob.closed() == messages.TOO_MANY
        answers = [messages.read_reply(frame) for frame in bob.frames]
        reasons = [answer.reason for answer in answers if isinstance(answer, Refused)]
        assert reasons.count("busy") >= 200
        assert reasons.count("turn") + reasons.count("stale") <= 60

    play(scene)


def test_steps_come_in_order_to_everybody(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        ann, bob, cleo = (Visitor(table.pk, user, page=user is people[1]) for user in people[:3])
        for version in range(9):
            mover = (ann, bob, cleo)[version % 3]
            if version < 3:
                await mover.until(Table)
            mover.tell(type="move", id=f"m{version}", version=version, move={"kind": "Refuse"})
            assert isinstance(await mover.until(Accepted), Accepted)
        for visitor in (ann, bob, cleo):
            visitor.tell(type="sync")
            while (await visitor.until(Table)).version != 9:
                visitor.tell(type="sync")
            replies = [messages.read_reply(frame) for frame in visitor.frames]
            states = [reply for reply in replies if isinstance(reply, Table | Update)]
            have = -1
            for state in states:
                if isinstance(state, Table):
                    assert state.version >= have
                else:
                    assert state.version == have + 1
                have = state.version
            assert have == 9

    play(scene)


def test_who_missed_a_step_gets_the_whole_table(
    start: Start, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlor.tables.events._foreseers", [])  # as for steps of other processes
    table = start()

    async def scene() -> None:
        ann, bob, page = (Visitor(table.pk, people[n], page=n == 2) for n in range(3))
        for visitor in (ann, bob, page):
            await visitor.until(messages.Chat)
        held = threading.Event()
        tables.ask(table.pk, lambda running: held.wait(20))
        for version in (0, 1):  # both are made before anybody looks
            ann.tell(type="move", id=f"m{version}", version=version, move={"kind": "Take"})
        await asyncio.sleep(0.1)
        held.set()
        shown = await bob.at(2)
        assert isinstance(shown, Table) and shown.view["taken"][0] == ["card-20", "card-21"] and len(shown.log) == 3
        assert isinstance(await page.at(2), Table)

    play(scene)


def test_nobody_misses_steps_however_fast_they_follow(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        ann, bob, page = (Visitor(table.pk, people[n], page=n == 2) for n in range(3))
        for visitor in (ann, bob, page):
            await visitor.until(messages.Chat)
        held = threading.Event()
        tables.ask(table.pk, lambda running: held.wait(20))
        for version in (0, 1):
            ann.tell(type="move", id=f"m{version}", version=version, move={"kind": "Take"})
        await asyncio.sleep(0.1)
        held.set()
        for visitor in (ann, bob, page):
            for version in (1, 2):
                assert isinstance(await visitor.at(version), messages.Update)

    play(scene)


def test_pictures_that_fail_before_the_commit_are_made_after_it(
    start: Start, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise RuntimeError("no paint")

    monkeypatch.setattr("parlor.play.room.Room.foresee", fail)
    table = start()

    async def scene() -> None:
        ann, bob = Visitor(table.pk, people[0]), Visitor(table.pk, people[1])
        await bob.until(messages.Chat)
        assert isinstance(await ann.ask(type="move", id="m", version=0, move={"kind": "Take"}), Accepted)
        assert isinstance(await bob.at(1), messages.Update)

    play(scene)


def test_who_conceded_watches_from_outside(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        ann, bob = Visitor(table.pk, people[0]), Visitor(table.pk, people[1])
        await ann.until(Table)
        assert isinstance(await ann.ask(type="concede", id="c", version=0), Accepted)
        shown = await ann.until(Table)
        assert shown.seat is None and shown.choices == [] and shown.view["chips"][0] is None
        seen = await bob.until(Table, lambda message: message.seats[0].left)
        assert seen.seats[0].bot
        assert (await ann.move("Take", 1, "x")).reason == "stranger"

    play(scene)


def test_sealed_choices_are_told_to_nobody_else(start: Start, people: list[User]) -> None:
    table = start("auction", seats=2)

    async def scene() -> None:
        ann, bob = Visitor(table.pk, people[0]), Visitor(table.pk, people[1])
        await ann.until(Table)
        await bob.until(Table)
        bid = {"kind": "Bid", "coins": 3}
        assert await ann.ask(type="move", id="a", version=0, move=bid) == Accepted("a", 0)
        assert (await ann.until(Table)).chosen == bid
        seen = await bob.until(Table)
        assert seen.chosen is None and [seat.acting for seat in seen.seats] == [False, True]
        assert await ann.ask(type="withdraw", id="w") == Accepted("w", 0)
        assert (await ann.until(Table)).chosen is None
        assert [seat.acting for seat in (await bob.until(Table)).seats] == [True, True]
        await ann.ask(type="move", id="a2", version=0, move={"kind": "Bid", "coins": 1})
        await bob.ask(type="move", id="b", version=0, move={"kind": "Bid", "coins": 2})
        step = await bob.at(1)
        assert step.log[-1].lines == ["Bids: 1, 2"]
        assert not any('"coins":3' in frame for frame in bob.frames if json.loads(frame).get("chosen"))

    play(scene)


def test_chat_comes_with_its_history(start: Start, people: list[User], settings: Any) -> None:
    settings.THROTTLED, settings.LIMITS = True, {**settings.LIMITS, "chat": "9/d/user"}
    cache.clear()
    table = start(visibility="open")

    async def scene() -> None:
        ann, bob, nobody = Visitor(table.pk, people[0]), Visitor(table.pk, people[1]), Visitor(table.pk)
        for visitor in (ann, bob, nobody):
            assert (await visitor.until(messages.Chat)).lines == []
        text = "<script>alert(1)</script>  http://example.org"
        assert isinstance(await ann.ask(type="chat", id="a", text=text), Accepted)
        line = (await bob.until(messages.Chat)).lines[0]
        assert (line.seat, line.name, line.text) == (0, "ann", "<script>alert(1)</script> http://example.org")
        assert (await ann.ask(type="chat", id="e", text="  ")).reason == "bad"
        assert (await nobody.ask(type="chat", id="n", text="hi")).reason == "stranger"
        for n in range(7):
            assert isinstance(await ann.ask(type="chat", id=f"c{n}", text=str(n)), Accepted)
        assert (await ann.ask(type="chat", id="much", text="and on")).reason == "busy"
        late = Visitor(table.pk, people[2])
        assert len((await late.until(messages.Chat)).lines) == 8

    play(scene)


def test_presence(start: Start, people: list[User]) -> None:
    table = start(visibility="open")

    async def scene() -> None:
        ann = Visitor(table.pk, people[0])
        await ann.until(Presence, lambda seen: seen.seats == [0])
        watchers = [Visitor(table.pk), Visitor(table.pk, people[3]), Visitor(table.pk, people[3])]
        bob = Visitor(table.pk, people[1])
        await ann.until(Presence, lambda seen: seen.seats == [0, 1] and seen.spectators == 2)
        await bob.leave()
        for watcher in watchers:
            await watcher.leave()
        await ann.until(Presence, lambda seen: seen.seats == [0] and seen.spectators == 0)

    play(scene)


def test_the_waiting_room_fills_and_the_game_begins(people: list[User]) -> None:
    ann, bob, cleo, dan = people
    table = service.create(ann, game="no-thanks", seats=3)

    async def scene() -> None:
        page, program, watcher = Visitor(table.pk, ann, page=True), Visitor(table.pk, ann), Visitor(table.pk, dan)
        for visitor, seat in ((page, 0), (program, 0), (watcher, None)):
            shown = await visitor.until(Table)
            assert (shown.version, shown.status, shown.seat) == (0, "waiting", seat)
            assert shown.html is messages.UNSET
            assert [one.free for one in shown.seats] == [False, True, True]
        assert (await program.move("Take", 0, "a")).reason == "closed"
        await asyncio.to_thread(service.join, table.pk, bob)
        assert (await program.until(Table)).seats[1].name == "bob"
        assert (await page.until(Table)).status == "waiting"
        await asyncio.to_thread(service.join, table.pk, cleo)
        await asyncio.to_thread(service.start, table.pk, ann)
        for visitor in (page, program, watcher):
            shown = await visitor.until(Table, lambda message: message.status == "running")
            assert shown.version == 0

    play(scene)


def test_a_closed_table(people: list[User]) -> None:
    table = service.create(people[0], game="no-thanks", seats=3)

    async def scene() -> None:
        watcher = Visitor(table.pk, people[3])
        await watcher.until(Table)
        await asyncio.to_thread(service.leave, table.pk, people[0])
        shown = await watcher.until(Table, lambda message: message.status == "finished")
        assert shown.reason == "closed"

    play(scene)


def test_who_may_watch(start: Start, people: list[User]) -> None:
    private, public, among = start(), start(visibility="open"), start()
    Row.objects.filter(pk=among.pk).update(visibility="friends")

    async def scene() -> None:
        assert await Visitor(among.pk, people[3]).closed() == messages.FORBIDDEN
        await Visitor(among.pk, people[2]).until(Table)
        assert await Visitor("nowhere", people[0]).closed() == messages.MISSING
        assert await Visitor(private.pk).closed() == messages.FORBIDDEN
        assert (await Visitor(private.pk, people[3]).until(Table)).seat is None
        shown = await Visitor(public.pk).until(Table)
        assert shown.seat is None and shown.view["chips"] == [None, None, None]

    play(scene)


def test_a_slow_reader_is_closed_and_holds_up_nobody(
    start: Start, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlor.play.outbox.Outbox.__init__.__defaults__", (4, 4_000_000))
    table = start()

    async def scene() -> None:
        ann, bob, cleo = (Visitor(table.pk, user) for user in people[:3])
        for visitor in (ann, bob, cleo):
            await visitor.until(messages.Chat)
        cleo.reading.clear()
        for version in range(8):  # who takes a card goes on
            assert isinstance(await ann.move("Take", version, f"m{version}"), Accepted)
            await bob.at(version + 1)
        assert await cleo.closed() == messages.TOO_SLOW

    play(scene)


def test_the_heartbeat_tells_the_version(start: Start, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlor.play.rooms.HEARTBEAT", 0.1)
    table = start()

    async def scene() -> None:
        ann = Visitor(table.pk, people[0])
        await ann.move("Refuse", 0, "a")
        assert await ann.until(Heartbeat, lambda beat: beat.version == 1)

    play(scene)
