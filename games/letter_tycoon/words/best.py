"""The plays that earn most: one word, or two, with copy and besides S where the player owns those patents.

All words are found; the most promising ones, by what their letters could earn at most, are then looked at exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest
from itertools import islice, product
from typing import NamedTuple

from games.letter_tycoon.material import DOUBLERS, EARNINGS, VOWELS, letter_of
from games.letter_tycoon.scoring import factor, total, worth
from games.letter_tycoon.words.lists import WordList, spelled
from games.letter_tycoon.words.search import FEWEST, GUARD, UNIT, Found, Word, counted, found, spell, within

CLOSE = 60
"""So many words are looked at exactly, and so many pairs of words."""

BEHIND = 2.0
"""A play that is worth so much less than the best one is left out."""

PAIRED = 25
"""So many words of each size are tried with each other where two may be played."""

PAIRS = 1500
"""Of so many pairs it is looked at which word gets what doubles only one."""

Q = 15 * UNIT["Q"]
ENDS = f"{VOWELS}Y"

Besides = Callable[[int, int], float]
Accept = Callable[[str], bool]


class Play(NamedTuple):
    """What may be played: the list of a `moves.Spell`, its words, what it earns, and how much the asker likes it."""

    cards: tuple[str, ...]
    words: tuple[str, ...]
    money: int
    stock: int
    value: float


class Likely(NamedTuple):
    """Words of the same letters with the most that they could be worth.

    That is `plain`, what they earn undoubled, as often as `doublers` (bits for B, J and K) and `own` (1 with a Q) make
    it, and what is besides.
    """

    bound: float
    found: Found
    plain: int
    doublers: int
    own: int


class Search(NamedTuple):
    """Whose cards and patents these are, and what a play is worth to them: money, stock, and `besides`.

    `besides` is asked for cards (as `search.counted` counts them) and money; of two words together it is no more than
    of both by themselves. Only words that `accept` takes are played.
    """

    words: WordList
    hand: Sequence[str]
    pool: Sequence[str]
    powers: str = ""
    stacking: str = "multiply"
    besides: Besides = lambda cards, money: 0.0
    accept: Accept = lambda word: True


def best_plays(search: Search, sift: Callable[[Found], bool] | None = None) -> list[Play]:
    """The best plays, best first; `sift` says which of the words found are thought of."""
    letters = "".join(map(letter_of, (*search.hand, *search.pool)))
    copy, bonus, two = (power in search.powers for power in "XZV")
    seen = found(search.words, letters, copy=copy, bonus=bonus, two=two)
    likely = [_likely(search, one) for one in seen if sift is None or sift(one)]
    likely.sort(key=lambda one: -one.bound)
    plays: list[Play] = []
    least = 0.0
    for one in islice((one for one in likely if _alone(one.found)), CLOSE):
        if one.bound < least:
            break
        plays += _exactly(search, [one.found])
        least = max(least, plays[-1].value - BEHIND if plays else 0.0)
    for bound, pair in islice(_pairs(likely, counted(letters), least, search.stacking) if two else (), CLOSE):
        if bound < least:
            break
        plays += _exactly(search, pair)
        least = max(least, plays[-1].value - BEHIND if plays else 0.0)
    plays.sort(key=lambda play: -play.value)
    return plays


def _likely(search: Search, one: Found) -> Likely:
    """What the words could be worth at most, whatever their order of letters and the treatment of their Ys."""
    money, stock = EARNINGS[one.length]
    own = 1 if one.cards & Q or one.copied == "Q" else 0
    doublers = 0
    if any(letter in search.powers for letter in DOUBLERS):
        word = spelled(one.numbers[0])
        sure = sum(map(word.count, VOWELS))
        most = sure + word.count("Y")
        for bit, letter, meets in (1, "B", most >= 2), (2, "J", 2 * most >= len(word)), (4, "K", sure <= 1 <= most):
            if meets and letter in search.powers:
                doublers |= bit
    times = own + doublers.bit_count()
    doubled = factor(times, search.stacking) if times else 1
    bound = (money + stock) * doubled + search.besides(one.cards, money * doubled)
    return Likely(bound, one, money + stock, doublers, own)


def _alone(one: Found) -> bool:
    """Whether the word can be the only one of its turn."""
    return not one.needs and (one.size >= FEWEST or not one.copied)


def _pairs(likely: Sequence[Likely], have: int, least: float, stacking: str) -> Iterator[tuple[float, list[Found]]]:
    """Pairs of words that the cards are enough for, and the most they could be worth, where that is above `least`.

    The best come first.
    """
    sizes: Counter[int] = Counter()
    tried: list[Likely] = []
    for one in likely:
        sizes[one.found.size] += 1
        if sizes[one.found.size] <= PAIRED:
            tried.append(one)
    sums: list[tuple[float, int, int]] = []
    for n, one in enumerate(tried):
        room = have - one.found.cards | GUARD
        for m in range(n, len(tried)):
            if one.bound + tried[m].bound <= least:
                break
            if room - tried[m].found.cards & GUARD == GUARD and _together(one.found, tried[m].found):
                sums.append((one.bound + tried[m].bound, n, m))
    best = nlargest(PAIRS, sums)
    closer = [(bound - _shared(tried[n], tried[m], stacking), n, m) for bound, n, m in best]
    for bound, n, m in sorted(closer, reverse=True):
        if bound > least:
            yield bound, [tried[n].found, tried[m].found]


def _together(first: Found, second: Found) -> bool:
    """Whether the two can be one turn's words, as far as copy and extra S go."""
    if not (first.copied or second.copied or (first.bonus and second.bonus)):
        return True
    if (first.copied and second.copied) or (first.bonus and second.bonus):
        return False
    enough = first.size + second.size >= FEWEST
    return enough and _has(second, first.needs) and _has(first, second.needs)


