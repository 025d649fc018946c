"""A turn from beginning to end: the order of its steps, what is put away when, and what is left out."""

from __future__ import annotations

import pytest

from games.letter_tycoon.material import letter_of
from games.letter_tycoon.moves import Discard, Keep, Pass, Purchase, Replace, Skip, Spell
from games.letter_tycoon.tests.play import Play
from parlor.engine import Illegal


def test_word_challenges_patent_discard_and_the_next_player() -> None:
    p = Play("CATSSSS", pool="EEE")
    assert p.stage == "Write"
    assert p.spell("CATS").stage == "Answer"
    assert p.answer().stage == "Tidy", "nothing for $2 is for sale"
    assert p.funds() == (2, 0) and len(p.hand(0)) == 3
    p.discard("S")
    assert p.hand(0)[:2] == "SS" and len(p.hand(0)) == 7
    assert (p.turn, p.stage, p.p.round) == (1, "Write", 1)
    p.turns(1)
    assert (p.turn, p.p.round) == (0, 2)


def test_skipping_leads_straight_to_the_discard() -> None:
    p = Play("CATSSSS", own={1: "C"}, money=[9])
    before = p.pool
    assert p.skip().stage == "Tidy"
    assert p.lines() == ["Ann plays no word"]
    assert p.pool == before, "the pool stays"
    p.discard("CATSSSS")
    assert len(p.hand(0)) == 7 and p.funds() == (9, 0)


def test_the_pool_is_filled_up_before_the_word_is_put_away() -> None:
    p = Play("CATSSSS", pool="EES")
    p.p.discard, p.p.deck = [*p.p.deck], []  # all used up: what was discarded makes the new deck
    p.spell("SEE")
    laid = list(p.p.laid)
    p.answer()
    assert not set(laid) & {*p.p.pool, *p.p.deck}, "they cannot come back in this refill"
    assert set(laid) == set(p.p.used)
    assert len(p.p.pool) == 3


def test_when_the_deck_is_used_up_what_was_played_and_discarded_is_shuffled_into_a_new_one() -> None:
    p = Play("CATSSSS", pool="EES", deck="")
    p.p.used, p.p.discard, p.p.deck = p.p.deck[:40], p.p.deck[40:], []
    p.skip().discard("CA")
    assert not p.p.used and not p.p.discard and len(p.p.deck) == 85 - 2 + 2
    assert p.lines() == [
        "Ann discards 2 cards",
        "The deck is used up: all cards played and discarded are shuffled into a new one",
    ]


def test_what_is_discarded_others_learn_by_number_only() -> None:
    p = Play("CATSSSS")
    p.skip().discard("CA")
    for reader in (0, 1, None):
        assert p.lines(reader) == ["Ann discards 2 cards"]
    assert p.driver.view(1).discard == 2 and p.driver.view(0).discard == 2
    assert p.driver.view(1).hands[0] == 7


def test_nothing_is_said_of_discarding_nothing() -> None:
    p = Play("CATSSSS").skip().discard()
    assert p.lines() == []


def test_an_empty_hand_is_filled_up_without_asking() -> None:
    p = Play("STONEDE").spell("STONEDE").answer().no_patent()
    assert (p.turn, len(p.hand(0))) == (1, 7)


def test_the_patent_may_be_paid_with_the_money_just_earned() -> None:
    p = Play("CATSSSS", money=[2]).spell("CAT").answer()
    assert p.legal == [Purchase("patent-C"), Pass()]
    p.buy("C")
    assert p.lines() == ["Ann buys the patent on C for $3"]
    assert p.funds() == (0, 0) and p.p.owners == {"C": 0}


def test_a_patent_for_sale_is_nobodys_affordable_and_of_a_letter_just_played() -> None:
    p = Play("CATSSSS", own={1: "A"}, money=[7]).spell("CAT").answer()
    assert p.legal == [Purchase("patent-C"), Purchase("patent-T"), Pass()]
    with pytest.raises(Illegal):
        p.buy("A")
    with pytest.raises(Illegal):
        p.buy("S")


def test_of_two_words_either_may_give_the_letter() -> None:
    p = Play("CATDOGS", own={0: "V"}, money=[9]).spell("CAT/DOG").answer()
    assert [letter_of(move.patent) for move in p.legal[:-1]] == list("CATDOG")


def test_the_extra_s_and_a_copy_sell_nothing_beyond_real_cards() -> None:
    p = Play("CATDOGE", pool="EEE", own={0: "Z"}, money=[99]).spell("CAT+").answer()
    assert [letter_of(move.patent) for move in p.legal[:-1]] == list("CAT")
    p = Play("TEASAAA", own={0: "X"}, money=[99]).spell("TEAa").answer()
    assert [letter_of(move.patent) for move in p.legal[:-1]] == list("TEA"), "its card is there anyway"


