"""The end: the goal, equal turns, the score, ties, and players who leave."""

from __future__ import annotations

import pytest

from games.letter_tycoon.material import PRICES
from games.letter_tycoon.moves import Challenge
from games.letter_tycoon.tests.play import Play


def test_value_and_number_bring_on_the_last_round() -> None:
    p = Play("TEASDRO", own={0: "EINOA"}, money=[50, 50])  # $39 with five
    p.spell("TEAS").answer().buy("S")
    assert p.lines()[-1] == "Ann owns 6 patents worth $45: this round is the last"
    assert p.p.ender == 0 and not p.driver.finished
    p.discard()
    assert p.turn == 1 and p.stage == "Write"
    p.skip()
    assert p.driver.finished


def test_less_than_the_value_is_not_enough() -> None:
    p = Play("TEASDRO", own={0: "EINOBJK"}, money=[50, 50]).spell("TEAS").answer().buy("S")
    assert sum(PRICES[letter] for letter in "EINOBJKS") == 43 and p.p.ender is None


def test_the_round_is_played_to_the_last_seat_so_that_all_have_equal_turns() -> None:
    p = Play("", "TEASDRO", own={1: "EAB"}, money=[9, 50, 9, 9], seats=4)
    p.turns(1).spell("TEAS").answer().buy("S")
    assert p.p.ender == 1
    p.discard()
    assert p.turn == 2
    p.turns(1)
    assert p.turn == 3 and not p.driver.finished
    p.skip()
    assert p.driver.finished, "Ann, who began, has no turn more"


def test_the_round_goes_from_who_began_to_the_seat_before() -> None:
    p = Play("TEASDRO", own={0: "EAIBJ"}, money=[50] * 3, seats=3, first=1)
    assert p.turn == 1
    p.turns(2)
    assert (p.turn, p.p.round) == (0, 1)
    p.spell("TEAS").answer().buy("S")
    assert p.driver.finished, "seat 0 is the last one where seat 1 began"
    p = Play("TEASDRO", own={0: "EAIBJ"}, money=[50] * 3, seats=3, first=2).turns(1)
    assert p.turn == 0
    p.spell("TEAS").answer().buy("S").discard()
    assert p.turn == 1 and not p.driver.finished
    p.skip()
    assert p.driver.finished


def test_the_last_seat_ends_the_game_with_its_own_turn_and_is_asked_for_no_discard() -> None:
    p = Play("", "TEASDRO", own={1: "EAINO"}, money=[0, 50], seats=2).turns(1).spell("TEAS").answer().buy("S")
    assert p.driver.finished
    assert p.lines()[-1] == "Bob owns 6 patents worth $45, and the game ends"


def test_patents_may_still_be_bought_in_the_last_round() -> None:
    p = Play("TEASDRO", "GOBDOGS", own={0: "EINOA"}, money=[50, 50]).spell("TEAS").answer().buy("S").discard()
    p.spell("DOG").answer().buy("D")
    assert p.driver.finished and p.p.owners["D"] == 1


def test_on_the_very_last_turn_nobody_is_asked_to_discard() -> None:
    p = Play("TEASDRO", own={0: "EINOA"}, money=[50, 50]).spell("TEAS").answer().buy("S").discard()
    assert p.skip().driver.finished
    assert p.lines() == ["Bob plays no word"]


def ended(first: str, second: str, money: list[int], stock: list[int]) -> Play:
    p = Play(own={0: first, 1: second}, money=money, stock=stock)
    p.p.ender = None
    return p


def test_score_is_money_stock_and_patents() -> None:
    p = ended("EA", "T", [5, 1], [2, 0])
    one, two = p.driver.game.result(p.p)
    assert (one.score, two.score) == (25, 9)
    assert one.parts == [("Money", 5), ("Stock", 2), ("Patents", 18)]
    assert (one.place, two.place) == (1, 2)


def test_a_tie_goes_to_the_higher_value_of_patents() -> None:
    p = ended("B", "E", [10, 1], [1, 2])
    one, two = p.driver.game.result(p.p)
    assert one.score == two.score == 13
    assert (one.place, two.place) == (2, 1)


def test_still_tied_the_win_is_shared() -> None:
    p = ended("B", "J", [3, 1], [1, 3])
    assert [standing.place for standing in p.driver.game.result(p.p)] == [1, 1]


# -- leaving -------------------------------------------------------------------------------------------------------


def test_who_leaves_is_passed_over_and_keeps_the_patents() -> None:
    p = Play("CATDOGE", own={1: "C"}, seats=3)
    p.driver.leave(1)
    assert p.hand(1) == "" and p.p.owners == {"C": 1}
    p.spell("CAT")
    assert p.driver.acting == [2]
    p.answer()
    assert p.funds(1) == (0, 0), "the bank pays nobody who is gone"
    p.discard()
    assert p.turn == 2


def test_the_player_whose_turn_it_is_leaves_while_the_word_is_doubted() -> None:
    p = Play("CATDOGE", pool="EES", seats=3).spell("GO^E")
    p.driver.leave(0)
    assert sorted(p.pool) == sorted("EES") and (p.turn, p.stage) == (1, "Write")
    p.driver.game.check(p.p)


def test_an_opponent_leaves_while_the_word_is_doubted() -> None:
    p = Play("CATDOGE", seats=4).spell("GOC")
    p.make(Challenge(), 3)
    p.driver.leave(1)
    assert p.stage == "Answer" and p.driver.acting == [2, 3], "they are asked anew"
    p.answer(3)
    assert p.stage == "Penalty"


@pytest.mark.parametrize("stage", ["Market", "Tidy", "Penalty", "Write", "Swap"])
def test_an_opponent_leaves_at_any_other_step(stage: str) -> None:
    p = Play("CATDOGE", own={0: "Q"} if stage == "Swap" else None, money=[9] * 3, seats=3)
    if stage == "Tidy":
        p.skip()
    elif stage in ("Market", "Penalty"):
        p.spell("CAT" if stage == "Market" else "GOC").answer(1)
    assert p.stage == stage
    p.driver.leave(2)
    assert (p.turn, p.stage) == (0, stage)


def test_the_first_player_leaves_in_the_last_round() -> None:
    p = Play("TEASDRO", own={0: "EAIBJ"}, money=[50] * 3, seats=3).spell("TEAS").answer().buy("S")
    p.driver.leave(0)
    p.turns(1)
    assert p.turn == 2 and not p.driver.finished
    p.skip()
    assert p.driver.finished
    assert p.driver.result()[0].place == 3
