"""Moves and patterns: what is offered, what is permitted, and why something is refused."""

from __future__ import annotations

from typing import Any

import pytest

from parlor.engine import (
    Chance,
    DesignError,
    Driver,
    Illegal,
    Legal,
    Move,
    Pattern,
    Seat,
    between,
    candidates,
    flag,
    many,
    one,
    permit,
    pick,
    text,
)
from tests.engine.samples import SEED, Ask, Bench, BenchGame, Do

CARDS = ("card-1", "card-2", "card-3")


class Take(Move):
    card: str


class Pass(Move): ...


class Spell(Move):
    cards: tuple[str, ...]
    word: str
    times: int
    loud: bool
    to: str | None


def word_fits(move: Spell) -> None:
    if len(move.word) != len(move.cards):
        raise Illegal("The word must be as long as the row of cards.")


SPELL = Pattern(
    Spell,
    {
        "to": one(("seat-0", "seat-1"), optional=True),
        "cards": many(CARDS, 1, 2, ordered=True),
        "word": text(1, 5),
        "times": between(0, 3),
        "loud": flag(),
    },
    check=word_fits,
    sample=lambda stream: Spell((stream.choice(CARDS),), "a", stream.below(4), True, None),
)
FINE: dict[str, Any] = {"cards": ("card-1", "card-3"), "word": "ab", "times": 1, "loud": False, "to": "seat-1"}


def spell(**changes: Any) -> Spell:
    return Spell(**{**FINE, **changes})


@pytest.mark.parametrize(
    "changes", [{}, {"to": None}, {"times": 0}, {"times": 3}, {"loud": True}, {"cards": ("card-2",), "word": "x"}]
)
def test_a_pattern_permits_what_its_parts_allow(changes: dict[str, Any]) -> None:
    permit([Pass(), SPELL], spell(**changes))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"to": "seat-2"}, "seat-2 cannot be chosen here."),
        ({"cards": ()}, "Choose 1 to 2 here, not 0."),
        ({"cards": CARDS}, "Choose 1 to 2 here, not 3."),
        ({"cards": ("card-1", "card-9")}, "card-9 cannot be chosen here."),
        ({"cards": ("card-1", "card-1")}, "card-1 is chosen twice."),
        ({"cards": "card-1"}, "A list is needed here."),
        ({"word": ""}, "A text of 1 to 5 characters is needed here."),
        ({"word": "abcdef"}, "A text of 1 to 5 characters is needed here."),
        ({"word": 5}, "A text of 1 to 5 characters is needed here."),
        ({"times": 4}, "A number from 0 to 3 is needed here."),
        ({"times": -1}, "A number from 0 to 3 is needed here."),
        ({"times": True}, "A number from 0 to 3 is needed here."),
        ({"loud": 1}, "Yes or no is needed here."),
        ({"word": "a"}, "The word must be as long as the row of cards."),
    ],
)
def test_a_pattern_says_in_a_sentence_why_not(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(Illegal) as refused:
        permit([SPELL], spell(**changes))
    assert str(refused.value) == why


def test_what_is_not_offered_is_refused() -> None:
    permit([Take("card-1"), Pass()], Take("card-1"))
    for move in (Take("card-2"), spell()):
        with pytest.raises(Illegal, match="That is not possible now"):
            permit([Take("card-1"), Pass()], move)
    with pytest.raises(Illegal, match="That is not possible now"):
        SPELL.permit(Pass())


def test_one_of_several_patterns_is_enough() -> None:
    low = Pattern(Take, {"card": one(["card-1"])}, sample=lambda stream: Take("card-1"))
    high = Pattern(Take, {"card": one(["card-9"])}, sample=lambda stream: Take("card-9"))
    permit([low, high], Take("card-9"))
    permit([low, high], Take("card-1"))
    with pytest.raises(Illegal, match="card-5 cannot be chosen here"):
        permit([low, high], Take("card-5"))


def test_a_refusal_repeats_only_the_beginning_of_what_was_sent() -> None:
    with pytest.raises(Illegal) as refused:
        permit([SPELL], spell(to="x" * 100_000))
    assert len(str(refused.value)) < 100
    with pytest.raises(Illegal) as refused:
        permit([SPELL], spell(to="\ud800"))
    str(refused.value).encode()


@pytest.mark.parametrize("parts", [{}, {"card": one(CARDS), "more": flag()}, {"kart": one(CARDS)}])
def test_a_pattern_must_speak_of_each_field(parts: dict[str, Any]) -> None:
    with pytest.raises(DesignError, match=r"Pattern\(Take, ...\) has a part for each field and no other: card"):
        Pattern(Take, parts, sample=lambda stream: Take("card-1"))


def test_exact_numbers_are_said_shortly() -> None:
    assert many(CARDS, 2, 2).permits(["card-1"]) == "Choose 2 here, not 1."
    assert many(CARDS).max == 3


def test_patterns_are_equal_when_they_look_equal() -> None:
    same = Pattern(Spell, SPELL.parts, sample=lambda stream: spell(), check=word_fits)
    other = Pattern(Spell, {**SPELL.parts, "times": between(0, 4)}, sample=lambda stream: spell())
    assert same == SPELL and hash(same) == hash(SPELL)
    assert other != SPELL
    assert Take("card-1") != SPELL


def test_samples_are_permitted() -> None:
    stream = Chance(SEED)("bot")
    for _draw in range(50):
        SPELL.permit(SPELL.sample(stream))


def test_picking_counts_a_pattern_as_one_move() -> None:
    stream = Chance(SEED)("bot")
    picked = [pick([Pass(), SPELL], stream) for _draw in range(400)]
    assert 150 < sum(isinstance(move, Pass) for move in picked) < 250


def test_candidates_are_all_listed_moves_and_different_samples() -> None:
    found = candidates([Pass(), Take("card-1"), SPELL], Chance(SEED), per_pattern=200)
    assert found[:2] == [Pass(), Take("card-1")]
    assert len(found) == 2 + 12  # three cards, four numbers
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("samples", [{}, {"sample": lambda s: Take("a-1"), "sample_from": lambda s, data: Take("a-1")}])
def test_a_pattern_samples_in_one_way(samples: dict[str, Any]) -> None:
    with pytest.raises(DesignError, match="needs sample or sample_from, and not both"):
        Pattern(Take, {"card": one(CARDS)}, **samples)


class Draw(Ask):
    """Asks for something out of the data set `bag`."""

    def legal(self, p: Bench, seat: Seat) -> Legal:
        what = text(1, 9)
        return [Pattern(Do, {"what": what}, sample_from=lambda s, data: Do(s.choice(data.get("bag", ["none"]))))]


class Bag(BenchGame):
    phases = (Draw,)  # type: ignore[assignment]


def test_a_pattern_may_sample_from_a_data_set() -> None:
    first = Draw((Seat(0), Seat(1)))
    data = {"start": lambda p, seat, ctx: first, "bag": ["egg"]}
    d = Driver.start(Bag(), 2, chance=Chance(SEED), data=data)
    assert pick(d.legal(1), Chance(SEED)("bot")) == Do("egg")
    assert pick(d.imagine(0, Chance(SEED)).legal(0), Chance(SEED)("bot")) == Do("egg")
    assert pick(first.legal(d.position, Seat(0)), Chance(SEED)("bot")) == Do("none"), "no driver has offered this one"
