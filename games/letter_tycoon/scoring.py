"""What words earn: money and stock by length, doubled by patents and by the letter Q.

All is pure: `worth` is asked when a word counts, when its consequences are shown beforehand, and by bots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from games.letter_tycoon.material import DOUBLERS, EARNINGS, VOWELS


class Worth(NamedTuple):
    """What one word earns. `doubled` are the letters that double it: B, J, K for patents, Q for the letter in it.

    `ys` tells for each Y in the word, in order, whether it counts as a vowel; empty where that makes no difference.
    """

    word: str
    money: int
    stock: int
    doubled: tuple[str, ...] = ()
    ys: tuple[bool, ...] = ()


def factor(doublings: int, stacking: str) -> int:
    """How many times the plain earnings a word brings that is doubled so often."""
    if stacking == "multiply":
        return 1 << doublings
    return 1 + (doublings if stacking == "add" else min(doublings, 1))


def doublers(word: str, ys: Sequence[bool], powers: str) -> str:
    """Which of these patents could double the word when its Ys count so: B, J and K have each their condition."""
    treated = iter(ys)
    vowels = [next(treated) if letter == "Y" else letter in VOWELS for letter in word]
    count = sum(vowels)
    meets = {"B": vowels[0] and vowels[-1], "J": 2 * count >= len(word), "K": count == 1}
    return "".join(letter for letter in DOUBLERS if letter in powers and meets[letter])


def worth(words: Sequence[str], powers: str, stacking: str) -> tuple[Worth, ...]:
    """What each word of a turn earns for an owner of these patents, with the best choices made.

    A patent doubles one word of the turn. Of all ways to treat the Ys and to share out B, J and K, the best brings the
    most money and stock together, then the most money. With words of the dictionaries no other way ever brings more
    money (the tests prove it), so that nobody has to be asked. A Q doubles its word by itself, once.
    """
    best: tuple[Worth, ...] | None = None
    for ys in product(*(_treatments(word, powers) for word in words)):
        for shares in _shares([doublers(word, y, powers) for word, y in zip(words, ys, strict=True)], powers):
            found = tuple(_one(*parts, stacking) for parts in zip(words, ys, shares, strict=True))
            if best is None or _better(found, best):
                best = found
    assert best is not None
    return tuple(_without_idle_ys(one, powers, stacking, words, best) for one in best)


def total(worths: Sequence[Worth]) -> tuple[int, int]:
    """Money and stock of all words of a turn."""
    return sum(one.money for one in worths), sum(one.stock for one in worths)


def _treatments(word: str, powers: str) -> Iterator[tuple[bool, ...]]:
    """Every way to treat the Ys of a word, consonants first; one way where no patent of the owner looks at vowels."""
    count = word.count("Y")
    if not count or not set(powers) & set(DOUBLERS):
        return iter([(False,) * count])
    return product((False, True), repeat=count)


def _shares(possible: Sequence[str], powers: str) -> Iterator[list[str]]:
    """Every way to give B, J and K to words that they could double, or to none."""
    held = [letter for letter in DOUBLERS if letter in powers]
    takers = [[None, *(n for n, some in enumerate(possible) if letter in some)] for letter in held]
    for chosen in product(*takers):
        yield [
            "".join(letter for letter, taker in zip(held, chosen, strict=True) if taker == n)
            for n in range(len(possible))
        ]


def _one(word: str, ys: tuple[bool, ...], share: str, stacking: str) -> Worth:
    money, stock = EARNINGS[len(word)]
    doubled = (*share, "Q") if "Q" in word else tuple(share)
    times = factor(len(doubled), stacking)
    return Worth(word, money * times, stock * times, doubled, ys)


def _better(one: tuple[Worth, ...], other: tuple[Worth, ...]) -> bool:
    return _rank(one) > _rank(other)


def _rank(worths: tuple[Worth, ...]) -> tuple[int, int, int, int]:
    """Earnings first; of equal ones the way that uses the fewest patents and the fewest Ys as vowels."""
    money, stock = total(worths)
    return (
        money + stock,
        money,
        -sum(len(one.doubled) for one in worths),
        -sum(sum(one.ys) for one in worths),
    )


def _without_idle_ys(one: Worth, powers: str, stacking: str, words: Sequence[str], best: tuple[Worth, ...]) -> Worth:
    """The worth, with `ys` only where treating the Ys of this word otherwise could earn less."""
    if not one.ys:
        return one
    at = best.index(one)
    for ys in _treatments(one.word, powers):
        possible = [
            doublers(word, ys if n == at else other.ys, powers)
            for n, (word, other) in enumerate(zip(words, best, strict=True))
        ]
        reached = max(
            sum(total([_one(word, (), share, stacking) for word, share in zip(words, shares, strict=True)]))
            for shares in _shares(possible, powers)
        )
        if reached < sum(total(best)):
            return one
    return one._replace(ys=())
