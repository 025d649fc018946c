"""Words that are doubted: by the other players, or by the dictionary at once."""

from __future__ import annotations

import pytest

from games.letter_tycoon.moves import Accept, Challenge, Forfeit, Spell
from games.letter_tycoon.settings import OPTIONS
from games.letter_tycoon.tests.play import Play
from parlor.engine import BadOption, NotYourTurn, settle

HAND = "CATDOGE"


def play(**more: object) -> Play:
    return Play(HAND, **{"pool": "EES", "seats": 4, "money": [0, 3, 3, 3], **more})


def auto(retries: str = "3", **more: object) -> Play:
    return play(challenge="automatic", retries=retries, **more)


# -- the players ---------------------------------------------------------------------------------------------------


def test_all_opponents_are_asked_at_the_same_time() -> None:
    p = play().spell("CAT")
    assert p.driver.acting == [1, 2, 3]
    assert p.legal == [Challenge(), Accept()]
    with pytest.raises(NotYourTurn):
        p.make(Challenge(), 0)


def test_nobody_challenges_and_a_bluff_counts() -> None:
    p = play().spell("GOC").answer()
    assert p.lines() == ["Nobody challenges GOC"]
    assert p.funds() == (1, 0)
    assert p.p.words[-1].words == ["GOC"]


def test_of_several_challengers_the_next_in_turn_order_counts() -> None:
    p = play().spell("CAT").answer(2, 3)
    assert p.lines()[:2] == ["Cid challenges CAT, but it is in the dictionary", "Cid pays Ann $1"]
    assert p.p.money == [2, 3, 2, 3]


def test_turn_order_goes_round_the_table() -> None:
    p = play()
    p.turns(2)
    seat, (a, b, c) = p.turn, [p.p.hands[2][n] for n in range(3)]
    p.make(Spell((a, b, c))).answer(0, 1)
    assert seat == 2 and p.lines()[0].startswith("Ann challenges"), "after Cid come Dan, Ann, Bob"


def test_the_wait_ends_as_soon_as_the_challenger_is_sure() -> None:
    p = play().spell("CAT")
    p.make(Challenge(), 2)
    assert p.stage == "Answer", "Bob would come first"
    p.make(Accept(), 1)
    assert p.stage != "Answer", "Dan would come after Cid"


def test_a_failed_challenge_is_paid_before_scoring_so_it_can_help_to_buy() -> None:
    p = play(money=[1, 1, 0, 0]).spell("CAT").answer(1)
    assert p.funds(0) == (3, 0) and p.funds(1) == (0, 0)
    assert p.stage == "Market", "C costs $3"
    assert p.driver.statistics["challenges_lost"] == [0, 1, 0, 0]


def test_a_challenger_without_money_pays_nothing_and_the_bank_does() -> None:
    p = play(money=[0, 0, 3, 3]).spell("CAT").answer(1)
    assert p.lines()[:2] == [
        "Bob challenges CAT, but it is in the dictionary",
        "Bob has no money, so the bank pays Ann $1",
    ]
    assert p.p.money == [2, 0, 3, 3]


def test_a_challenger_without_money_does_not_pay_from_the_royalty_of_this_word() -> None:
    p = play(money=[0, 0, 0, 0], own={1: "C"}).spell("CAT").answer(1)
    assert p.p.money == [2, 1, 0, 0]


def test_a_rejected_word_goes_back_and_costs_a_card_and_the_turn() -> None:
    p = play(deck="SS").spell("GO^E")
    assert p.pool == "ES"
    p.answer(3)
    assert p.lines() == [
        "Dan challenges GOE",
        "GOE is not in the dictionary",
        "Ann takes the cards back",
    ]
    assert sorted(p.hand(0)) == sorted(HAND) and sorted(p.pool) == sorted("EES")
    assert p.stage == "Penalty" and len(p.legal) == 7 and all(isinstance(move, Forfeit) for move in p.legal)
    p.forfeit("D")
    assert p.lines(1) == ["Ann discards a card as a penalty"]
    assert len(p.hand(0)) == 7 and (p.turn, p.stage) == (1, "Write"), "no purchase, no discard of one's own will"
    assert p.p.money == [0, 3, 3, 3]
    assert p.driver.statistics["challenges_won"] == [0, 0, 0, 1]
    assert p.driver.statistics["rejected"] == [1, 0, 0, 0]


def test_both_words_are_tested_together_and_one_bad_one_rejects_the_play() -> None:
    p = play(own={0: "V"}).spell("CAT/DOE").answer(1)
    assert p.lines()[:2] == ["Bob challenges CAT, DOE", "DOE is not in the dictionary"]
    assert p.stage == "Penalty" and p.funds() == (0, 0)


