"""The rules of Starting Grid: what lies on the table, the moves, and the phases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlor.catalog.starting.grid.material import CELLS
from parlor.engine import (
    Cell,
    Context,
    End,
    Legal,
    Move,
    Next,
    Phase,
    Position,
    Public,
    Seat,
    View,
    _,
    around,
)


class Table(Position):
    """All that lies on the table. Each field says who sees it."""

    land: Public[dict[Cell, Seat]]  # who has claimed a square; free ones are not in it
    newest: Public[Cell | None]
    sizes: Public[list[int]]  # by seat: squares of the largest connected land


class TableView(Table, View):
    """What one player sees of it."""


class Claim(Move):
    """Claim this free square."""

    label = _("Claim {cell}")
    cell: Cell


class Turn(Phase[Table]):
    """The seat claims a square."""

    prompt = _("{seat} claims a square")
    ask = _("Which square do you claim?")
    seat: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        return [self.seat]

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [Claim(cell) for cell in CELLS if cell not in p.land]

    def apply(self, p: Table, seat: Seat, move: Claim, ctx: Context) -> Next:
        p.land[move.cell] = seat
        p.newest = move.cell
        p.sizes[seat] = largest(p.land, seat)
        ctx.log(_("{seat} claims {cell}"), seat=seat, cell=move.cell)
        return Turn(ctx.after(seat)) if len(p.land) < len(CELLS) else End()


def largest(land: Mapping[Cell, Seat], seat: Seat) -> int:
    """How many squares the seat's largest connected land has; squares touch with an edge."""
    left = {cell for cell, owner in land.items() if owner == seat}
    best = 0
    while left:
        region = [left.pop()]
        for here in region:
            for near in around(here):
                if near in left:
                    left.remove(near)
                    region.append(near)
        best = max(best, len(region))
    return best
