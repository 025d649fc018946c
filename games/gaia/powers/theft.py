"""Theft: a random card changes hands. The thief sees it, the others only its back."""

from __future__ import annotations

from games.gaia.material import Card, back_of
from games.gaia.moves import PlayTheft
from games.gaia.position import Table
from games.gaia.powers.common import show
from parlor.engine import Context, Move, Next, Only, Seat, _

STOLEN = {
    "nature": _("{seat} plays {card} and takes a Nature card from {seat_from}: {taken}"),
    "life": _("{seat} plays {card} and takes a Life card from {seat_from}: {taken}"),
    "power": _("{seat} plays {card} and takes a Power card from {seat_from}: {taken}"),
}


def choices(p: Table, seat: Seat, card: Card) -> list[Move]:
    """The plays of a Theft: rivals with a card in hand."""
    return [PlayTheft(card, Seat(other)) for other, hand in enumerate(p.hands) if other != seat and hand]


def play(p: Table, seat: Seat, move: PlayTheft, ctx: Context) -> Next:
    """One card of the rival, drawn by chance, comes to the thief's hand."""
    show(p, seat, move.card, ctx)
    hand = p.hands[move.seat]
    taken = hand.pop(ctx.chance("theft").below(len(hand)))
    p.hands[seat].append(taken)
    seen = Only(taken, (seat, move.seat))
    ctx.log(STOLEN[back_of(taken)], seat=seat, card=move.card, seat_from=move.seat, taken=seen)
    return None
