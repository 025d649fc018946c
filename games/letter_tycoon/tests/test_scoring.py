"""What words earn: each patent that doubles, how doublings go together, and the best way to share them out."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from games.letter_tycoon.game import GAME
from games.letter_tycoon.material import DOUBLERS, EARNINGS
from games.letter_tycoon.scoring import doublers, factor, total, worth
from parlor.engine.data import load_data

MODES = ("multiply", "add", "one")


def earned(word: str, powers: str = "", stacking: str = "multiply") -> tuple[int, int]:
    return total(worth([word], powers, stacking))


def test_cat() -> None:
    assert earned("CAT") == (1, 0)


def test_each_length() -> None:
    for length, plain in EARNINGS.items():
        assert earned("T" * length) == plain


@pytest.mark.parametrize(("stacking", "money"), [("multiply", 12), ("add", 9), ("one", 6)])
def test_queue_has_a_q_and_with_j_is_doubled_again(stacking: str, money: int) -> None:
    assert earned("QUEUE", "", stacking) == (6, 0)
    assert earned("QUEUE", "J", stacking) == (money, 0)


@pytest.mark.parametrize(("stacking", "money"), [("multiply", 12), ("add", 9), ("one", 6)])
def test_aioli_with_b_and_j(stacking: str, money: int) -> None:
    assert earned("AIOLI", "BJ", stacking) == (money, 0)


def test_rhythm_with_k_needs_its_y_as_a_vowel() -> None:
    (one,) = worth(["RHYTHM"], "K", "multiply")
    assert (one.money, one.stock, one.doubled, one.ys) == (8, 2, ("K",), (True,))
    assert earned("RHYTHM") == (4, 1), "as a consonant"


def test_seven_letters_with_a_q() -> None:
    assert earned("QUICKER") == (12, 2)


def test_two_qs_double_once() -> None:
    assert earned("QAQ") == (2, 0)


def test_the_q_patent_doubles_nothing() -> None:
    assert earned("CAT", "Q") == (1, 0)


def test_j_wants_half_of_the_letters_to_be_vowels() -> None:
    assert earned("DELAYE", "J") == (8, 2), "three of six; Y need not be one"
    assert earned("TOENET", "J") == (8, 2)
    assert earned("TRAIN", "J") == (3, 0), "two of five are less"
    assert earned("AREA", "J") == (4, 0)


def test_k_wants_exactly_one_vowel() -> None:
    assert earned("CAT", "K") == (2, 0)
    assert earned("HMM", "K") == (1, 0), "none is not one"
    assert earned("TEA", "K") == (1, 0)


def test_b_wants_vowels_at_both_ends() -> None:
    assert earned("AREA", "B") == (4, 0)
    assert earned("AREAS", "B") == (3, 0), "an S at the end spoils it"
    assert earned("EAT", "B") == (1, 0)
    assert earned("YAY", "B") == (2, 0), "a Y is a vowel when its player likes"


def test_a_y_has_one_nature_for_all_patents() -> None:
    assert earned("YAY", "BK") == (2, 0), "vowels at the ends or one vowel, not both"
    assert earned("SKY", "K") == (2, 0)
    assert earned("SAY", "K") == (2, 0), "as a consonant"
    assert earned("SAY", "J") == (2, 0), "as a vowel"
    assert earned("SAY", "JK") == (2, 0), "not both"


def test_each_y_may_count_otherwise() -> None:
    (one,) = worth(["SYZYGY"], "K", "multiply")
    assert one.doubled == ("K",) and sum(one.ys) == 1
    (two,) = worth(["SYZYGY"], "J", "multiply")
    assert two.doubled == ("J",) and sum(two.ys) == 3


def test_a_y_that_makes_no_difference_is_not_told() -> None:
    assert worth(["SAY"], "", "multiply")[0].ys == ()
    assert worth(["SAY"], "B", "multiply")[0].ys == ()
    assert worth(["EYE"], "B", "multiply")[0].ys == (), "doubled either way"
    assert worth(["SAY"], "K", "multiply")[0].ys == (False,)


@pytest.mark.parametrize(("stacking", "times"), [("multiply", 16), ("add", 5), ("one", 2)])
def test_four_doublings(stacking: str, times: int) -> None:
    assert factor(4, stacking) == times
    assert factor(0, stacking) == 1


def test_each_patent_doubles_one_of_two_words_and_a_q_its_own() -> None:
    cat, sat = worth(["CAT", "STONED"], "K", "multiply")
    assert cat.doubled == ("K",) and (sat.money, sat.stock) == (4, 1), "two vowels"
    queue, area = worth(["QUEUE", "AREA"], "J", "multiply")
    assert (queue.money, area.money) == (12, 2), "where it brings more"
    assert total(worth(["QUEUE", "AREA"], "BJ", "multiply")) == (16, 0), "B for one, J for the other"


def test_only_one_doubling_leaves_the_other_patent_for_the_other_word() -> None:
    queue, area = worth(["QUEUE", "AREA"], "J", "one")
    assert (queue.doubled, area.doubled) == (("Q",), ("J",))
    aioli, idea = worth(["AIOLI", "IDEA"], "BJ", "one")
    assert (aioli.money, idea.money) == (6, 4)


def test_added_up_a_doubling_is_worth_the_same_wherever_the_plain_word_is() -> None:
    queue, area = worth(["QUEUE", "AREA"], "J", "add")
    assert (queue.money, area.money) == (9, 2)


def test_contested_patents_are_not_all_given_to_one_word_where_that_is_worse() -> None:
    one, two = worth(["AREA", "AIOLIA"], "BJ", "multiply")
    assert (one.doubled, two.doubled) == ((), ("B", "J")) and (two.money, two.stock) == (16, 4)
    one, two = worth(["AREA", "AIOLIA"], "BJ", "one")
    assert len(one.doubled) == len(two.doubled) == 1
    assert total((one, two)) == (4 + 8, 2)


WORDS = ["CAT", "SAY", "YAY", "QUEUE", "QUAY", "AREA", "RHYTHM", "AIOLI", "EYRIE", "SYZYGY", "QUICKER", "EARTHY"]


@pytest.mark.parametrize("stacking", MODES)
def test_no_other_way_earns_more_nor_even_more_money(stacking: str) -> None:
    """So there is nothing to ask: a player who chose otherwise would have less money, or as much and less stock."""
    for pair in combinations(WORDS, 2):
        for powers in ("", "K", "BJ", "JK", "BK", "BJK"):
            best = total(worth(pair, powers, stacking))
            every = list(all_ways(pair, powers, stacking))
            assert best in every
            assert sum(best) == max(map(sum, every))
            assert best[0] == max(money for money, _stock in every)


def all_ways(pair: tuple[str, str], powers: str, stacking: str) -> set[tuple[int, int]]:
    """Whatever could be earned, found by trying everything one after the other."""
    found = set()
    ways = [list(product((False, True), repeat=word.count("Y"))) for word in pair]
    for ys in product(*ways):
        fit = [doublers(word, y, powers) for word, y in zip(pair, ys, strict=True)]
        for takers in product((None, 0, 1), repeat=3):
            given = [(d, t) for d, t in zip(DOUBLERS, takers, strict=True) if t is not None]
            if all(d in fit[t] for d, t in given):
                money = stock = 0
                for n, word in enumerate(pair):
                    times = factor(sum(t == n for _d, t in given) + ("Q" in word), stacking)
                    money += EARNINGS[len(word)][0] * times
                    stock += EARNINGS[len(word)][1] * times
                found.add((money, stock))
    return found


TOGETHER = [frozenset(some) for some in ("", "B", "J", "K", "BJ")]
"""What may double one word: K wants one vowel, while B, and J in three letters or more, want two."""

FAMILIES = sorted(
    {
        frozenset(small for small in TOGETHER if any(small <= one for one in some))
        for n in range(len(TOGETHER) + 1)
        for some in combinations(TOGETHER, n)
    },
    key=lambda family: sorted(map(sorted, family)),
)
"""The ways to double a word that its Ys, treated this way or that, may leave open."""

BOTH = {frozenset("BJ"), frozenset("K")}
BOTH_WAYS = 5
"""Only words of so few letters can be doubled by B and J, or by K instead."""


@pytest.mark.parametrize("name", ["american", "british"])
def test_no_long_word_can_be_doubled_by_b_and_j_or_by_k_instead(name: str) -> None:
    for word in load_data(GAME)[name]:
        if word.count("Y") >= 2 and len(word) > BOTH_WAYS:
            assert not {"BJ", "K"} <= {
                doublers(word, ys, "BJK") for ys in product((False, True), repeat=word.count("Y"))
            }


@pytest.mark.parametrize("stacking", MODES)
def test_for_no_lengths_would_the_most_in_all_be_less_money(stacking: str) -> None:
    """The same for all pairs of lengths that twelve letters allow, whatever could double which word."""
    for a, b in product(range(3, 10), repeat=2):
        for q in (0, 1, None):
            for families in product(FAMILIES, repeat=2) if a + b <= 12 else ():
                if any(family >= BOTH and n > BOTH_WAYS for n, family in zip((a, b), families, strict=True)):
                    continue
                ways = []
                for shares in product(*families):
                    if not shares[0] & shares[1]:
                        times = [factor(len(share) + (q == n), stacking) for n, share in enumerate(shares)]
                        ways.append([EARNINGS[a][i] * times[0] + EARNINGS[b][i] * times[1] for i in (0, 1)])
                if ways:
                    best = max(ways, key=lambda way: (sum(way), way[0]))
                    assert best[0] == max(money for money, _stock in ways)
