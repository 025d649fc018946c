"""The rules of Starting Blank: what lies on the table, the moves, and the phases."""

from __future__ import annotations

from collections.abc import Sequence

from parlor.catalog.starting.blank.material import MOST
from parlor.engine import Context, End, Legal, Move, Next, Phase, Position, Public, Seat, View, _


class Table(Position):
    """All that lies on the table. Each field says who sees it."""

    heap: Public[int]
    taken: Public[list[int]]  # by seat
    last: Public[Seat | None]  # who took stones last


class TableView(Table, View):
    """What one player sees of it."""


class Take(Move):
    """Take so many stones from the heap."""

    label = _("Take {stones}")
    stones: int


class Turn(Phase[Table]):
    """The seat takes stones."""

    prompt = _("{seat} takes stones")
    ask = _("How many stones do you take?")
    seat: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        return [self.seat]

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [Take(n) for n in range(1, min(MOST, p.heap) + 1)]

    def apply(self, p: Table, seat: Seat, move: Take, ctx: Context) -> Next:
        p.heap -= move.stones
        p.taken[seat] += move.stones
        p.last = seat
        ctx.log(_("{seat} takes {stones}"), seat=seat, stones=move.stones)
        return Turn(ctx.after(seat)) if p.heap else End()
