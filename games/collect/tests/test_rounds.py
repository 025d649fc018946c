"""Rounds, crowns and the match (rules, "Gameplay" and "Scoring")."""

from __future__ import annotations

from collections import Counter

import pytest

from games.collect.game import GAME
from games.collect.material import ANIMAL_OF
from games.collect.tests.play import laid
from parlor.engine import Chance, Driver


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_sixty_four_cards_eight_of_each_in_two_decks_of_32(seats: int) -> None:
    d = Driver.start(GAME, seats, chance=Chance(b"deal"))
    decks = d.position.decks
    assert [len(deck) for deck in decks.values()] == [32, 32]
    animals = Counter(ANIMAL_OF[card] for deck in decks.values() for card in deck)
    assert len(animals) == 8 and set(animals.values()) == {8}
    assert d.position.rows == [[] for _seat in range(seats)]


def test_both_sizes_are_public_and_no_card_is() -> None:
    view = Driver.start(GAME, 2, chance=Chance(b"deal")).view(0)
    assert view.decks == {"deck-left": 32, "deck-right": 32}


@pytest.mark.parametrize(
    ("row", "drawn", "words"),
    [
        ("LLL", "L", "four in a row"),
        ("KHDMPO", "L", "a lion's seven different animals"),
        ("KKHHLL", "O", "an octopus's three pairs"),
    ],
)
def test_an_alliance_wins_the_round_and_a_half_crown(row: str, drawn: str, words: str) -> None:
    play = laid(row, "", left=drawn).draw()
    assert play.winner == 0
    assert play.p.halves == [1, 0]
    assert play.p.left == 2
    assert play.lines()[-1] == f"Ann wins round 1 with {words}: a half crown"
    assert play.asked == "NextRound"


def test_the_won_round_lies_open_until_the_next_one_is_dealt() -> None:
    play = laid("LLL", "K", left="L").draw()
    assert play.rows == ["LLLL", "K"]
    play.deal()
    assert play.rows == ["", ""]
    assert [len(deck) for deck in play.p.decks.values()] == [32, 32]
    assert play.p.round == 2
    assert play.winner == 0, "how the last one ended stays to be read"


def test_a_card_put_back_under_a_deck_is_dealt_again_with_the_rest() -> None:
    play = laid("", "LLL", "K", left="DL").draw().bite((2, 0)).draw()
    assert play.winner == 1
    play.deal()
    play.driver.game.check(play.p)


def test_two_half_crowns_win_the_match() -> None:
    play = laid("LLL", "K", left="L", crowns={"halves": [1, 1], "left": 1}).draw()
    assert play.driver.finished
    assert play.p.halves == [2, 1]
    assert play.places() == [1, 2]


def test_without_a_half_crown_left_the_winner_gets_the_full_crown_and_the_match() -> None:
    play = laid("LLL", "K", "O", left="L", crowns={"halves": [1, 1, 1], "left": 0}).draw()
    assert play.driver.finished
    assert (play.p.full, play.p.halves) == (0, [1, 1, 1])
    assert play.places() == [1, 2, 2]
    assert play.lines()[-1].endswith("no half crown is left, so the full crown")


def test_the_full_crown_also_goes_to_one_without_a_half_crown() -> None:
    play = laid("LLL", "", "", "", left="L", crowns={"halves": [0, 1, 1, 1], "left": 0}).draw()
    assert [(s.place, s.score) for s in play.driver.result()] == [(1, 2), (2, 1), (2, 1), (2, 1)]


def test_a_single_round_is_a_match_by_option() -> None:
    play = laid("LLL", "K", left="L", match="round").draw()
    assert play.driver.finished
    assert play.places() == [1, 2]


def test_statistics_tell_how_rounds_were_won() -> None:
    play = laid("LLL", "K", left="L").draw()
    assert play.driver.statistics["rounds"] == [1, 0]
    assert play.driver.statistics["four"] == [1, 0]
    assert play.driver.statistics["cards"] == [1, 0]
