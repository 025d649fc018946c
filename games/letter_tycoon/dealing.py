"""Cards that are drawn, and the pile that is shuffled when the deck is used up."""

from __future__ import annotations

from games.letter_tycoon.material import HAND, POOL, Card
from games.letter_tycoon.position import Table
from parlor.engine import Context, Seat, _


def draw(p: Table, ctx: Context) -> Card:
    """The next card of the deck; what was played and discarded before is shuffled into a new one when needed.

    There always is one: hands, pool and table never hold more than 45 of the 102 cards.
    """
    if not p.deck:
        p.deck = sorted([*p.used, *p.discard])
        p.used, p.discard = [], []
        ctx.chance("deck").shuffle(p.deck)
        ctx.log(_("The deck is used up: all cards played and discarded are shuffled into a new one"))
    return p.deck.pop()


def fill_pool(p: Table, ctx: Context) -> None:
    """The pool is filled up, and only then the word's cards are put away, so that they cannot come right back."""
    while len(p.pool) < POOL:
        p.pool.append(draw(p, ctx))
    p.used += p.laid
    p.laid, p.borrowed, p.spelling = [], [], []


def fill_hand(p: Table, seat: Seat, ctx: Context) -> None:
    """The hand is filled up to seven."""
    hand = p.hands[seat]
    while len(hand) < HAND:
        hand.append(draw(p, ctx))


def put_out(p: Table, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Cards of the hand go face down onto the discard pile."""
    p.hands[seat] = [card for card in p.hands[seat] if card not in cards]
    p.discard += cards
