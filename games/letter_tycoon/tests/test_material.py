"""What is in the box: the tables add up."""

from __future__ import annotations

import pytest

from games.letter_tycoon.material import (
    ALPHABET,
    CARDS,
    COUNTS,
    EARNINGS,
    GOALS,
    LONGEST,
    POWERS,
    PRICES,
    VOWELS,
    letter_of,
)
from games.letter_tycoon.tests.play import Play


def test_102_cards_of_26_letters_42_of_them_vowels() -> None:
    assert len(CARDS) == len(set(CARDS)) == sum(COUNTS.values()) == 102
    assert "".join(COUNTS) == ALPHABET
    assert sum(letter_of(card) in VOWELS for card in CARDS) == 42
    assert (COUNTS["E"], COUNTS["S"], COUNTS["Y"], COUNTS["Q"]) == (12, 6, 2, 1)


def test_26_patents_worth_110_and_those_with_powers_are_the_cheapest() -> None:
    assert "".join(PRICES) == ALPHABET and sum(PRICES.values()) == 110
    by_price = {price: "".join(x for x in PRICES if PRICES[x] == price) for price in sorted(PRICES.values())}
    assert by_price == {2: "BJKQVXZ", 3: "CFGMPUWY", 4: "DL", 5: "H", 6: "RS", 7: "INO", 8: "AT", 10: "E"}
    assert by_price[2] == POWERS


def test_earnings_by_length() -> None:
    assert [EARNINGS[n][0] for n in range(3, 13)] == [1, 2, 3, 4, 6, 6, 6, 6, 6, 6]
    assert [EARNINGS[n][1] for n in range(3, 13)] == [0, 0, 0, 1, 1, 2, 3, 4, 5, 6]
    assert max(EARNINGS) == LONGEST == 12, "seven cards, three of the pool, one of them twice, and an S"


def test_goals_by_players() -> None:
    assert GOALS == {2: (45, 6), 3: (34, 5), 4: (26, 3), 5: (21, 3)}
    for seats, (value, number) in GOALS.items():
        dearest = sorted(PRICES.values(), reverse=True)
        assert sum(dearest[: number - 1]) < value <= sum(dearest[:number]), "the number follows from the value"
        assert seats * (value - 1) < 110, "somebody gets there before all patents are sold"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_setup_seven_cards_each_three_in_the_pool_and_nobody_has_anything(seats: int) -> None:
    p = Play(seats=seats).p
    assert [len(hand) for hand in p.hands] == [7] * seats
    assert len(p.pool) == 3 and len(p.deck) == 102 - 3 - 7 * seats
    assert p.money == p.stock == [0] * seats and not p.owners
    assert (p.goal, p.needed) == GOALS[seats]


def test_a_lower_goal_can_be_chosen() -> None:
    p = Play(seats=2, goal="21").p
    assert (p.goal, p.needed) == (21, 3)
