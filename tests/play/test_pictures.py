"""What one viewer sees: texts and their escaping, patterns, prompts, and that equal viewers share their bytes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from parlor.accounts.models import User
from parlor.engine import Entry, Game, Line, Phrase, commitment
from parlor.play import pictures
from parlor.play.messages import Table, Update
from parlor.play.pictures import Picture, Viewer, picture_for_program
from parlor.play.reading import entry_for, reader
from parlor.play.updating import News
from parlor.tables.live import tables
from parlor.tables.play import concede
from tests.play.conftest import Start
from tests.play.visitors import Visitor, play


class Names(Game[Any, Any]):
    """Only its names of things matter."""

    def name_of(self, thing: str) -> str | Phrase:
        kind, _dash, name = thing.partition("-")
        return Phrase("the {n} of {card}", {"n": name, "card": "card-7"}) if kind == "suit" else f"<{name}>"


def read(message: str, **values: Any) -> tuple[str, str]:
    shown = entry_for(
        Entry(1, 0, [Line(message, values)]), reader(Names(), lambda seat: "<b>Ann & Co</b>", None), html=True
    )
    assert isinstance(shown.html, list)
    return shown.lines[0], shown.html[0]


def test_names_and_texts_are_escaped_once() -> None:
    text, html = read("{seat} & {card}", seat="seat-0", card="card-3")
    assert text == "<b>Ann & Co</b> & <3>"
    assert html == (
        '<span class="ref" data-ref="seat-0">&lt;b&gt;Ann &amp; Co&lt;/b&gt;</span> &amp; '
        '<span class="ref" data-ref="card-3">&lt;3&gt;</span>'
    )


def test_things_in_lists_and_in_names_of_things_are_marked() -> None:
    assert read("{cards}", cards=["card-1", "card-2"])[1].count('data-ref="card-') == 2
    text, html = read("{it}", it="suit-ace")
    assert text == "the ace of <7>"
    assert html.startswith('<span class="ref" data-ref="suit-ace">the ace of <span class="ref" data-ref="card-7">')


def test_nobody_can_forge_a_mark() -> None:
    text, html = read("{word} {card}", word="\ue000card-1\ue001x\ue002", card='card-\ue000"\ue001')
    assert "\ue000" not in text and "\ue001" not in html
    assert html.count("<span") == html.count("</span>") == 1


def test_the_prompt_asks_the_one_and_tells_the_others(start: Start) -> None:
    table = start()

    def prompts(running: Any) -> list[str]:
        return [(picture := Picture(running, seat)).prompt(picture.read) for seat in (0, 1, None)]

    asked, told, watched = tables.ask(table.pk, prompts).result(20)
    assert asked == "Take the card or pay a chip?"
    assert told == watched == "ann takes the card or pays a chip"


def test_the_picture_for_programs_is_plain(start: Start) -> None:
    table = start()
    seen = tables.ask(table.pk, lambda running: picture_for_program(running, 1)).result(20)
    assert (seen["version"], seen["status"], seen["seat"], seen["choices"]) == (0, "running", 1, [])
    assert seen["view"]["chips"] == [None, 11, None]
    assert seen["commitment"] == commitment(bytes(table.seed))
    assert not {"seed", "result", "html", "type"} & set(seen)
    assert seen["log"] == [{"version": 0, "seat": None, "struck": False, "lines": ["ann begins"]}]


def test_the_end_tells_result_reason_and_seed(start: Start, people: list[User]) -> None:
    table = start()
    concede(table.pk, people[0].pk, "a", 0).result(20)
    concede(table.pk, people[1].pk, "b", 1).result(20)
    seen = tables.ask(table.pk, lambda running: picture_for_program(running, 2)).result(20)
    assert seen["status"] == "finished" and seen["reason"] == "conceded"
    assert seen["seed"] == bytes(table.seed).hex()
    assert [place["place"] for place in seen["result"]] == [3, 2, 1]
    assert None not in seen["view"]["chips"]


def test_equal_viewers_are_drawn_once(start: Start, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    table = start(visibility="open")
    drawn: list[Viewer] = []

    def counted(make: Any) -> Any:
        def made(of: Any, viewer: Viewer, *rest: Any) -> Any:
            drawn.append(viewer)
            return make(of, viewer, *rest)

        return made

    monkeypatch.setattr("parlor.play.room.table_message", counted(pictures.table_message))
    monkeypatch.setattr(News, "text", counted(News.text))

    async def scene() -> None:
        watchers = [Visitor(table.pk, page=True) for _n in range(5)]
        tabs = [Visitor(table.pk, people[0]) for _n in range(2)]
        for visitor in (*watchers, *tabs):
            await visitor.until(Table)
        await asyncio.sleep(0.2)  # all are counted by now
        drawn.clear()
        tabs[0].tell(type="move", id="a", version=0, move={"kind": "Refuse"})
        for visitor in (*watchers, *tabs):
            assert isinstance(await visitor.at(1), Update)
        assert sorted(drawn, key=str) == sorted([Viewer(None, True, "en"), Viewer(0, False, "en")], key=str)
        assert len({watcher.frames[-1] for watcher in watchers}) == 1

    play(scene)


def test_a_pattern_comes_with_its_parts_and_an_example(start: Start) -> None:
    from parlor.engine import Pattern, one
    from tests.tables.games import Bid

    table = start("auction", seats=2)
    pattern = Pattern(Bid, {"coins": one([0, 1])}, sample=lambda stream: Bid(stream.below(2)))

    def choices(running: Any) -> Any:
        picture = Picture(running, 0)
        return (
            pictures._pattern(running.driver, pattern),
            picture.kinds([{"kind": "Bid"}]),
            picture.names([{"kind": "x", "a": ["b-1"]}]),
        )

    (seen, kinds, names) = tables.ask(table.pk, choices).result(20)
    assert seen["pattern"] == {"coins": {"part": "one", "of": (0, 1), "optional": False}}
    assert seen["example"]["kind"] == "Bid" and seen["example"]["coins"] in (0, 1)
    assert kinds == {"Bid": {"label": "Bid", "fields": ["coins"]}}
    assert names == {"b-1": "1"}
