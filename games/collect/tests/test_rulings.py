"""What the rules leave open about rows and powers, as this site reads it; where tables may differ, it is an option."""

from __future__ import annotations

import pytest

from games.collect.tests.play import laid


def test_a_new_card_goes_to_the_right_end() -> None:
    assert laid("LM", "", left="O").draw().rows[0] == "LMO"


def test_by_option_a_new_card_goes_anywhere() -> None:
    play = laid("LM", "K", left="OPM", right="L", placing="anywhere").draw()
    assert play.asked == "Place"
    assert play.rows == ["LM", "K"], "not before its place is chosen"
    play.put((0, 1))
    assert play.rows[0] == "LOM"
    assert play.lines() == ["Ann puts an octopus at place 2"]
    play.draw().put(None)
    assert play.rows[1] == "KP"
    play.guess("L", "right")
    assert (play.asked, play.seat) == ("Place", 1), "what a parrot wins, too"
    play.put((1, 0))
    assert play.rows[1] == "LKP"
    play.draw().put((0, 0)).swap((1, 1))
    assert play.rows == ["KLOM", "LMP"], "a swapped monkey goes where the other card lay"


def test_by_that_option_a_first_card_needs_no_place() -> None:
    assert laid("", "", left="O", placing="anywhere").draw().asked == "Turn"


def test_by_that_option_the_placed_card_can_win() -> None:
    assert laid("LLLP", "", left="W", placing="anywhere").draw().put((0, 3)).winner == 0


# -- who wins, and when


def test_a_win_made_for_another_is_the_others() -> None:
    play = laid("KO", "LLLPL", left="K").draw().shift((1, 3), (1, 4))
    assert play.winner == 1
    assert play.p.halves == [0, 1]


def test_when_one_change_makes_two_alliances_the_active_player_wins() -> None:
    play = laid("LLL", "MMLMK", left="M").draw().swap((1, 2))
    assert play.rows == ["LLLL", "MMMMK"]
    assert play.winner == 0


def test_among_others_the_next_in_turn_order_wins() -> None:
    """One change cannot make two others' rows; so they are laid that way."""
    assert laid("K", "LLLL", "OOOO", left="O").draw().winner == 1


def test_the_drawn_card_wins_before_its_power_acts() -> None:
    play = laid("DDD", "L", left="D").draw()
    assert play.winner == 0
    assert play.rows[1] == "L"


def test_a_won_round_is_over_at_once_with_all_that_waited() -> None:
    play = laid("KHH", "D", left="HHO").draw().draw()
    assert play.winner == 0
    play.deal()
    assert (play.asked, play.seat) == ("Turn", 0)


# -- chameleons


def test_two_chameleons_retreat_before_the_row_is_judged() -> None:
    play = laid("LLW", "", left="WO").draw()
    assert play.asked == "Retreat", "L L and two wild ones are no four"
    assert play.retreat().rows[0] == "LL"
    assert play.winner is None


def test_a_swap_that_brings_another_row_its_second_chameleon() -> None:
    play = laid("L", "WK", left="M").draw()
    play.p.rows[0].insert(0, play.p.decks["deck-right"].pop(0))  # a chameleon from the bottom
    play.swap((1, 0))
    assert play.asked == "Retreat"
    assert play.seat == 0
    play.retreat("right")
    assert play.rows == ["L", "MK"]


def test_the_active_player_names_the_deck_when_others_chameleons_retreat() -> None:
    """A wild one that lies where only the monkey goes cannot come to others; so the row is laid as a swap leaves it."""
    play = laid("L", "W", left="OO")
    play.p.rows[1].append(play.p.decks["deck-right"].pop(0))
    play.draw()
    assert (play.asked, play.seat) == ("Retreat", 0)
    play.retreat("left")
    assert play.rows[1] == ""
    assert play.deck("left") == "OWW"
    assert play.driver.statistics["retreats"] == [0, 1]


def test_a_guessed_chameleon_retreats_too() -> None:
    play = laid("W", "", left="P", right="W").draw().guess("W", "right")
    assert play.asked == "Retreat"


def test_both_chameleons_go_under_one_deck_which_may_be_empty() -> None:
    play = laid("W", "", right="W", rest="right").draw("right")
    assert play.deck("left") == ""
    assert play.retreat("left").deck("left") == "WW"


