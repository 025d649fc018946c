"""Earthquake: two tiles that share a side change places with all that is on them."""

from __future__ import annotations

from typing import TypeVar

from games.gaia.material import LAND_NAMES, Card
from games.gaia.moves import PlayEarthquake
from games.gaia.position import Table
from games.gaia.powers.common import show
from games.gaia.satisfaction import satisfaction
from games.gaia.settle import settle
from parlor.engine import Cell, Context, End, Move, Next, Seat, _, around

T = TypeVar("T")


def choices(p: Table, seat: Seat, card: Card) -> list[Move]:
    """The plays of an Earthquake; either tile may be pointed at first."""
    return [PlayEarthquake(card, square, near) for square in p.land for near in around(square) if near in p.land]


def play(p: Table, seat: Seat, move: PlayEarthquake, ctx: Context) -> Next:
    """Tiles, cities with their pawns, and animals change places. Also two equal bare tiles may."""
    before = satisfaction(p)
    show(p, seat, move.card, ctx)
    ctx.log(
        _("{seat} plays {card}: the {land} at {cell} and the {land_to} at {to} change places"),
        seat=seat,
        card=move.card,
        land=LAND_NAMES[p.land[move.cell]],
        cell=move.cell,
        land_to=LAND_NAMES[p.land[move.to]],
        to=move.to,
    )
    swap(p.land, move.cell, move.to)
    swap(p.herds, move.cell, move.to)
    swap(p.cities, move.cell, move.to)
    swap(p.people, move.cell, move.to)
    return End() if settle(p, before, seat, ctx) else None


def swap(things: dict[Cell, T], a: Cell, b: Cell) -> None:
    """What lies at each cell, if anything, comes to lie at the other."""
    at_a, at_b = things.pop(a, None), things.pop(b, None)
    if at_a is not None:
        things[b] = at_a
    if at_b is not None:
        things[a] = at_b
