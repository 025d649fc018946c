"""The log: who sees which value, and how lines read."""

from __future__ import annotations

import gc
from typing import Any
from weakref import ref

import msgspec
import pytest

from parlor.engine import Chance, Context, Driver, Entry, Line, Only, Phrase, Plural, Reader, RulesError
from tests.engine.samples import BENCH, Bench, Note, ask, bench, do, show, whole

PEOPLE = ["Ann", "Ben", "Cleo", "Dan"]


def reader(seat: int | None, **more: Any) -> Reader:
    return Reader(seat, lambda n: PEOPLE[n], lambda thing: Phrase("the {n}", {"n": thing.partition("-")[2]}), **more)


def read(d: Driver, seat: int | None) -> list[str]:
    return [reader(seat).line(line) for line in d.log[-1].lines]


def test_a_card_in_a_hand_is_named_to_its_owner_only() -> None:
    def draw(p: Bench, seat: int, ctx: Context) -> None:
        card = p.deck.pop()
        p.hands[seat].append(card)
        ctx.log("{seat} draws {card}", seat=seat, card=card)

    d = bench(ask(1), draw=draw)
    do(d, 1, "draw")
    assert [read(d, seat) for seat in (None, 0, 1)] == [["Ben draws a card"], ["Ben draws a card"], ["Ben draws the 5"]]


def test_a_card_is_seen_as_where_it_lies_when_the_line_is_written() -> None:
    def play(p: Bench, seat: int, ctx: Context) -> None:
        card = p.hands[seat].pop()
        ctx.log("held back: {card}", card=card)
        p.row.append(card)
        ctx.log("played: {card}", card=card)
        p.deck.append(p.row.pop())
        ctx.log("buried: {card}", card=card)

    d = bench(ask(1), play=play)
    do(d, 1, "play")
    for seat in (None, 0, 1):
        assert read(d, seat) == ["held back: a card", "played: the 9", "buried: a card"]


def test_lists_show_how_many_to_those_who_may_not_see_every_one() -> None:
    def tell(p: Bench, seat: int, ctx: Context) -> None:
        ctx.log("{cards}", cards=p.hands[0])
        ctx.log("{cards}", cards=[*p.row, *p.hands[0]])
        ctx.log("{cards}", cards=p.row)
        p.row.clear()

    d = bench(ask(1), tell=tell)
    do(d, 1, "tell")
    assert read(d, 0) == ["the 12, the 11", "the 6, the 12, the 11", "the 6"]
    assert read(d, 1) == ["2", "3", "the 6"]


def test_only_names_those_who_may_see_a_value() -> None:
    def tell(p: Bench, seat: int, ctx: Context) -> None:
        ctx.log("{seat} has {n} and {seat_other}", seat=0, n=Only(7, (0, 2)), seat_other=Only(2, (1,)))
        ctx.log("{card} of {all}", card=Only(p.deck[0], (2,)), all=[Only(p.deck[0], (2,)), "free"])

    d = bench(ask(1), tell=tell)
    do(d, 1, "tell")
    assert read(d, 0) == ["Ann has 7 and ?", "a card of 2"]
    assert read(d, 1) == ["Ann has ? and Cleo", "a card of 2"]
    assert read(d, 2) == ["Ann has 7 and ?", "the 1 of the 1, free"]
    assert read(d, None) == ["Ann has ? and ?", "a card of 2"]


def test_a_phrase_is_seen_by_those_who_see_all_that_it_names() -> None:
    def tell(p: Bench, seat: int, ctx: Context) -> None:
        ctx.log("{what}", what=Phrase("{card} and {open}", {"card": p.hands[0][0], "open": p.row[0]}))

    d = bench(ask(1), tell=tell)
    do(d, 1, "tell")
    assert (read(d, 0), read(d, 1)) == (["the 12 and the 6"], ["?"])


def test_numbers_named_seat_are_seats_and_others_are_numbers() -> None:
    def tell(p: Bench, seat: int, ctx: Context) -> None:
        ctx.log("{seat} {seat_left} {seats} {n} {seating}", seat=0, seat_left=1, seats=[2, 0], n=1, seating=2)

    d = bench(ask(1), tell=tell)
    do(d, 1, "tell")
    assert read(d, None) == ["Ann Ben Cleo, Ann 1 2"]


def test_things_that_are_in_no_supply_are_seen_by_all() -> None:
    d = bench(ask(1), tell=lambda p, seat, ctx: ctx.log("{cell} {word}", cell="cell-3_-1", word="-3"))
    do(d, 1, "tell")
    assert d.log[-1].lines[0].seen == {}
    assert read(d, None) == ["the 3_-1 -3"]


def test_lines_of_the_set_up_are_fixed_by_the_position_that_it_made() -> None:
    class Dealt(type(BENCH)):  # type: ignore[misc]
        def setup(self, ctx: Context) -> Any:
            p, after = super().setup(ctx)
            ctx.log("{seat} gets {card}", seat=1, card=p.hands[1][0])
            ctx.log("{card} is open", card=p.row[0])
            return p, after

    d = Driver.start(Dealt(), 3, chance=Chance(b""))
    assert read(d, 1) == ["Ben gets the 10", "the 6 is open"]
    assert read(d, 0) == ["Ben gets a card", "the 6 is open"]


def test_cards_that_the_set_up_phase_deals_are_seen_by_their_owner_only() -> None:
    def begin(p: Bench, seat: int, ctx: Context) -> None:
        ctx.log("{card}", card=p.hands[2][0])

    d = bench(Note("deal"), ask(0), at_deal=begin)
    assert (read(d, 2), read(d, 0)) == (["the 8"], ["a card"])


