"""The dictionaries: the shipped files are those that the notes tell of, and a list answers as a dictionary does."""

from __future__ import annotations

import sys
from collections import defaultdict
from hashlib import sha256
from pathlib import Path

import pytest

from games.letter_tycoon.words import WordList, pack, parse_words
from games.letter_tycoon.words.lists import LETTERS, WEIGHT, spelled

FOLDER = Path(__file__).parents[1]
SHIPPED = {
    "american": (
        "5bd0fc4b04f4ba873e14a732cea032a272a756576031b0a25f18386787c68fa1",
        [972, 3903, 8636, 15232, 23109, 28420, 24873, 20302, 15504, 11358],
    ),
    "british": (
        "8863c3309ac6fb0b9aeb1bae97fd6eff6c05666172d32711dcfd18de9d409026",
        [1221, 5056, 11437, 20226, 30399, 37709, 37252, 32834, 25921, 18933],
    ),
    "everyday": (
        "f48d8f902796347beab747e744c7290222fb2cca2c7a7b7f7ccfeaddc6702e75",
        [484, 1924, 3569, 5473, 6920, 6758, 5719, 4345, 2807, 1569],
    ),
    "wellread": (
        "3cf6392bf8afc47c4a3bf39cb277bf7f4770767e7898bff14c7bada159c8e537",
        [668, 2650, 5281, 8549, 11908, 12994, 12054, 10012, 7245, 4744],
    ),
}


def content(name: str) -> bytes:
    return (FOLDER / f"{name}.txt.gz").read_bytes()


@pytest.fixture(scope="module")
def lists() -> dict[str, WordList]:
    return {name: parse_words(content(name)) for name in SHIPPED}


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_files_are_the_known_ones(name: str, lists: dict[str, WordList]) -> None:
    digest, counts = SHIPPED[name]
    assert sha256(content(name)).hexdigest() == digest
    assert list(lists[name].lengths) == list(range(3, 13))
    assert list(lists[name].lengths.values()) == counts
    assert len(lists[name]) == sum(counts)


def test_the_totals_are_those_of_the_sources(lists: dict[str, WordList]) -> None:
    assert (len(lists["american"]), len(lists["british"])) == (152_309, 220_988)


@pytest.mark.parametrize(
    ("word", "where"),
    [
        ("CAT", "american british everyday wellread"),
        ("QAT", "american british"),
        ("CWM", "american british"),
        ("ZYZZYVA", "american british"),
        ("YOUTHQUAKE", "american british"),
        ("COLOUR", "american british everyday wellread"),
        ("EUOI", "british"),
        ("ZEN", "british"),
        ("QAPIK", ""),
        ("LONDON", ""),
        ("EUROPE", ""),
        ("ENGLAND", ""),
        ("III", ""),
    ],
)
def test_probes(word: str, where: str, lists: dict[str, WordList]) -> None:
    assert [name for name in SHIPPED if word in lists[name]] == where.split()


@pytest.mark.parametrize(
    "other",
    ["", "C", "CA", "cat", "Cat", "C_AT", " CAT", "CAT ", "+CAT", "CÄT", "ＣＡＴ", "CAT\n", "C4T", "0CAT", "A" * 13,
     "A" * 100_000, None, 3, b"CAT", ("CAT",)],
)  # fmt: skip
def test_what_is_no_word(other: object) -> None:
    assert other not in WordList(["CAT", "CATS"])


def test_a_list_gives_its_words_back(lists: dict[str, WordList]) -> None:
    words = lists["everyday"]
    spelt = list(words)
    assert len(set(spelt)) == len(words)
    assert all(word in words for word in spelt)
    assert pack(spelt) == content("everyday")
    assert spelled(int("ABBREVIATION", 36)) == "ABBREVIATION"


def test_an_empty_list_is_one_too() -> None:
    assert len(WordList([])) == 0 and "CAT" not in WordList([]) and WordList([]).of_letters(1) == []


def test_the_order_of_the_words_changes_nothing() -> None:
    assert list(WordList(["ZOO", "ABBA", "CAT"])) == ["CAT", "ZOO", "ABBA"]
    assert pack(["ZOO", "CAT", "ZOO"]) == pack(["CAT", "ZOO"])


def test_anagrams_are_found_by_their_letters(lists: dict[str, WordList]) -> None:
    weight = sum(WEIGHT[letter] for letter in "STALER")
    assert sorted(lists["american"].of_letters(weight)) == [
        "ALERTS", "ALTERS", "ARTELS", "ESTRAL", "LASTER", "RATELS", "SALTER", "SLATER", "STALER", "STELAR", "TALERS",
    ]  # fmt: skip
    assert sorted(WEIGHT) == list(LETTERS)


def test_no_two_sets_of_letters_weigh_the_same(lists: dict[str, WordList]) -> None:
    of_weight = defaultdict(set)
    for word in lists["british"]:
        of_weight[sum(map(WEIGHT.__getitem__, word))].add("".join(sorted(word)))
    assert [letters for letters in of_weight.values() if len(letters) > 1] == []


def test_a_list_is_small(lists: dict[str, WordList]) -> None:
    words = lists["british"]
    held = sum(map(sys.getsizeof, (words._numbers, words._places, *words.index)))
    assert held < 10_000_000


def test_the_notice_is_shipped() -> None:
    notice = (FOLDER / "NOTICE").read_text()
    for needed in (
        "Please\n  mention the source and credit us as originators of the list",
        "provided that the above copyright notice appears in all copies",
        "Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved.",
        "must be included\n  verbatim",
        "Redistributions in binary form must reproduce the above copyright",
    ):
        assert needed in notice
