"""What cards and patents are worth to a bot: the tastes, as tables and rules of thumb."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from games.letter_tycoon.faces import score_of, value_of
from games.letter_tycoon.material import COUNTS, HAND, PRICES, VOWELS, Card, letter_of
from games.letter_tycoon.position import TableView, owned
from games.letter_tycoon.words.search import UNIT
from parlor.engine import Seat

POWER = {"B": 0.5, "J": 1.6, "K": 1.3, "Q": 0.3, "V": 0.9, "X": 1.2, "Z": 0.9}
"""About how much more its owner earns in a turn."""

PLAYED = 5.5
"""Cards in a usual play."""

TURNS = 9.0
"""Turns of each player in a usual game."""

WANTED = {
    "A": 7, "B": 3, "C": 5, "D": 6, "E": 10, "F": 3, "G": 5, "H": 4, "I": 7, "J": 0, "K": 2, "L": 6, "M": 5,
    "N": 7, "O": 6, "P": 5, "Q": 0, "R": 8, "S": 10, "T": 7, "U": 4, "V": 1, "W": 2, "X": 1, "Y": 3, "Z": 1,
}  # fmt: skip
"""How well a letter goes into words with others."""

KEPT = 5
"""Letters that are wanted less than this are discarded."""


def liking(view: TableView, seat: Seat, *, careful: bool) -> Callable[[int, int], float]:
    """What playing cards is worth besides its earnings: a patent that may then be bought, less royalties to others."""
    others = len(view.money) - 1 - len(view.gone)
    paid = [UNIT[letter] for letter, owner in view.owners.items() if owner != seat and owner not in view.gone]
    left = rounds_left(view)
    offers = sorted(
        ((patent_worth(view, seat, letter, left), PRICES[letter], 15 * UNIT[letter]) for letter in PRICES
         if letter not in view.owners),
        reverse=True,
    )  # fmt: skip
    mine = view.money[seat]

    def besides(cards: int, money: int) -> float:
        loss = 0
        for unit in paid:
            if cards & 15 * unit:
                loss += cards // unit & 15
        for worth, price, mask in offers:
            if cards & mask and price <= mine + money:
                return worth - loss / others
        return -loss / others

    return besides if careful and others else lambda cards, money: 0.0


def rounds_left(view: TableView) -> float:
    """About how many rounds are still to be played."""
    if view.ender is not None:
        return 0.0
    seats = [Seat(n) for n in range(len(view.money))]
    nearest = max(
        min(value_of(view, one) / view.goal, len(owned(view, one)) / view.needed) for one in seats
    )  # whoever lacks most lacks both
    return max(1.0, TURNS * (1 - nearest))


def patent_worth(view: TableView, seat: Seat, letter: str, left: float) -> float:
    """What a patent will bring its owner: royalties, its power, and the royalties that need not be paid.

    Its price counts at the end as money does.
    """
    others = max(1, len(view.money) - 1 - len(view.gone))
    each_turn = PLAYED * COUNTS[letter] / 102 * others + POWER.get(letter, 0.0)
    return each_turn * left + 0.05 * PRICES[letter]


def market(view: TableView, seat: Seat, offers: Sequence[str], *, careful: bool) -> str:
    """The letter whose patent is bought; empty for none. Who is careful does not end a game that would be lost."""
    if not careful:
        return max(offers, key=lambda letter: (PRICES[letter], letter))
    left = rounds_left(view)
    for letter in sorted(offers, key=lambda letter: (-patent_worth(view, seat, letter, left), letter)):
        if not _ends(view, seat, letter) or _leads(view, seat):
            return letter
    return ""


def _ends(view: TableView, seat: Seat, letter: str) -> bool:
    """Whether the purchase brings on the last round."""
    enough = value_of(view, seat) + PRICES[letter] >= view.goal
    return view.ender is None and enough and len(owned(view, seat)) + 1 >= view.needed


def _leads(view: TableView, seat: Seat) -> bool:
    """Whether nobody has more points."""
    return all(
        score_of(view, seat) >= score_of(view, Seat(n))
        for n in range(len(view.money))
        if n != seat and n not in view.gone
    )


def unwanted(hand: Sequence[Card]) -> list[Card]:
    """The cards that are better discarded: bad letters, doubles of them, and vowels or consonants in excess."""
    kept: Counter[str] = Counter()
    out: list[Card] = []
    for card in sorted(hand, key=lambda card: (-WANTED[letter_of(card)], card)):
        letter = letter_of(card)
        sort = "vowels" if letter in VOWELS else "others"
        most = 3 if sort == "vowels" else 4
        again = 0 if letter == "E" else 3 * kept[letter]
        if WANTED[letter] - again < KEPT or kept[sort] >= most:
            out.append(card)
        else:
            kept[letter] += 1
            kept[sort] += 1
    return sorted(out, key=hand.index)[:HAND]


def forfeited(hand: Sequence[Card]) -> Card:
    """The card that is missed least."""
    return min(hand, key=lambda card: (WANTED[letter_of(card)], card))


replaced = forfeited
