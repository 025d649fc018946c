"""What the rules leave open about decks, crowns, the next round and teams, as this site reads it."""

from __future__ import annotations

import pytest

from games.collect.game import GAME
from games.collect.tests.play import laid
from parlor.engine import BadOption, Chance, Driver, settle

# -- decks


def test_with_one_deck_empty_the_other_one_is_drawn_from() -> None:
    play = laid("L", "", right="O", rest="")
    assert [move.deck for move in play.legal] == ["deck-right"]  # type: ignore[attr-defined]


def test_with_both_decks_empty_the_round_is_void_and_the_next_player_begins() -> None:
    play = laid("L", "K", "M", left="O", rest="").draw()
    assert play.p.last is not None
    assert (play.p.last.kind, play.p.last.seat) == ("void", None)
    assert (play.p.halves, play.p.left) == ([0, 0, 0], 3)
    assert play.lines()[-1] == "Both decks are empty: round 1 is nobody's"
    assert (play.asked, play.seat) == ("NextRound", 1)
    play.deal()
    assert (play.asked, play.seat, play.p.round) == ("Turn", 1, 2)
    assert [len(deck) for deck in play.p.decks.values()] == [32, 32]


def test_a_returned_card_refills_an_empty_deck() -> None:
    play = laid("L", "K", left="D", rest="").draw().bite((1, 0), "right")
    assert (play.deck("left"), play.deck("right")) == ("", "K")
    assert (play.asked, play.seat) == ("Turn", 1)


def test_what_was_put_under_a_deck_is_hidden_like_the_rest_of_it() -> None:
    play = laid("L", "K", left="DO").draw().bite((1, 0), "left")
    assert play.driver.view(0).decks["deck-left"] == 2
    worlds = {tuple(play.driver.imagine(0, Chance(bytes([n]))).position.decks["deck-left"]) for n in range(8)}
    assert len(worlds) > 1


# -- crowns, next round


def test_there_are_three_half_crowns_unless_the_table_says_otherwise() -> None:
    assert Driver.start(GAME, 3, chance=Chance(b"x")).position.left == 3
    assert Driver.start(GAME, 3, {"half_crowns": 4}, chance=Chance(b"x")).position.left == 4


def test_with_two_players_three_half_crowns_always_decide() -> None:
    """Three half crowns between two: somebody has two of them before the full crown comes."""
    play = laid("LLL", "", left="L").draw()
    play.p.halves[:], play.p.left = [1, 1], 1
    play.deal()
    assert not play.driver.finished
    assert play.p.left == 1


def test_the_winner_begins_the_next_round() -> None:
    play = laid("KO", "LLLPL", "", left="K").draw().shift((1, 3), (1, 4))
    assert (play.asked, play.seat) == ("NextRound", 1)
    assert (play.deal().asked, play.seat) == ("Turn", 1)
    assert play.lines() == ["Round 2: Bob begins"]


def test_by_option_the_next_player_begins() -> None:
    play = laid("LLL", "", "", left="L", starter="next").draw()
    assert (play.deal().asked, play.seat) == ("Turn", 1)


def test_a_random_player_begins_the_match() -> None:
    first = {Driver.start(GAME, 3, chance=Chance(bytes([n]))).acting[0] for n in range(20)}
    assert first == {0, 1, 2}


# -- teams


def test_partners_sit_opposite_and_share_their_crowns() -> None:
    play = laid("LLL", "", "", "", left="L", teams=True, crowns={"halves": [1, 1], "left": 1}).draw()
    assert play.p.sides == [0, 1, 0, 1]
    assert play.driver.finished
    assert play.p.halves == [2, 1]
    assert play.places() == [1, 3, 1, 3]
    assert [standing.team for standing in play.driver.result()] == [0, 1, 0, 1]


def test_an_alliance_needs_one_row_even_in_a_team() -> None:
    assert laid("LL", "", "LL", "", left="O", teams=True).draw().winner is None


def test_a_win_in_a_partners_row_is_the_teams() -> None:
    play = laid("K", "", "LLLPL", "", left="K", teams=True).draw().shift((2, 3), (2, 4))
    assert play.winner == 2
    assert play.p.halves == [1, 0]


def test_partners_may_be_targets_of_crocodile_and_monkey_too() -> None:
    play = laid("", "", "LO", "", left="D", teams=True).draw().bite((2, 0))
    assert play.rows[2] == "O"
    assert laid("K", "", "LO", "", left="M", teams=True).draw().swap((2, 1)).rows == ["KO", "", "LM", ""]


def test_teams_are_for_four() -> None:
    with pytest.raises(BadOption, match="4 to 4 seats"):
        settle(GAME.options, {"teams": True}, 3)


def test_without_teams_nobody_has_one() -> None:
    assert [standing.team for standing in laid("LLL", "", left="L", match="round").draw().driver.result()] == [
        None,
        None,
    ]