def test_a_pool_card_may_give_the_letter() -> None:
    p = Play("TTTTTTN", pool="EEE", money=[9]).spell("TEE").answer()
    assert [letter_of(move.patent) for move in p.legal[:-1]] == list("TE")


def test_one_patent_per_turn() -> None:
    p = Play("CATSSSS", money=[50]).spell("CAT").answer().buy("C")
    assert p.stage == "Tidy"


def test_a_patent_bought_this_turn_has_no_effect_before_the_next() -> None:
    p = Play("KATTTTT", pool="EEE", money=[5], challenge="automatic", retries="unlimited")
    p.make(Spell(tuple(p.held("KAT"))))
    assert p.stage == "Write", "KAT is no word here"
    p = Play("SKYSSSS", money=[5]).spell("SKY").answer()
    assert p.funds() == (6, 0)
    p.buy("K")
    assert p.funds() == (4, 0) and p.p.words[0].money == 1


def test_royalties_from_the_bank_for_each_real_card_of_another_owner() -> None:
    p = Play("EERIEST", own={1: "E", 0: "R"}, money=[0, 5]).spell("EERIE").answer()
    assert p.lines()[-1] == "Bob gets $3 in royalties for E, E, E"
    assert p.funds(0) == (3, 0) and p.funds(1) == (8, 0)


def test_a_copied_e_brings_no_royalty() -> None:
    p = Play("ERIESTT", own={1: "E", 0: "X"}).spell("EeRIE").answer()
    assert p.lines()[-1] == "Bob gets $2 in royalties for E, E"
    assert p.funds(0) == (3, 0) and p.funds(1) == (2, 0)


def test_the_extra_s_brings_no_royalty() -> None:
    p = Play("CATTTTT", own={1: "S", 0: "Z"}).spell("CAT+").answer()
    assert p.funds(0) == (2, 0) and p.funds(1) == (0, 0)


def test_own_letters_bring_none_and_doubling_leaves_royalties_alone() -> None:
    p = Play("CATTTTT", own={0: "CK", 1: "A", 2: "T"}, seats=3).spell("CAT").answer()
    assert [p.funds(seat) for seat in range(3)] == [(2, 0), (1, 0), (1, 0)]


def test_royalties_count_both_words_and_pool_cards() -> None:
    p = Play("CATDOGS", pool="TEE", own={0: "V", 1: "T"}).spell("CAT/DO^T").answer()
    assert p.funds(1) == (2, 0)


def test_q_patent_replaces_a_card_of_the_hand_first() -> None:
    p = Play("CATTTTT", pool="EEE", deck="DO", own={0: "Q"})
    assert p.stage == "Swap" and len(p.legal) == 11
    p.replace("C")
    assert p.hand(0) == "ATTTTTD" and p.driver.view(1).discard == 1
    assert p.stage == "Write"
    assert p.lines(0) == p.lines(1) == ["Ann replaces a card of the hand"]
    assert p.driver.why_no_undo(0) is not None


def test_q_patent_or_one_of_the_pool() -> None:
    p = Play("CATTTTT", pool="EGE", deck="DO", own={0: "Q"}).replace("G", pool=True)
    assert p.pool == "EDE" and [letter_of(card) for card in p.p.used] == ["G"]
    assert p.lines(1) == ["Ann replaces G of the pool by D"]


def test_q_patent_is_optional_and_asked_at_the_start_only() -> None:
    p = Play("CATTTTT", own={0: "Q"})
    assert Keep() in p.legal
    p.keep().spell("CAT").answer()
    assert p.stage == "Tidy"
    p.discard().turns(1)
    assert (p.turn, p.stage) == (0, "Swap") and isinstance(p.legal[0], Replace)


def test_buying_can_be_taken_back_while_nothing_new_was_seen() -> None:
    p = Play("CATSSSS", money=[50]).spell("CAT").answer().buy("C")
    assert p.driver.why_no_undo(0) is None
    p.driver.undo(0)
    assert p.stage == "Market" and not p.p.owners
    p = Play("CATSSSS", pool="EEE", money=[50]).spell("TEE").answer().buy("T")
    assert p.driver.why_no_undo(0) is not None, "new cards lie in the pool"


def test_an_absent_player_skips() -> None:
    p = Play("CATSSSS", own={0: "Q"}, money=[50])
    for move in (Keep(), Skip(), Discard(())):
        phase = p.driver.agenda[-1].phase
        assert phase.skip(p.p, 0) == move
        p.make(move)
    assert p.turn == 1


def test_who_begins_is_drawn() -> None:
    assert Play("CAT").lines() == ["Ann begins"]
