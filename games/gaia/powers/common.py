"""What all Power cards share."""

from __future__ import annotations

from games.gaia.material import Card, Land
from games.gaia.position import Table
from parlor.engine import Cell, Context, Seat


def show(p: Table, seat: Seat, card: Card, ctx: Context) -> None:
    """The played card goes to the front, where it counts for a Power objective."""
    p.hands[seat].remove(card)
    p.powers[seat].append(card)
    ctx.count("powers", seat)


def replace(p: Table, square: Cell, land: Land) -> None:
    """Another tile from the stock takes the place; the old one goes back to its stack."""
    p.stock[p.land[square]] += 1
    p.stock[land] -= 1
    p.land[square] = land
