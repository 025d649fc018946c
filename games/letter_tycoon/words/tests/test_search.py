"""Words are found from cards: all of them, with copies and the extra S, and spelled out card by card."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from games.letter_tycoon.material import CARDS, letter_of
from games.letter_tycoon.words import WordList, parse_words
from games.letter_tycoon.words.search import Word, counted, found, random_word, spell, within
from parlor.engine import Chance, Stream

FOLDER = Path(__file__).parents[1]
RACKS = ["CATDOGSEEX", "AEIRSTNLDO", "EEEEEERRAT", "QUEUEIZZYS", "BCDFGHJKLM", "SSSTTAAEXX"]


@pytest.fixture(scope="module")
def words() -> WordList:
    return parse_words((FOLDER / "everyday.txt.gz").read_bytes())


def stream(seed: int = 0) -> Stream:
    return Chance(bytes([seed]) * 32)("words")


def cards(letters: str) -> list[str]:
    """Different cards of these letters, numbered as they come."""
    seen: Counter[str] = Counter()
    made = []
    for letter in letters:
        seen[letter] += 1
        made.append(f"card-{letter}{seen[letter]}")
    return made


def spelt_with(word: str, rack: str, copied: str, bonus: bool) -> int | None:
    """What the word takes from the cards, looked at letter by letter; None where they do not do."""
    real = word.replace(copied, "", 1) if copied and copied in word else word
    if (copied and copied not in word) or (bonus and not real.endswith("S")):
        return None
    if bonus:
        if not word.endswith("S"):
            return None
        real = real[:-1]
    return counted(real) if not Counter(real) - Counter(rack) else None


@pytest.fixture(scope="module")
def few(words: WordList) -> WordList:
    """Short words, and some of the long ones."""
    return WordList(word for n, word in enumerate(words) if len(word) < 5 or n % 12 == 0)


@pytest.mark.parametrize("rack", RACKS)
@pytest.mark.parametrize(("copy", "bonus", "two"), list(product((False, True), repeat=3)))
def test_every_word_is_found_and_no_other(rack: str, copy: bool, bonus: bool, two: bool, few: WordList) -> None:
    expected = set()
    for word in few:
        for copied, extra in product(["", *(sorted(set(rack)) if copy else [])], [False, True] if bonus else [False]):
            taken = spelt_with(word, rack, copied, extra)
            if taken is None:
                continue
            size = len(word) - bool(copied) - extra
            alone = within(counted(copied), taken)
            if size >= (3 if copied and not two else 1) and (alone or two):
                expected.add((word, taken, copied, extra, "" if alone else copied))
    seen = [
        (word, one.cards, one.copied, one.bonus, one.needs)
        for one in found(few, rack, copy=copy, bonus=bonus, two=two)
        for word in one.words
    ]
    assert len(seen) == len(set(seen))
    assert set(seen) == expected


def test_sizes(words: WordList) -> None:
    for one in found(words, "STALERXYZO", copy=True, bonus=True):
        assert one.length == len(one.words[0])
        assert one.size == one.length - bool(one.copied) - one.bonus


@pytest.mark.parametrize(
    ("play", "hand", "pool", "expected"),
    [
        (["CAT"], "CATXXXX", "ZZZ", "card-C1 card-A1 card-T1"),
        (["EERIE"], "EERXXXX", "IZZ", None),
        ([("EERIE", "E", False)], "EERXXXX", "IZZ", "card-E1 card-E2 card-R1 card-I1 copy-E1"),
        ([("CATS", "", True)], "CATXXXX", "ZZZ", "card-C1 card-A1 card-T1 bonus-S"),
        ([("ASSESS", "S", True)], "AEXXXXX", "SZZ", None),
        ([("ASSESS", "S", True)], "ASEXXXX", "SSZ", "card-A1 card-S2 card-S3 card-E1 copy-S2 bonus-S"),
        (["DOG", ("CATS", "", True)], "DOCATXX", "GZZ",
         "card-D1 card-O1 card-G1 next-word card-C1 card-A1 card-T1 bonus-S"),
        (["DOG", ("TOT", "T", False)], "DGTOOXX", "ZZZ", "card-D1 card-O1 card-G1 next-word card-T1 card-O2 copy-T1"),
        ([("DOD", "O", False), "TOT"], "DDTTOXX", "ZZZ", "card-D1 copy-O1 card-D2 next-word card-T1 card-O1 card-T2"),
        (["CAT"], "XXXXXXX", "CAT", None),
        (["CAT", "DOG"], "CDXXXXX", "ATO", None),
        (["CAT", "DOG"], "XXXXATC", "DOG", None),
    ],
)  # fmt: skip
def test_a_play_is_spelled_out(play: list[object], hand: str, pool: str, expected: str | None) -> None:
    made = []
    for one in play:
        word, copied, bonus = one if isinstance(one, tuple) else (one, "", False)
        real = word[:-1] if bonus else word
        made.append(Word(word, counted(real.replace(copied, "", 1) if copied else real), copied, bonus))
    both = cards(hand + pool)
    entries = spell(made, both[: len(hand)], both[len(hand) :])
    assert entries == (tuple(expected.split()) if expected else None)


def test_cards_of_the_pool_are_used_first_but_one_of_the_hand_always() -> None:
    hand, pool = ["card-C1", "card-A1", "card-T1"], ["card-C2", "card-A2", "card-T2"]
    entries = spell([Word("CAT", counted("CAT"))], hand, pool)
    assert entries is not None
    assert len(set(entries) & set(hand)) == 1


def lawful(entries: tuple[str, ...], hand: list[str], pool: list[str], powers: str) -> list[str]:
    """The words of the play, after looking whether it keeps the rules."""
    assert len(set(entries)) == len(entries)
    parts: list[list[str]] = [[]]
    for entry in entries:
        if entry == "next-word":
            parts.append([])
        else:
            parts[-1].append(entry)
    real = [entry for entry in entries if entry.startswith("card-")]
    copies = [entry for entry in entries if entry.startswith("copy-")]
    assert set(real) <= {*hand, *pool}
    assert all("card" + copy.removeprefix("copy") in real for copy in copies)
    assert len(copies) <= ("X" in powers) and len(parts) <= 1 + ("V" in powers)
    assert len(real) >= 3 or not copies
    assert entries.count("bonus-S") <= ("Z" in powers)
    for part in parts:
        assert set(part) & set(hand)
        assert "bonus-S" not in part[:-1]
    return ["".join(letter_of(entry) for entry in part) for part in parts]


@pytest.mark.parametrize("powers", ["", "X", "Z", "V", "XZV"])
def test_any_word_is_a_lawful_play(powers: str, words: WordList) -> None:
    kinds = set()
    for seed in range(60):
        draws = stream(seed)
        deck: list[str] = list(CARDS)
        draws.shuffle(deck)
        hand, pool = deck[:7], deck[7:10]
        entries = random_word(draws, words, hand, pool, powers)
        if entries is not None:
            spelt = lawful(entries, hand, pool, powers)
            assert all(word in words for word in spelt)
            kinds |= {entry.partition("-")[0] for entry in entries}
    assert kinds == {
        "card",
        *(["copy"] if "X" in powers else []),
        *(["bonus"] if "Z" in powers else []),
        *(["next"] if "V" in powers else []),
    }


def test_the_same_draws_give_the_same_word(words: WordList) -> None:
    hand, pool = cards("STALERX"), cards("DOG")
    assert random_word(stream(1), words, hand, pool) == random_word(stream(1), words, hand, pool)
    assert len({random_word(stream(seed), words, hand, pool) for seed in range(20)}) > 10


@pytest.mark.parametrize(("hand", "pool"), [("BCDFGHJ", "KLM"), ("QQQQQQQ", "CAT"), ("", ""), ("CA", "")])
def test_no_word_at_all(hand: str, pool: str, words: WordList) -> None:
    both = cards(hand + pool)
    assert random_word(stream(), words, both[: len(hand)], both[len(hand) :], "XZ") is None
