"""Options of a table: text or typed values, conditions, limits, and sentences for what cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlor.engine import BadOption, Choice, DesignError, Option, settle
from parlor.engine.options import check_options

ROUNDS = Option("rounds", "Rounds", (Choice(1, "One"), Choice(4, "Four")), 1)
OPEN = Option("open", "Open chips", (Choice(False, "No"), Choice(True, "Yes")), False)
DECK = Option("deck", "Deck", (Choice("small", "Small"), Choice("Big", "Big", seats=(3, 5))), "small")
EXTRA = Option("extra", "Extra", (Choice("none", "None"), Choice("gold", "Gold")), "none", when=("deck", "Big"))
ALL = (ROUNDS, OPEN, DECK, EXTRA)


def test_what_is_not_given_has_its_default() -> None:
    assert dict(settle(ALL, {}, 3)) == {"rounds": 1, "open": False, "deck": "small", "extra": "none"}


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("rounds", 4, 4),
        ("rounds", "4", 4),
        ("rounds", " 4 ", 4),
        ("open", True, True),
        ("open", "true", True),
        ("open", "False", False),
        ("deck", "Big", "Big"),
        ("deck", "big", "Big"),
    ],
)
def test_values_are_typed_or_text(name: str, given: object, value: object) -> None:
    settled = settle(ALL, {name: given}, 3)[name]
    assert settled == value and type(settled) is type(value)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"rounds": 2}, "Option rounds can be 1, 4."),
        ({"rounds": True}, "Option rounds can be 1, 4."),
        ({"rounds": 1.0}, "Option rounds can be 1, 4."),
        ({"rounds": None}, "Option rounds can be 1, 4."),
        ({"rounds": [1]}, "Option rounds can be 1, 4."),
        ({"open": 1}, "Option open can be False, True."),
        ({"open": "1"}, "Option open can be False, True."),
        ({"deck": {"small": 1}}, "Option deck can be small, Big."),
        ({"round": 1}, "There is no option round. There are: deck, extra, open, rounds."),
        ({"extra": "gold"}, "Option extra needs deck to be Big."),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(given: dict[str, Any], why: str) -> None:
    with pytest.raises(BadOption) as refused:
        settle(ALL, given, 3)
    assert str(refused.value) == why


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(BadOption, match=r"^There is no option x\.$"):
        settle((), {"x": 1}, 2)


def test_conditions_hold_or_the_default_stays() -> None:
    assert settle(ALL, {"deck": "Big", "extra": "gold"}, 3)[EXTRA] == "gold"
    assert settle(ALL, {"extra": "none"}, 3)[EXTRA] == "none"


@pytest.mark.parametrize(("seats", "fits"), [(2, False), (3, True), (5, True), (6, False)])
def test_a_choice_may_be_limited_to_some_numbers_of_seats(seats: int, fits: bool) -> None:
    if fits:
        assert settle(ALL, {"deck": "Big"}, seats)[DECK] == "Big"
    else:
        with pytest.raises(BadOption, match="Option deck can be Big with 3 to 5 seats only"):
            settle(ALL, {"deck": "Big"}, seats)


@pytest.mark.parametrize(
    ("declared", "why"),
    [
        ((ROUNDS, ROUNDS), "'rounds' is declared twice"),
        ((Option("x", "X", (Choice(1, "1"),), 2),), "the default 2 is not among its choices"),
        ((EXTRA, DECK), "its condition names 'deck'; declare that one before"),
        ((Option("x", "X", (Choice(1, "1"), Choice(1, "one")), 1),), "has a value twice"),
    ],
)
def test_a_wrong_declaration_is_named_when_the_game_loads(declared: tuple[Option[Any], ...], why: str) -> None:
    with pytest.raises(DesignError, match=why):
        check_options(declared)


@given(
    st.dictionaries(
        st.sampled_from(["rounds", "open", "deck", "extra", "x"]),
        st.none() | st.text() | st.integers() | st.booleans() | st.floats() | st.lists(st.text()),
    ),
    st.integers(1, 7),
)
def test_settling_gives_declared_values_or_refuses(given: dict[str, Any], seats: int) -> None:
    try:
        settled = settle(ALL, given, seats)
    except BadOption:
        return
    for option in ALL:
        assert any(settled[option] == c.value and type(settled[option]) is type(c.value) for c in option.choices)
    assert settle(ALL, dict(settled), seats) == settled
