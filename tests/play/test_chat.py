"""The chat: channels, muting and blocks, on the socket."""

from __future__ import annotations

import asyncio

from parlor.accounts import people as about
from parlor.accounts.models import User
from parlor.play.messages import Accepted, Chat, Table
from parlor.tables import chat, service
from parlor.tables.models import Mute
from tests.play.conftest import Start
from tests.play.visitors import Visitor, play


def texts(message: Chat) -> list[str]:
    return [line.text for line in message.lines]


async def come(table: str, user: User | None) -> tuple[Visitor, Chat]:
    """A visitor, and the history that they get."""
    visitor = Visitor(table, user)
    await visitor.until(Table)
    return visitor, await visitor.until(Chat, lambda message: message.whole)


def test_who_watches_a_running_game_has_a_channel_of_their_own(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        ann, _ = await come(table.pk, people[0])
        dan, _ = await come(table.pk, people[3])
        await dan.ask(type="chat", id="d", text="take it!")
        (line,) = (await ann.until(Chat)).lines
        assert (line.text, line.channel, line.seat) == ("take it!", "watchers", None)
        await ann.ask(type="chat", id="a", text="quiet please")
        (line,) = (await dan.until(Chat, lambda message: texts(message) == ["quiet please"])).lines
        assert (line.channel, line.seat) == ("table", 0)
        _again, history = await come(table.pk, people[3])
        assert [line.channel for line in history.lines] == ["watchers", "table"]

    play(scene)


def test_before_and_after_the_game_there_is_one_channel(people: list[User]) -> None:
    table = service.create(people[0], game="no-thanks", seats=3)
    assert chat.say(table.pk, people[3], "may I?").channel == "table"


def test_a_muted_person_is_not_heard_by_one(start: Start, people: list[User]) -> None:
    table = start()
    chat.say(table.pk, people[1], "before")

    async def scene() -> None:
        ann, history = await come(table.pk, people[0])
        assert texts(history) == ["before"] and history.muted == []
        other_tab, _ = await come(table.pk, people[0])
        bob, _ = await come(table.pk, people[1])
        cleo, _ = await come(table.pk, people[2])
        assert isinstance(await ann.ask(type="mute", id="m", name="BOB", on=True), Accepted)
        for tab in (ann, other_tab):
            whole = await tab.until(Chat)
            assert (whole.whole, texts(whole), whole.muted) == (True, [], ["bob"])
        await bob.ask(type="chat", id="b", text="hello?")
        assert texts(await cleo.until(Chat)) == ["hello?"]
        await cleo.ask(type="chat", id="c", text="hi bob")
        assert texts(await ann.until(Chat)) == ["hi bob"], "and not what Bob said before"
        await ann.ask(type="mute", id="u", name="bob", on=False)
        whole = await ann.until(Chat)
        assert (texts(whole), whole.muted) == (["before", "hello?", "hi bob"], [])

    play(scene)


def test_a_mute_is_of_one_table_and_one_person(start: Start, people: list[User]) -> None:
    here, there = start(), start()
    for table in (here, there):
        chat.say(table.pk, people[1], "hello")
    chat.mute(here.pk, people[0], "bob", True)
    chat.mute(here.pk, people[0], "bob", True)
    assert chat.history(here.pk, people[0].pk) == []
    assert len(chat.history(there.pk, people[0].pk)) == len(chat.history(here.pk, people[2].pk)) == 1
    assert chat.muted(here.pk, people[0].pk) == ["bob"] and chat.muted(here.pk, people[1].pk) == []
    assert len(chat.history(here.pk, None)) == 1, "strangers mute nobody"


def test_whom_nobody_can_mute(start: Start, people: list[User]) -> None:
    table = start(visibility="open")

    async def scene() -> None:
        ann, _ = await come(table.pk, people[0])
        for name in ("ann", "nobody"):
            assert (await ann.ask(type="mute", id=name, name=name, on=True)).reason == "bad"  # type: ignore[union-attr]
        stranger, _ = await come(table.pk, None)
        assert (await stranger.ask(type="mute", id="s", name="ann", on=True)).reason == "stranger"  # type: ignore[union-attr]

    play(scene)
    assert not Mute.objects.exists()


def test_who_blocks_somebody_does_not_hear_them(start: Start, people: list[User]) -> None:
    table = start()
    chat.say(table.pk, people[1], "before")

    async def scene() -> None:
        ann, history = await come(table.pk, people[0])
        bob, _ = await come(table.pk, people[1])
        assert texts(history) == ["before"]
        await asyncio.to_thread(about.block, by=people[0], whom=people[1])
        bob.tell(type="chat", id="b", text="listen!")
        await bob.until(Chat)
        ann.tell(type="chat", id="a", text="nice weather")
        assert texts(await ann.until(Chat)) == ["nice weather"]
        assert texts(await bob.until(Chat)) == ["nice weather"], "it is not told, and works one way"
        _tab, history = await come(table.pk, people[0])
        assert texts(history) == ["nice weather"] and history.muted == []

    play(scene)
