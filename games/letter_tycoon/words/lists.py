"""A dictionary in memory: each word is one number, so that a list of 220,988 words takes 9 MB, its index included.

A word of up to twelve letters, read as a number to the base 36, fits into 63 bits; the numbers lie in an array, where
each is found at the place of its remainder or soon after.
Beside them lies, made when first asked for, an index by letters: words of the same letters have the same sum there,
whatever the order, so that all words of some letters are found by adding up their numbers.
"""

from __future__ import annotations

import gzip
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import repeat

SHORTEST = 3
LONGEST = 12
"""Seven cards, three of the pool, a letter used twice and an S: there is no longer word in the game."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIGITS = "0123456789" + LETTERS
_THREE = 36**3

# Sums of these stand for letters without order. A clash is very unlikely (in the shipped lists there is none, as a
# test proves); `search.spell` would find out.
_SPREAD = 0x9E3779B97F4A7C15
_CUT = (1 << 58) - 1
WEIGHT: dict[str, int] = {letter: pow(_SPREAD, n + 3, 1 << 64) >> 6 & _CUT for n, letter in enumerate(LETTERS)}


class WordList:
    """Words of 3 to 12 letters. `"CAT" in words` takes capitals, as everything in the game does."""

    def __init__(self, words: Iterable[str]) -> None:
        """From words in capitals, each once."""
        self._numbers = array("Q", sorted(map(int, words, repeat(36))))
        self._places = _placed(self._numbers)
        self._index: tuple[array[int], array[int]] | None = None

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str) or not word.isupper():
            return False
        try:
            number = int(word, 36)
        except ValueError:
            return False
        places = self._places
        at = number % len(places)
        while there := places[at]:
            if there == number:
                return len(word) <= LONGEST and number >= 36 ** (len(word) - 1)  # not so with a blank, a zero or a "_"
            at = at + 1 if at + 1 < len(places) else 0
        return False

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[str]:
        return map(spelled, self._numbers)

    @property
    def lengths(self) -> dict[int, int]:
        """How many words there are of each length, from 3 to 12."""
        edges = [bisect_left(self._numbers, 36**n) for n in range(LONGEST + 1)]
        return {n: edges[n] - edges[n - 1] for n in range(SHORTEST, LONGEST + 1)}

    @property
    def index(self) -> tuple[array[int], array[int]]:
        """The sums of the letters of all words, sorted, and beside each the number of its word."""
        if self._index is None:  # two threads at once make it twice, which costs time only
            self._index = self._make_index()
        return self._index

    def _make_index(self) -> tuple[array[int], array[int]]:
        threes = [sum(map(WEIGHT.get, spelled(three), repeat(0))) for three in range(_THREE)]
        sums = array("Q", (_sum_of(number, threes) for number in self._numbers))
        order = sorted(range(len(sums)), key=sums.__getitem__)
        return array("Q", map(sums.__getitem__, order)), array("Q", map(self._numbers.__getitem__, order))

    def looks_like(self, word: str) -> bool:
        """Whether each three letters of the word, or two at either end, stand together in words of the list, too."""
        return all(three in self._threes for three in threes(word))

    @cached_property
    def _threes(self) -> frozenset[str]:
        return frozenset(three for word in self for three in threes(word))

    def of_letters(self, total: int) -> list[str]:
        """The words whose letters weigh so much: nearly always anagrams of each other, or none."""
        sums, numbers = self.index
        at, end, found = bisect_left(sums, total), len(sums), []
        while at < end and sums[at] == total:
            found.append(spelled(numbers[at]))
            at += 1
        return found


def _placed(numbers: array[int]) -> array[int]:
    """The numbers, each at the place of its remainder or at the next free one; nearly half of the places are empty."""
    size = 2 * len(numbers) + 1
    places = array("Q", bytes(8 * size))
    for number in numbers:
        at = number % size
        while places[at]:
            at = at + 1 if at + 1 < size else 0
        places[at] = number
    return places


def _sum_of(number: int, threes: list[int]) -> int:
    """What the letters of a word weigh, looked up by three letters at a time."""
    total = 0
    while number:
        number, three = divmod(number, _THREE)
        total += threes[three]
    return total


def spelled(number: int) -> str:
    """The word that the number stands for."""
    letters = ""
    while number:
        number, digit = divmod(number, 36)
        letters = _DIGITS[digit] + letters
    return letters


def threes(word: str) -> list[str]:
    """The letters of a word by three, with its ends."""
    ended = f"^{word}$"
    return [ended[n : n + 3] for n in range(len(ended) - 2)]


def pack(words: Iterable[str]) -> bytes:
    """The file of these words: by alphabet, one on a line, compressed; the same words give the same bytes."""
    return gzip.compress("".join(f"{word.lower()}\n" for word in sorted(set(words))).encode("ascii"), 9, mtime=0)


def parse_words(content: bytes) -> WordList:
    """The words in a file made by `pack`."""
    return WordList(gzip.decompress(content).decode("ascii").upper().split())
