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
    """The tiles around the mountain turn to desert; the player chooses which, when too little desert is left.

    `before` is the satisfaction of all cities before the card was played, with which the whole is compared.
    """

    prompt = _("{seat} chooses which land burns")
    ask = _("There is not enough desert for all. Which tile turns to desert?")
    seat: Seat
    cells: tuple[Cell, ...]
    before: tuple[tuple[Card, int], ...]

    def seats(self, p: Table) -> Sequence[Seat]:
        return (self.seat,) if 0 < p.stock[DESERT] < len(self.cells) else ()

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [Burn(square) for square in self.cells]

    def apply(self, p: Table, seat: Seat, move: Burn, ctx: Context) -> Next:
        burn(p, move.cell, ctx)
        return Burning(seat, tuple(square for square in self.cells if square != move.cell), self.before)

    def enter(self, p: Table, ctx: Context) -> Next:
        if p.stock[DESERT]:
            for square in self.cells:
                burn(p, square, ctx)
        return End() if settle(p, dict(self.before), self.seat, ctx) else None


def choices(p: Table, seat: Seat, card: Card) -> list[Move]:
    """The plays of a Volcano: mountains without a city and with a neighbour."""
    return [
        PlayVolcano(card, square)
        for square, land in p.land.items()
        if land == MOUNTAIN and square not in p.cities and any(near in p.land for near in around(square))
    ]


def play(p: Table, seat: Seat, move: PlayVolcano, ctx: Context) -> Next:
    """Cities and animals around go first, then the land burns. The mountain and animals on it stay."""
    before = satisfaction(p)
    show(p, seat, move.card, ctx)
    ctx.log(_("{seat} plays {card}: the mountain at {cell} breaks out"), seat=seat, card=move.card, cell=move.cell)
    near = [square for square in around(move.cell) if square in p.land]
    for square in near:
        clear(p, square, ctx)
    return Burning(seat, tuple(square for square in near if p.land[square] != DESERT), tuple(before.items()))


def burn(p: Table, square: Cell, ctx: Context) -> None:
    """The tile turns to desert."""
    ctx.log(_("the {land} at {cell} turns to desert"), land=LAND_NAMES[p.land[square]], cell=square)
    replace(p, square, DESERT)
