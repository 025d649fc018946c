"""Volcano: around a mountain cities and animals are destroyed and the land turns to desert."""

from __future__ import annotations

from collections.abc import Sequence

from games.gaia.material import DESERT, LAND_NAMES, MOUNTAIN, Card
from games.gaia.moves import Burn, PlayVolcano
from games.gaia.position import Table
from games.gaia.powers.common import replace, show
from games.gaia.powers.lightning import clear
from games.gaia.satisfaction import satisfaction
from games.gaia.settle import settle
from parlor.engine import Cell, Context, End, Legal, Move, Next, Phase, Seat, _, around


class Burning(Phase[Table]):
    """The mountain breaks out. When too little desert is left for all land around, the player first chooses which."""

    prompt = _("{seat} chooses which land burns")
    ask = _("There is not enough desert for all. Which tile turns to desert?")
    seat: Seat
    mountain: Cell
    chosen: tuple[Cell, ...] = ()

    def seats(self, p: Table) -> Sequence[Seat]:
        left = p.stock[DESERT]
        return (self.seat,) if len(self.chosen) < left < len(burnable(p, self.mountain)) else ()

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [Burn(square) for square in burnable(p, self.mountain) if square not in self.chosen]

    def apply(self, p: Table, seat: Seat, move: Burn, ctx: Context) -> Next:
        ctx.log(_("{seat} chooses {cell} to burn"), seat=seat, cell=move.cell)
        return Burning(seat, self.mountain, (*self.chosen, move.cell))

    def enter(self, p: Table, ctx: Context) -> Next:
        before = satisfaction(p)
        for square in around(self.mountain):
            clear(p, square, ctx)
        for square in burnable(p, self.mountain):
            if p.stock[DESERT] and (not self.chosen or square in self.chosen):
                ctx.log(_("The {land} at {cell} turns to desert"), land=LAND_NAMES[p.land[square]], cell=square)
                replace(p, square, DESERT)
        return End() if settle(p, before, self.seat, ctx) else None


def burnable(p: Table, mountain: Cell) -> list[Cell]:
    """The tiles around the mountain that are not desert already."""
    return [square for square in around(mountain) if p.land.get(square, DESERT) != DESERT]


def choices(p: Table, seat: Seat, card: Card) -> list[Move]:
    """The plays of a Volcano: mountains without a city and with a neighbour."""
    return [
        PlayVolcano(card, square)
        for square, land in p.land.items()
        if land == MOUNTAIN and square not in p.cities and any(near in p.land for near in around(square))
    ]


def play(p: Table, seat: Seat, move: PlayVolcano, ctx: Context) -> Next:
    """The phase that follows does the rest. The mountain and animals on it stay."""
    show(p, seat, move.card, ctx)
    ctx.log(_("{seat} plays {card}: the mountain at {cell} breaks out"), seat=seat, card=move.card, cell=move.cell)
    return Burning(seat, move.cell)
