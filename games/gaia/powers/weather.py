"""Sun dries a tile (swamp to plain, plain to desert); Rain does the reverse. Animals on it stay."""

from __future__ import annotations

from games.gaia.material import DESERT, LAND_NAMES, PLAIN, SWAMP, Card, Land
from games.gaia.moves import PlayRain, PlaySun
from games.gaia.position import Table
from games.gaia.powers.common import replace, show
from games.gaia.satisfaction import satisfaction
from games.gaia.settle import settle
from parlor.engine import Cell, Context, End, Move, Next, Seat, _

DRIER: dict[Land, Land] = {SWAMP: PLAIN, PLAIN: DESERT}
WETTER: dict[Land, Land] = {DESERT: PLAIN, PLAIN: SWAMP}


def targets(p: Table, change: dict[Land, Land]) -> list[Cell]:
    """The tiles without a city whose new land is still in stock."""
    return [
        square
        for square, land in p.land.items()
        if land in change and square not in p.cities and p.stock[change[land]]
    ]  # fmt: skip


def sun(p: Table, seat: Seat, card: Card) -> list[Move]:
    """The plays of a Sun."""
    return [PlaySun(card, square) for square in targets(p, DRIER)]


def rain(p: Table, seat: Seat, card: Card) -> list[Move]:
    """The plays of a Rain."""
    return [PlayRain(card, square) for square in targets(p, WETTER)]


def play(p: Table, seat: Seat, move: PlaySun | PlayRain, ctx: Context) -> Next:
    """The tile changes."""
    before = satisfaction(p)
    show(p, seat, move.card, ctx)
    old = p.land[move.cell]
    new = (DRIER if isinstance(move, PlaySun) else WETTER)[old]
    replace(p, move.cell, new)
    told = {"seat": seat, "card": move.card, "cell": move.cell, "land": LAND_NAMES[old], "to": LAND_NAMES[new]}
    ctx.log(_("{seat} plays {card}: the {land} at {cell} turns to {to}"), **told)
    return End() if settle(p, before, seat, ctx) else None