def test_a_card_dealt_by_a_phase_to_an_empty_table_is_unseen_until_it_lies_somewhere() -> None:
    class Late(type(BENCH)):  # type: ignore[misc]
        def setup(self, ctx: Context) -> Any:
            p, _after = super().setup(ctx)
            p.deck, p.hands, p.row = [], [[] for _seat in ctx.seats], []
            return p, Note("deal")

    def deal(p: Bench, seat: int, ctx: Context) -> None:
        p.deck = ["card-1", "card-2"]
        ctx.log("{card}", card=p.deck.pop())

    d = Driver.start(Late(), 3, chance=Chance(b""), data={"at deal": deal})
    assert [read(d, seat) for seat in (None, 0)] == [["a card"], ["a card"]]


def test_cards_of_several_hands_are_seen_together_by_nobody() -> None:
    def tell(p: Bench, seat: int, ctx: Context) -> None:
        ctx.log("{cards} {open}", cards=[p.hands[0][0], p.hands[1][0]], open=p.row)

    d = bench(ask(1), tell=tell)
    do(d, 1, "tell")
    assert [read(d, seat) for seat in (0, 1)] == [["2 the 6"], ["2 the 6"]]


def test_things_with_several_marks_on_the_way_are_seen_by_those_who_see_them_all() -> None:
    d = show(4)
    where = d.layout.where
    p = d.position
    assert where(p, "card-a1x") == (1,)
    assert where(p, "tile-a1x") == (1,)
    assert where(p, "card-200") == ()
    assert where(p, "card-110") == ()
    assert where(p, "tile-a2") == (2,)
    assert where(p, "card-999") == (-1,)
    assert show(4, chips="open").layout.where(p, "card-a1x") == (1,)


@pytest.mark.parametrize("value", [{"a": 1}, {1}, object(), [object()]])
def test_what_cannot_be_stored_cannot_be_logged(value: Any) -> None:
    d = bench(ask(0), tell=lambda p, seat, ctx: ctx.log("{x}", x=value))
    before = whole(d)
    with pytest.raises(RulesError, match="a log line cannot hold"):
        do(d, 0, "tell")
    assert whole(d) == before


def test_a_logged_list_stays_as_it_was() -> None:
    def tell(p: Bench, seat: int, ctx: Context) -> None:
        ctx.log("{cards}", cards=p.row)
        p.row.append("card-99")

    d = bench(ask(0), tell=tell)
    do(d, 0, "tell")
    assert d.log[-1].lines[0].values["cards"] == ["card-6"]


def test_plurals_are_chosen_by_their_number_and_tell_nothing_that_is_hidden() -> None:
    chips = Plural("{n} chip", "{n} chips", "n")
    assert [reader(None).fill(chips, {"n": n}) for n in (0, 1, 2)] == ["0 chips", "1 chip", "2 chips"]
    assert reader(None).fill(Plural("one", "many", "cards"), {"cards": ["card-1"]}) == "one"
    assert reader(None).line(Line(chips, {"n": 1}, {"n": (0,)})) == "? chips"
    assert reader(0).line(Line(chips, {"n": 1}, {"n": (0,)})) == "1 chip"
    assert reader(None).fill(Plural("one", "many", "gone"), {}) == "many"


def test_a_broken_message_shows_itself() -> None:
    for message in ("{who} acts", "{", "{0}", "{n.real}", "{n[0]}", "{n:d}"):
        assert reader(None).fill(message, {"n": "x"}) in (message, "x")


def test_a_reader_translates_and_wraps() -> None:
    words = {"{seat} takes {card}": "{card} nimmt {seat}", "the {n}": "die {n}", "red": "rot"}
    german = reader(None, translate=lambda text: words.get(text, text), show=lambda thing, name: f"<{thing}:{name}>")
    line = Line("{seat} takes {card}", {"seat": "seat-0", "card": "card-17"})
    assert german.line(line) == "<card-17:die <:17>> nimmt <seat-0:Ann>"
    assert german.value("seat-belt") == "<seat-belt:die <:belt>>"
    assert german.value("red") == "<:rot>"
    assert german.value("") == "<:>"
    assert german.value(None) == "None"


def test_entries_survive_being_stored() -> None:
    line = Line(Plural("{n} of {what}", "{n} of {what}", "n"), {"n": 2, "what": Phrase("the {x}", {"x": "card-1"})})
    entry = Entry(5, 0, [line])
    stored = msgspec.json.decode(msgspec.json.encode(entry), type=Entry)
    assert reader(None).line(stored.lines[0]) == reader(None).line(line) == "2 of the the 1"


def test_every_version_has_one_entry() -> None:
    d = bench(ask(0), ask(1), a=lambda p, seat, ctx: ctx.log("hm"))
    do(d, 0, "a")
    d.undo(0)
    do(d, 0, "a")
    do(d, 1, "a")
    assert [(entry.version, entry.seat, entry.struck, len(entry.lines)) for entry in d.log] == [
        (0, None, False, 0), (1, 0, True, 1), (2, 0, False, 1), (3, 0, False, 1), (4, 1, False, 1),
    ]  # fmt: skip


def test_a_game_that_nobody_has_any_more_is_gone_at_once_with_its_log() -> None:
    d = bench(ask(1), say=lambda p, seat, ctx: ctx.log("{card}", card="card-1"))
    do(d, 1, "say")
    known = ref(d)
    gc.disable()
    try:
        del d
        assert known() is None
    finally:
        gc.enable()
