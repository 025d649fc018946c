"""Finds the words that cards can spell: all of them, or quickly any one.

Letters in hand are counted in one number, four bits a letter, so that taking cards away is a subtraction.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from games.letter_tycoon.material import Card, letter_of
from games.letter_tycoon.moves import BONUS, BREAK, copy_of
from games.letter_tycoon.words.lists import LETTERS, WEIGHT, WordList, spelled
from parlor.engine import Stream

UNIT = {letter: 1 << 4 * n for n, letter in enumerate(LETTERS)}
GUARD = sum(8 << 4 * n for n in range(len(LETTERS)))
FEWEST = 3
"""A play has so many real cards at least, except that the extra S may stand for one where nothing is copied."""

CARD, COPY = "card", "copy"
ENDING = int("S", 36)


class Found(NamedTuple):
    """Words of the same letters: what they take from the cards, the letter that is a copy, and whether an S is extra.

    `numbers` are those of the words in the list. `needs` is the letter of the copy where the word itself has no such
    card, so that another word of the same turn must have it.
    """

    cards: int
    length: int
    numbers: tuple[int, ...]
    copied: str = ""
    bonus: bool = False
    needs: str = ""

    @property
    def size(self) -> int:
        """How many real cards it takes."""
        return self.length - bool(self.copied) - self.bonus

    @property
    def words(self) -> list[str]:
        """The words themselves."""
        return [spelled(number) for number in self.numbers]


class Word(NamedTuple):
    """One word of a play and what it is made from."""

    word: str
    cards: int
    copied: str = ""
    bonus: bool = False


def counted(letters: str) -> int:
    """The letters as one number."""
    return sum(UNIT[letter] for letter in letters)


def within(some: int, all_of: int) -> bool:
    """Whether so many of each letter are there."""
    return ((all_of | GUARD) - some) & GUARD == GUARD


def found(words: WordList, letters: str, *, copy: bool = False, bonus: bool = False, two: bool = False) -> list[Found]:
    """All words that these letters spell, with a copy (X patent) and an extra S (Z) where those are to be had.

    With `two` (V), words are among them that copy a letter of another word, or have too few cards to stand alone.
    """
    subsets: dict[int, tuple[int, str]] = {0: (0, "")}
    for letter in letters:
        unit, weight = UNIT[letter], WEIGHT[letter]
        subsets.update([(cards + unit, (total + weight, have + letter)) for cards, (total, have) in subsets.items()])
    sums, numbers = words.index
    end = len(sums)
    result: list[Found] = []
    weights = [(letter, WEIGHT[letter]) for letter in dict.fromkeys(letters)]

    def look(total: int, cards: int, length: int, copied: str, extra: bool, needs: str) -> None:
        at = bisect_left(sums, total)
        if at == end or sums[at] != total:
            return
        alike = [numbers[at]]
        while (at := at + 1) < end and sums[at] == total:
            alike.append(numbers[at])
        if extra:
            alike = [number for number in alike if number % 36 == ENDING]
            if not alike:
                return
        result.append(Found(cards, length, tuple(alike), copied, extra, needs))

    s = WEIGHT["S"]
    for cards, (total, have) in subsets.items():
        size = len(have)
        if size >= 3:
            look(total, cards, size, "", False, "")
        if bonus and size >= 2:
            look(total + s, cards, size + 1, "", True, "")
        if copy and size >= (1 if two else FEWEST):
            for letter, weight in weights if two else [(letter, WEIGHT[letter]) for letter in dict.fromkeys(have)]:
                needs = "" if letter in have else letter
                if size >= 2:
                    look(total + weight, cards, size + 1, letter, False, needs)
                if bonus:
                    look(total + weight + s, cards, size + 2, letter, True, needs)
    return result


def spell(play: Sequence[Word], hand: Sequence[str], pool: Sequence[str]) -> tuple[str, ...] | None:
    """The play as `moves.Spell` lists it, each word with a card of the hand; None where the cards do not do.

    Else cards of the pool are used first, so that the hand keeps what its player can plan with.
    """
    sorts = [_sorts(one) for one in play]
    held = counted("".join(map(letter_of, hand)))
    if not within(sum(one.cards for one in play), held + counted("".join(map(letter_of, pool)))):
        return None
    reals = [_real(one, sort) for one, sort in zip(play, sorts, strict=True)]
    if any(counted("".join(real)) != one.cards for real, one in zip(reals, play, strict=True)):
        return None
    own = next((own for own in product(*reals) if within(counted("".join(own)), held)), None)
    if own is None:
        return None
    rest = [*pool, *hand]
    kept = [_take(letter, rest, hand) for letter in own]
    entries: list[str] = []
    for one, sort, card in zip(play, sorts, kept, strict=True):
        entries += [BREAK] if entries else []
        mine: str | None = card
        for letter, what in zip(one.word, sort, strict=True):
            if what != CARD:
                entries.append(what)
            elif mine is not None and letter_of(mine) == letter:
                entries.append(mine)
                mine = None
            else:
                entries.append(_take(letter, rest, rest))
    copied = next((one.copied for one in play if one.copied), "")
    if copied:
        original = next((card for card in entries if card.startswith(f"card-{copied}")), None)
        if original is None:
            return None
        entries[entries.index(COPY)] = copy_of(Card(original))
    return tuple(entries)


def _sorts(one: Word) -> list[str]:
    """For each letter of the word whether it is a card, the copy or the extra S."""
    sorts = [CARD] * len(one.word)
    if one.bonus:
        sorts[-1] = BONUS
    if one.copied:
        sorts[one.word.rindex(one.copied, 0, len(one.word) - one.bonus)] = COPY
    return sorts


def _real(one: Word, sorts: list[str]) -> list[str]:
    """The letters that are cards."""
    return [letter for letter, sort in zip(one.word, sorts, strict=True) if sort == CARD]


def _take(letter: str, rest: list[str], among: Sequence[str]) -> str:
    card = next(card for card in among if letter_of(card) == letter and card in rest)
    rest.remove(card)
    return card


def random_word(
    stream: Stream, words: WordList, hand: Sequence[str], pool: Sequence[str], powers: str = ""
) -> tuple[str, ...] | None:
    """Some play with words of the list, as `moves.Spell` lists it; None where there is none.

    The letters in `powers` are the patents that its player owns: now and then the play makes use of them.
    """
    bonus = "Z" in powers and stream.below(2) == 1
    copy = "X" in powers and stream.below(2) == 1
    cards = [*hand, *pool]
    for with_copy, with_bonus in dict.fromkeys([(copy, bonus), (False, False)]):
        first = _any(stream, words, cards, hand, with_copy, with_bonus)
        if first is None:
            continue
        if "V" in powers and stream.below(2):
            entries = spell([first], hand, pool)
            left = [card for card in cards if card not in (entries or ())]
            second = _any(stream, words, left, hand, False, False)
            both = spell([first, second], hand, pool) if second else None
            if both:
                return both
        return spell([first], hand, pool)
    return None


def _any(
    stream: Stream, words: WordList, cards: Sequence[str], hand: Sequence[str], copy: bool, bonus: bool
) -> Word | None:
    """Some word that some of these cards spell, one of the hand among them: subset after subset is looked at."""
    letters = [letter_of(card) for card in cards]
    count = 1 << len(cards)
    at, step = stream.below(count), 2 * stream.below(count) + 1
    own = sum(1 << n for n, card in enumerate(cards) if card in hand)
    doubled = stream.below(len(cards)) if copy and cards else 0
    more = (letters[doubled] if copy else "") + ("S" if bonus else "")
    extra = sum(WEIGHT[letter] for letter in more)
    for _n in range(count):
        at = (at + step) % count
        if at & own and at.bit_count() >= FEWEST - (bonus and not copy) and (not copy or at >> doubled & 1):
            have = "".join(letter for n, letter in enumerate(letters) if at >> n & 1)
            spelt = words.of_letters(sum(map(WEIGHT.__getitem__, have)) + extra)
            spelt = [word for word in spelt if not bonus or word.endswith("S")]
            if spelt:
                return Word(stream.choice(spelt), counted(have), letters[doubled] if copy else "", bonus)
    return None