def test_a_card_whose_chameleons_retreated_has_no_power_left() -> None:
    play = laid("W", "L", left="W").draw().retreat()
    assert (play.asked, play.seat) == ("Turn", 1)


# -- crab, hermit crab


def test_the_crab_need_not_move_anything() -> None:
    play = laid("LM", "", left="K").draw()
    assert "MoveNone" in play.offered()
    assert play.move_none().rows[0] == "LMK"
    assert play.seat == 1


def test_a_crab_that_finds_no_row_of_two_cards_does_nothing() -> None:
    assert laid("", "L", left="K").draw().asked == "Turn"


def test_the_second_turn_of_a_hermit_crab_is_optional() -> None:
    play = laid("K", "", left="HL").draw()
    assert "Stop" in play.offered()
    assert play.stop().rows[0] == "KH"
    assert play.seat == 1


def test_a_hermit_crab_drawn_in_a_second_turn_counts_anew() -> None:
    play = laid("K", "", left="HHHL").draw().draw().draw()
    assert (play.asked, play.seat) == ("Hermit", 0)
    assert play.draw().rows[0] == "KHHHL"
    assert play.driver.statistics["again"] == [3, 0]


def test_a_hermit_crab_is_no_crab_for_another() -> None:
    assert laid("HH", "", left="H").draw().asked == "Turn"


def test_a_second_turn_is_a_whole_one_with_the_cards_power() -> None:
    assert laid("K", "L", left="HD").draw().draw().asked == "Crocodile"


def test_there_is_no_second_turn_with_empty_decks() -> None:
    play = laid("K", "", left="H", rest="").draw()
    assert play.p.last is not None and play.p.last.kind == "void"


# -- crocodile, monkey


def test_a_crocodile_without_a_target_does_nothing() -> None:
    assert laid("LM", "", left="D").draw().seat == 1


def test_a_bite_that_closes_a_gap_may_win_the_round_for_the_bitten() -> None:
    assert laid("", "LLPLL", left="D").draw().bite((1, 2)).winner == 1


def test_a_crocodile_with_a_target_must_bite() -> None:
    assert laid("", "L", left="D").draw().offered() == {"Bite"}


def test_a_monkey_without_a_target_stays() -> None:
    assert laid("LM", "", left="M").draw().seat == 1


def test_a_monkey_may_stay() -> None:
    play = laid("", "L", left="M").draw()
    assert play.offered() == {"Swap", "Keep"}
    assert play.keep().rows == ["M", "L"]


@pytest.mark.parametrize("taken", ["K", "H", "D", "M", "P"])
def test_the_power_of_the_card_that_a_monkey_brings_does_not_act(taken: str) -> None:
    play = laid("LK", taken, left="M").draw().swap((1, 0))
    assert (play.asked, play.seat) == ("Turn", 1)


# -- parrot


def test_a_wrong_guess_is_shown_to_all_and_goes_under_the_same_deck() -> None:
    play = laid("", "", left="PKO").draw().guess("L", "left")
    assert play.deck("left") == "OK"
    assert play.rows[0] == "P"
    for reader in (0, 1, None):
        assert play.lines(reader) == [
            "Ann guesses a lion on the left deck",
            "It is a crab, which goes under the left deck",
        ]
        shown = play.driver.view(reader).shown
        assert (shown.animal, shown.guess, shown.deck) == ("animal-crab", "animal-lion", "deck-left")
    assert play.draw().p.shown is None, "until the next card"


def test_there_is_one_guess() -> None:
    assert laid("", "", left="PKO").draw().guess("L", "left").seat == 1


def test_a_guess_cannot_be_taken_back() -> None:
    assert laid("", "", left="PKO").draw().guess("L", "left").driver.why_no_undo(0)


def test_a_rightly_guessed_card_acts() -> None:
    play = laid("", "L", left="PPD").draw().guess("P", "left")
    assert (play.asked, play.seat) == ("Parrot", 0)
    play.guess("D", "left")
    assert (play.asked, play.seat) == ("Crocodile", 0)


def test_a_rightly_guessed_card_can_win() -> None:
    assert laid("PP", "", left="PP").draw().guess("P", "left").winner == 0


def test_a_parrot_with_empty_decks_is_silent() -> None:
    play = laid("L", "K", left="P", rest="").draw()
    assert play.p.last is not None and play.p.last.kind == "void"
