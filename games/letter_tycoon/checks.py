"""What holds in every position."""

from __future__ import annotations

from games.letter_tycoon.material import CARDS, HAND, POOL, PRICES
from games.letter_tycoon.position import Table, owned
from games.letter_tycoon.spelling import real
from parlor.engine import Seat


def lawful(p: Table) -> None:
    """Cards, patents and money are where they may be. Raises AssertionError."""
    cards = [*p.pool, *p.laid, *p.deck, *p.discard, *p.used]
    for hand in p.hands:
        assert len(hand) <= HAND, "seven cards at most in a hand"
        cards += hand
    assert sorted(cards) == sorted(CARDS), "102 different cards"
    assert real(p.spelling) == p.laid, "what is spelled lies on the table"
    assert set(p.borrowed) <= set(p.laid), "what came from the pool lies on the table"
    assert len(p.pool) + len(p.borrowed) == POOL, "three cards in the pool"
    assert min(p.money) >= 0 <= min(p.stock), "no debts"
    assert set(p.owners) <= set(PRICES), "26 patents"
    for seat in range(len(p.hands)):
        value = sum(PRICES[letter] for letter in owned(p, Seat(seat)))
        assert value < p.goal or p.ender is not None, "the goal is noticed"
