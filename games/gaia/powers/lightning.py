"""Lightning: the city on a tile is destroyed, or its animals go back to the bank. The tile stays."""

from __future__ import annotations

from games.gaia.material import LAND_NAMES, Card
from games.gaia.moves import PlayLightning
from games.gaia.position import Table
from games.gaia.powers.common import show
from games.gaia.satisfaction import satisfaction
from games.gaia.settle import destroy, settle
from parlor.engine import Cell, Context, End, Move, Next, Seat, _


def choices(p: Table, seat: Seat, card: Card) -> list[Move]:
    """The plays of a Lightning: tiles with a city or animals."""
    return [PlayLightning(card, square) for square in p.land if square in p.cities or square in p.herds]


def play(p: Table, seat: Seat, move: PlayLightning, ctx: Context) -> Next:
    """What is on the tile goes; the tile itself serves its neighbours again."""
    before = satisfaction(p)
    show(p, seat, move.card, ctx)
    ctx.log(_("{seat} plays {card}"), seat=seat, card=move.card)
    clear(p, move.cell, ctx)
    return End() if settle(p, before, seat, ctx) else None


def clear(p: Table, square: Cell, ctx: Context) -> None:
    """The city or the animals on the tile go."""
    if square in p.cities:
        card = p.cities[square]
        owners = destroy(p, square, ctx)
        if owners:
            ctx.log(_("{city} is destroyed: the pawns of {seats} go home"), city=card, seats=owners)
        else:
            ctx.log(_("{city} is destroyed"), city=card)
    elif square in p.herds:
        p.bank += p.herds.pop(square)
        ctx.log(_("The animals on the {land} at {cell} are gone"), land=LAND_NAMES[p.land[square]], cell=square)
