"""Starting Blank as the platform knows it: names, seats, set-up and result."""

from __future__ import annotations

from parlor.catalog.starting.blank.material import HEAP
from parlor.catalog.starting.blank.rules import Table, TableView, Take, Turn
from parlor.engine import Context, Game, Next, Standing, _, standings


class StartingBlank(Game[Table, TableView]):
    """Take stones from a heap: whoever takes the last one wins."""

    slug = "starting-blank"
    name = "Starting Blank"
    tagline = _("Take the last stone.")
    seats = (2, 4)
    minutes = 3
    weight = 1.0
    position = Table
    view = TableView
    phases = (Turn,)
    moves = (Take,)

    def setup(self, ctx: Context) -> tuple[Table, Next]:
        """A full heap; the first player is drawn."""
        first = ctx.chance("first").choice(ctx.seats)
        return Table(heap=HEAP, taken=[0 for _seat in ctx.seats], last=None), Turn(first)

    def result(self, p: Table) -> list[Standing]:
        """Whoever took the last stone wins. Asked in mid-game too: then it is who would win now."""
        return standings([1 if seat == p.last else 0 for seat in range(len(p.taken))])

    def check(self, p: Table) -> None:
        """No stone is lost or made."""
        assert p.heap >= 0
        assert p.heap + sum(p.taken) == HEAP, "all stones are there"


GAME = StartingBlank()