def _shared(one: Likely, other: Likely, stacking: str) -> float:
    """By how much their bounds together are too high, as a patent doubles one of the two words only."""
    both = (one.doublers & other.doublers).bit_count()
    if not both:
        return 0.0

    def earned(taken: int) -> int:
        mine = one.own + one.doublers.bit_count() - both + taken
        theirs = other.own + other.doublers.bit_count() - taken
        return one.plain * factor(mine, stacking) + other.plain * factor(theirs, stacking)

    alone = one.plain * factor(one.own + one.doublers.bit_count(), stacking)
    alone += other.plain * factor(other.own + other.doublers.bit_count(), stacking)
    return alone - max(map(earned, range(both + 1)))


def _has(one: Found, letter: str) -> bool:
    return not letter or within(UNIT[letter], one.cards)


def _exactly(search: Search, play: Sequence[Found]) -> list[Play]:
    """The play with the words that earn most; none where no word is accepted or the hand has no card for one."""
    best: tuple[int, int, list[Word]] | None = None
    for words in product(*(_different(search, one.words) for one in play)):
        money, stock = total(worth(words, search.powers, search.stacking))
        if best is None or (money + stock, money) > (best[0] + best[1], best[0]):
            made = [Word(word, one.cards, one.copied, one.bonus) for word, one in zip(words, play, strict=True)]
            best = (money, stock, made)
    if best is None:
        return []
    money, stock, made = best
    cards = spell(made, search.hand, search.pool)
    if cards is None:
        return []
    value = money + stock + search.besides(sum(one.cards for one in made), money)
    return [Play(cards, tuple(one.word for one in made), money, stock, value)]


def _different(search: Search, words: Sequence[str]) -> list[str]:
    """Of words of the same letters the first that is accepted; where it matters, one with vowels at both ends, too."""
    accepted = filter(search.accept, words)
    if "B" not in search.powers:
        return list(islice(accepted, 1))
    ended = {word[0] in ENDS and word[-1] in ENDS: word for word in accepted}
    return list(ended.values())
