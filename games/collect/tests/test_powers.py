"""What each animal does when it is drawn (rules, "Card Special Abilities")."""

from __future__ import annotations

from games.collect.moves import Bite, Guess, Shift, Swap
from games.collect.tests.play import laid


def test_a_card_is_drawn_from_either_deck() -> None:
    play = laid("", "", left="L", right="O")
    assert [move.deck for move in play.legal] == ["deck-left", "deck-right"]  # type: ignore[attr-defined]
    play.draw("right")
    assert play.rows == ["O", ""]
    assert play.lines() == ["Ann draws an octopus from the right deck"]
    play.draw("left")
    assert play.rows == ["O", "L"]
    assert play.seat == 0


def test_a_lion_and_an_octopus_do_nothing_else() -> None:
    assert laid("K", "M", left="L").draw().seat == 1
    assert laid("K", "M", left="O").draw().seat == 1


def test_two_chameleons_retreat_to_the_bottom_of_a_deck() -> None:
    play = laid("KWL", "", left="WD").draw()
    assert play.asked == "Retreat"
    assert play.seat == 0
    play.retreat("left")
    assert play.rows == ["KL", ""]
    assert play.deck("left") == "DWW"
    assert play.seat == 1
    assert play.lines() == ["Two chameleons of Ann meet and go under the left deck"]


def test_one_chameleon_stays() -> None:
    assert laid("KL", "W", left="W").draw().rows == ["KLW", "W"]


def test_a_crab_moves_a_card_of_the_own_row() -> None:
    play = laid("LMLD", "", left="K").draw()
    assert play.asked == "Crab"
    play.shift((0, 1), (0, 4))
    assert play.rows[0] == "LLDKM"
    assert play.lines() == ["Ann moves a monkey from place 2 to 5"]
    assert play.seat == 1


def test_a_crab_moves_a_card_of_a_competitors_row() -> None:
    play = laid("L", "OOO", "MPM", left="K").draw().shift((2, 2), (2, 0))
    assert play.rows[2] == "MMP"
    assert play.lines() == ["Ann moves a monkey of Cid from place 3 to 1"]


def test_a_crab_moves_within_a_row_only_and_itself_too() -> None:
    play = laid("LM", "DP", left="K").draw()
    rows = play.p.rows
    moves = [move for move in play.legal if isinstance(move, Shift)]
    assert len(moves) == 3 * 2 + 2
    assert all(any(move.card in row and move.to in row for row in rows) for move in moves)
    assert any(move.card == play.card((0, 2)) for move in moves)


def test_a_crab_completes_four_in_a_row() -> None:
    play = laid("LLLPL", "", left="K").draw().shift((0, 3), (0, 5))
    assert play.winner == 0


def test_a_hermit_crab_gives_a_second_turn_with_a_crab() -> None:
    play = laid("K", "", left="HL").draw()
    assert (play.asked, play.seat) == ("Hermit", 0)
    play.draw()
    assert play.rows[0] == "KHL"
    assert play.seat == 1


def test_a_hermit_crab_gives_a_second_turn_with_a_chameleon() -> None:
    assert laid("W", "", left="H").draw().asked == "Hermit"


def test_a_hermit_crab_alone_gives_none() -> None:
    play = laid("LM", "KW", left="H").draw()
    assert (play.asked, play.seat) == ("Turn", 1)


def test_a_crocodile_sends_a_card_of_another_row_under_either_deck() -> None:
    play = laid("L", "MP", "O", left="DK").draw()
    assert play.asked == "Crocodile"
    moves = play.legal
    assert all(isinstance(move, Bite) for move in moves)
    assert {move.card for move in moves} == {*play.p.rows[1], *play.p.rows[2]}  # type: ignore[attr-defined]
    assert {move.deck for move in moves} == {"deck-left", "deck-right"}  # type: ignore[attr-defined]
    play.bite((1, 0), "left")
    assert play.rows == ["LD", "P", "O"]
    assert play.deck("left") == "KM"
    assert play.lines() == ["Ann sends a monkey of Bob under the left deck"]


def test_a_monkey_is_swapped_for_another_players_card() -> None:
    play = laid("LP", "ODK", left="M").draw()
    assert play.asked == "Monkey"
    assert {move.card for move in play.legal if isinstance(move, Swap)} == set(play.p.rows[1])
    play.swap((1, 1))
    assert play.rows == ["LPD", "OMK"]
    assert play.lines() == ["Ann swaps the monkey for a crocodile of Bob"]
    assert play.seat == 1


def test_a_parrots_right_guess_is_yours() -> None:
    play = laid("K", "", left="P", right="L").draw()
    assert play.asked == "Parrot"
    assert {(move.deck, move.animal) for move in play.legal if isinstance(move, Guess)} == {
        ("deck-right", f"animal-{name}")
        for name in ("chameleon", "crab", "hermit", "crocodile", "monkey", "parrot", "lion", "octopus")
    }
    play.guess("L", "right")
    assert play.rows[0] == "KPL"
    assert play.seat == 1
    assert play.lines() == ["Ann guesses a lion on the right deck", "The guess is right: the card is Ann's"]


def test_a_parrots_guess_may_be_for_either_deck() -> None:
    play = laid("", "", left="PO", right="L").draw()
    assert {move.deck for move in play.legal} == {"deck-left", "deck-right"}  # type: ignore[attr-defined]
    assert play.guess("O", "left").rows[0] == "PO"