def test_both_words_may_be_good_or_bad() -> None:
    p = play(own={0: "V"}).spell("CAT/DOG").answer(1)
    assert p.lines()[0] == "Bob challenges CAT, DOG, but both are in the dictionary"
    p = play(own={0: "V"}).spell("CTA/DGO").answer(1)
    assert p.lines()[1] == "CTA, DGO are not in the dictionary"


def test_the_extra_s_must_make_a_word() -> None:
    assert play(own={0: "Z"}).spell("CAT+").answer(1).funds() == (3, 0)
    assert play(own={0: "Z"}).spell("DOE+").answer(1).stage == "Penalty"


def test_a_word_can_be_taken_back_until_the_others_have_answered() -> None:
    p = play().spell("GOC")
    p.make(Challenge(), 3)
    p.driver.undo(0)
    assert p.stage == "Write" and p.hand(0) == HAND
    p.spell("CAT").answer()
    assert p.funds() == (1, 0), "the old answer is gone"


def test_the_answer_of_somebody_absent_is_to_accept() -> None:
    p = play().spell("CAT")
    assert p.driver.agenda[-1].phase.skip(p.p, 1) == Accept()


# -- the dictionary ------------------------------------------------------------------------------------------------


def test_a_good_word_is_accepted_at_once() -> None:
    p = auto().spell("CAT")
    assert p.funds() == (1, 0) and p.stage == "Tidy"
    assert p.lines() == ["Ann spells CAT, for $1"]


def test_three_retries_are_four_attempts() -> None:
    p = auto()
    left = []
    for _attempt in range(3):
        p.spell("GOC")
        assert p.stage == "Write" and p.hand(0).count("G") == 1
        left.append(p.lines()[-1])
    assert left == ["Ann may try 3 times more", "Ann may try 2 times more", "Ann may try once more"]
    p.spell("GOC")
    assert p.lines()[1:] == ["GOC is not in the dictionary", "Ann takes the cards back"]
    assert p.stage == "Penalty" and p.p.refused == ["GOC"] * 4
    p.forfeit("G")
    assert p.turn == 1 and p.p.refused == []


@pytest.mark.parametrize("retries", ["0", "1", "2", "3", "4", "5"])
def test_so_many_retries_as_the_option_says(retries: str) -> None:
    p = auto(retries)
    attempts = 0
    while p.stage == "Write":
        p.spell("GOC")
        attempts += 1
    assert attempts == int(retries) + 1


def test_retries_without_limit() -> None:
    p = auto("unlimited")
    for _attempt in range(20):
        assert p.spell("GOC").stage == "Write"
    assert p.lines()[-1] == "GOC is not in the dictionary"
    assert p.spell("CAT").funds() == (1, 0)


def test_after_a_wrong_word_one_may_play_none() -> None:
    p = auto().spell("GOC").skip()
    assert p.stage == "Tidy"


def test_each_turn_has_all_its_retries() -> None:
    p = auto("1").spell("GOC").spell("CAT").discard().turns(3)
    assert p.turn == 0 and p.p.retries == 1


def test_retries_need_the_dictionary_to_check() -> None:
    with pytest.raises(BadOption):
        settle(OPTIONS, {"retries": "5"}, 3)
    assert settle(OPTIONS, {}, 3)["challenge"] == "players"
    assert settle(OPTIONS, {"challenge": "automatic"}, 3)["retries"] == "3"


def test_what_the_dictionary_said_cannot_be_taken_back() -> None:
    for text in ("CAT", "GOC"):
        p = auto().spell(text)
        assert p.driver.why_no_undo(0) is not None


def test_the_table_s_dictionary_decides() -> None:
    word = Play("COLOURS", challenge="automatic", dictionary="american").spell("COLOUR")
    assert word.funds() == (0, 0)
    assert Play("COLOURS", challenge="automatic", dictionary="british").spell("COLOUR").funds() == (4, 1)


# -- what a preview tells ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("challenge", ["players", "automatic"])
def test_a_preview_tells_what_a_word_would_earn_but_not_whether_it_is_one(challenge: str) -> None:
    p = Play("RHYTHMS", own={0: "K"}, challenge=challenge)
    told = p.preview("RHYTHM")
    assert [p.read(0).line(line) for line in told.lines] == [
        "Ann spells RHYTHM, for $8 and 2 stock",
        "In RHYTHM, Y counts as a vowel",
        "RHYTHM is doubled by the K patent: it has just one vowel",
    ]
    wrong = p.preview("RHYHTM")
    assert len(wrong.lines) == 3 and wrong.changed.keys() == told.changed.keys()
    assert {"money", "stock", "retries", "stage"} & told.changed.keys() <= {"stage"}
    assert p.spell("RHYTHM").answer().funds() == (8, 2)
