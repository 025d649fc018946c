"""Moves and stored steps to and from JSON; nothing that is sent can do more than be refused."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parlor.engine import Chance, Codec, Game, Illegal, Move, Pattern, Position, Row, Seat, between, many, one, text
from tests.engine.samples import SEED, Ask


class Give(Move):
    card: str
    to: Seat


class Rank(Move):
    order: tuple[Seat, ...]
    best: Seat | None = None


class Bid(Move):
    amount: int
    loud: bool = False


class Say(Move):
    words: tuple[str, ...]


class Nothing(Position): ...


class Talk(Game[Nothing, Any]):
    slug = "talk"
    name = "Talk"
    seats = (2, 4)
    position = Nothing
    phases = (Ask,)
    moves = (Give, Rank, Bid, Say)


CODEC = Codec(Talk())
WIRE = [
    (Give("card-17", Seat(2)), {"kind": "Give", "card": "card-17", "to": "seat-2"}),
    (Rank((Seat(1), Seat(0)), Seat(1)), {"kind": "Rank", "order": ["seat-1", "seat-0"], "best": "seat-1"}),
    (Rank(()), {"kind": "Rank", "order": [], "best": None}),
    (Bid(5), {"kind": "Bid", "amount": 5, "loud": False}),
    (Say(("a", "ü", "🂡")), {"kind": "Say", "words": ["a", "ü", "🂡"]}),
]


@pytest.mark.parametrize(("move", "wire"), WIRE)
def test_a_move_goes_out_and_comes_back(move: Move, wire: dict[str, Any]) -> None:
    assert CODEC.raw(move) == wire
    assert CODEC.move(json.loads(json.dumps(wire))) == move


def test_fields_with_a_default_may_be_left_out() -> None:
    assert CODEC.move({"kind": "Bid", "amount": 3}) == Bid(3)
    assert CODEC.move({"kind": "Rank", "order": []}) == Rank(())


HOSTILE: list[Any] = [
    None,
    5,
    "Give",
    [],
    {},
    {"kind": None},
    {"kind": 3},
    {"kind": ["Give"]},
    {"kind": "Steal"},
    {"kind": "x" * 100_000},
    {"kind": "\ud800"},
    {"kind": "Give"},
    {"kind": "Give", "card": "card-1"},
    {"kind": "Give", "card": 1, "to": "seat-1"},
    {"kind": "Give", "card": None, "to": "seat-1"},
    {"kind": "Give", "card": "card-1", "to": 1},
    {"kind": "Give", "card": "card-1", "to": True},
    {"kind": "Give", "card": "card-1", "to": None},
    {"kind": "Give", "card": "card-1", "to": "seat-"},
    {"kind": "Give", "card": "card-1", "to": "seat--1"},
    {"kind": "Give", "card": "card-1", "to": "seat-²"},
    {"kind": "Give", "card": "card-1", "to": "seat-٣"},
    {"kind": "Give", "card": "card-1", "to": "seat-1e3"},
    {"kind": "Give", "card": "card-1", "to": "seat-" + "9" * 10_000},
    {"kind": "Give", "card": "card-1", "to": "card-1"},
    {"kind": "Give", "card": "card-1", "to": ["seat-1"]},
    {"kind": "Give", "card": "card-1", "to": {"seat": 1}},
    {"kind": "Give", "card": "card-1", "to": "seat-1", "cheat": True},
    {"kind": "Give", "card": "card-1", "to": "seat-1", "x" * 100_000: 1},
    {"kind": "Give", "card": "card-\ud800", "to": "seat-1"},
    {"kind": "Give", "card": "card-\0", "to": "seat-1"},
    {"kind": "Rank", "order": "seat-1"},
    {"kind": "Rank", "order": ["seat-1", 0]},
    {"kind": "Rank", "order": [["seat-1"]]},
    {"kind": "Rank", "order": {"seat-1": 1}},
    {"kind": "Rank", "order": None},
    {"kind": "Bid", "amount": float("nan")},
    {"kind": "Bid", "amount": float("inf")},
    {"kind": "Bid", "amount": 1.5},
    {"kind": "Bid", "amount": "5"},
    {"kind": "Bid", "amount": True},
    {"kind": "Bid", "amount": 2**53},
    {"kind": "Bid", "amount": -(10**400)},
    {"kind": "Bid", "amount": 1, "loud": 1},
    {"kind": "Bid", "amount": 1, "loud": "yes"},
    {"kind": "Say", "words": ["a", None]},
    {"kind": "Say", "words": "abc"},
    {"kind": "Say", "words": ["a\0"]},
    {"kind": "Say", 7: 8, "words": []},
    {"kind": "Say", "words": [], "\ud800": 1},
]


@pytest.mark.parametrize("raw", HOSTILE, ids=lambda raw: repr(raw)[:60].encode("ascii", "replace").decode())
def test_whatever_is_malformed_is_refused_with_a_sentence(raw: Any) -> None:
    with pytest.raises(Illegal) as refused:
        CODEC.move(raw)
    sentence = str(refused.value)
    assert sentence.endswith(".") and len(sentence) < 200
    msgspec.json.encode(sentence)


def nested(depth: int) -> Any:
    value: Any = "card-1"
    for _level in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("field", ["card", "to", "more", "kind"])
def test_what_is_nested_too_deeply_is_refused(field: str) -> None:
    with pytest.raises(Illegal):
        CODEC.move({"kind": "Give", "card": "card-1", "to": "seat-1", field: nested(100_000)})


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters())
    | st.sampled_from(["seat-1", "card-3"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@given(
    st.fixed_dictionaries(
        {"kind": st.sampled_from(["Give", "Rank", "Bid", "Say"])},
        optional=dict.fromkeys(("card", "to", "order", "best", "amount", "loud", "words", "more"), JSON),
    )
)
@example({"kind": "Bid", "amount": 1.0})
def test_what_is_sent_is_a_move_or_is_refused_and_a_move_can_be_stored(raw: Any) -> None:
    try:
        move = CODEC.move(raw)
    except Illegal as refused:
        msgspec.json.encode(str(refused))
    else:
        assert CODEC.move(msgspec.json.decode(msgspec.json.encode(CODEC.raw(move)))) == move


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=9)
SEATS = st.integers(0, 6).map(Seat)
MOVES = st.one_of(
    st.builds(Give, TEXTS, SEATS),
    st.builds(Rank, st.lists(SEATS, max_size=4).map(tuple), st.none() | SEATS),
    st.builds(Bid, st.integers(-(2**53) + 1, 2**53 - 1), st.booleans()),
    st.builds(Say, st.lists(TEXTS, max_size=3).map(tuple)),
)
ROWS = st.one_of(
    st.builds(Row, st.just("move"), SEATS, MOVES),
    st.builds(Row, st.sampled_from(["undo", "leave"]), SEATS),
    st.builds(
        Row, st.just("sealed"), st.none(), st.none(), st.integers(0, 99), st.dictionaries(SEATS, MOVES, min_size=1)
    ),
)


@given(ROWS)
def test_every_step_is_stored_and_read_back(row: Row) -> None:
    stored = CODEC.row(row)
    assert CODEC.unrow(stored) == row
    assert CODEC.row(CODEC.unrow(stored)) == stored


def test_choices_are_complete_moves_and_patterns_with_an_example() -> None:
    pattern = Pattern(
        Rank,
        {"order": many((Seat(0), Seat(2)), 1, 2, ordered=True), "best": one((Seat(2),), optional=True)},
        sample=lambda stream: Rank((Seat(stream.choice((0, 2))),)),
    )
    bid = Pattern(Bid, {"amount": between(1, 9), "loud": one((True,))}, sample=lambda stream: Bid(1, True))
    choices = CODEC.choices([Give("card-1", Seat(1)), pattern, bid], Chance(SEED)("example"))
    assert choices[0] == {"kind": "Give", "card": "card-1", "to": "seat-1"}
    assert choices[1]["pattern"] == {
        "order": {"part": "many", "of": ["seat-0", "seat-2"], "min": 1, "max": 2, "ordered": True},
        "best": {"part": "one", "of": ["seat-2"], "optional": True},
    }
    assert choices[2]["pattern"]["amount"] == {"part": "number", "min": 1, "max": 9}
    pattern.permit(CODEC.move(choices[1]["example"]))
    words = Pattern(Say, {"words": many(("a", "b"))}, sample=lambda stream: Say(()))
    assert CODEC.choices([words], Chance(SEED)("example"))[0]["example"] == {"kind": "Say", "words": []}
    assert msgspec.to_builtins(text(1, 5)) == {"part": "text", "min": 1, "max": 5}
