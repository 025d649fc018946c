"""The best plays: as good as trying everything, and quick."""

from __future__ import annotations

import time
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest

from games.letter_tycoon.material import CARDS, letter_of
from games.letter_tycoon.moves import Spell
from games.letter_tycoon.scoring import total, worth
from games.letter_tycoon.spelling import check, words_of
from games.letter_tycoon.words import WordList, parse_words
from games.letter_tycoon.words.best import Search, best_plays
from games.letter_tycoon.words.search import UNIT, Found, Word, found, spell
from parlor.engine import Chance

FOLDER = Path(__file__).parents[1]
WORDS = """
AIR AIRY ALE ALOE AREA ARIA DOE DOG DOGS EAR EASE EEL EERIE ERA EYE EYRIE IDEA LADY LOAD LOADS OIL OILS OLEO QUEUE QUAY
RAILS ROAD ROADS RYE SAY SEA SLY SLOE SLOES YEAR YEARS YES
"""
SHORT = WordList(WORDS.split())


@pytest.fixture(scope="module")
def british() -> WordList:
    words = parse_words((FOLDER / "british.txt.gz").read_bytes())
    assert words.index
    return words


def dealt(seed: int) -> tuple[list[str], list[str]]:
    deck: list[str] = list(CARDS)
    Chance(bytes([seed]) * 32)("deck").shuffle(deck)
    return deck[:7], deck[7:10]


def everything(words: WordList, hand: list[str], pool: list[str], powers: str, stacking: str) -> int:
    """The most that any play earns, with every word and every pair of words tried."""
    letters = "".join(map(letter_of, (*hand, *pool)))
    copy, bonus, two = (power in powers for power in "XZV")
    singles = found(words, letters, copy=copy, bonus=bonus, two=two)
    best = 0
    tries: list[tuple[Found, ...]] = [(one,) for one in singles]
    tries += combinations_with_replacement(singles, 2) if two else []
    for play in tries:
        if sum(bool(one.copied) for one in play) > 1 or sum(one.bonus for one in play) > 1:
            continue
        for spelt in product(*(one.words for one in play)):
            made = [Word(word, one.cards, one.copied, one.bonus) for word, one in zip(spelt, play, strict=True)]
            cards = spell(made, hand, pool)
            if cards is None or (any(one.copied for one in play) and sum(one.size for one in play) < 3):
                continue
            check(Spell(cards), hand)  # type: ignore[arg-type]
            best = max(best, sum(total(worth(spelt, powers, stacking))))
    return best


@pytest.mark.parametrize(
    ("hand", "pool"),
    [("ROADSYE", "EAL"), ("QUEUEYS", "AIR"), ("EYRIESO", "LOD"), ("XXXXXXX", "DOG"), ("DOGSAYE", "ERQ")],
)
@pytest.mark.parametrize("powers", ["", "B", "BJK", "X", "Z", "V", "BV", "XZ", "BJKXZV"])
@pytest.mark.parametrize("stacking", ["multiply", "one"])
def test_nothing_is_better(hand: str, pool: str, powers: str, stacking: str) -> None:
    own = [f"card-{letter}{n}" for n, letter in enumerate(hand)]
    common = [f"card-{letter}{n + 7}" for n, letter in enumerate(pool)]
    plays = best_plays(Search(SHORT, own, common, powers, stacking))
    assert max((play.money + play.stock for play in plays), default=0) == everything(
        SHORT, own, common, powers, stacking
    )
    for play in plays:
        check(Spell(play.cards), own)  # type: ignore[arg-type]
        assert words_of(play.cards) == list(play.words)
        assert (play.money, play.stock) == total(worth(play.words, powers, stacking))
        assert all(word in SHORT for word in play.words)
    assert [play.value for play in plays] == sorted((play.value for play in plays), reverse=True)


def test_what_cards_are_worth_besides_is_weighed() -> None:
    hand = ["card-R1", "card-O1", "card-A1", "card-D1", "card-S1", "card-Y1", "card-E1"]
    assert best_plays(Search(SHORT, hand, []))[0].words in (("ROADS",), ("YEARS",))
    besides = lambda cards, money: 9.0 * bool(cards & 15 * UNIT["Y"]) * (money < 3) + 0.0  # noqa: E731
    assert best_plays(Search(SHORT, hand, [], besides=besides))[0].words in (("YEAR",), ("LADY",))


def test_only_words_that_are_accepted_are_played() -> None:
    hand = ["card-R1", "card-O1", "card-A1", "card-D1", "card-S1"]
    assert best_plays(Search(SHORT, hand, []))[0].words == ("ROADS",)
    assert best_plays(Search(SHORT, hand, [], accept=lambda word: word == "ROAD"))[0].words == ("ROAD",)
    assert best_plays(Search(SHORT, hand, []), lambda one: one.length < 4) == []


def test_it_is_quick(british: WordList) -> None:
    times = []
    for seed in range(30):
        hand, pool = dealt(seed)
        began = time.process_time()
        assert best_plays(Search(british, hand, pool, "XZV"))
        times.append(time.process_time() - began)
    assert sorted(times)[20] < 0.06, "15 milliseconds on an idle machine"
