"""Low Tide as the platform knows it: names, seats, options, set-up and result."""

from __future__ import annotations

from parlor.engine import Context, Game, Next, Phrase, Standing, Statistic, _, sort_of, standings

from low_tide.material import SHELLS, Shell, hand_of
from low_tide.rules import TIES, Play, Reach, Table, TableView, Wave


class LowTide(Game[Table, TableView]):
    """The highest card that nobody else has played picks up the shells."""

    slug = "low-tide"
    name = "Low Tide"
    tagline = _("Reach for the shells, but alone.")
    seats = (2, 5)
    minutes = 5
    weight = 1.1
    options = (TIES,)
    statistics = (Statistic("waves", _("Waves won")),)
    data = (SHELLS,)
    position = Table
    view = TableView
    phases = (Wave, Reach)
    moves = (Play,)

    def setup(self, ctx: Context) -> tuple[Table, Next]:
        """The shells in random order, and the same cards for everybody."""
        sea = [Shell(f"shell-{name}") for name in ctx.data["shells"]]
        ctx.chance("sea").shuffle(sea)
        table = Table(
            sea=sea,
            beach=[],
            hands=[hand_of(seat) for seat in ctx.seats],
            played=[None for _seat in ctx.seats],
            shells=[[] for _seat in ctx.seats],
            lost=[],
            points=[0 for _seat in ctx.seats],
        )
        return table, Wave()

    def result(self, p: Table) -> list[Standing]:
        """Most points win; among equals whoever has more shells."""
        return standings(p.points, ties=[len(shells) for shells in p.shells])

    def check(self, p: Table) -> None:
        """No shell is lost, and all have equally many cards."""
        assert len({*p.sea, *p.beach, *p.lost, *(shell for shells in p.shells for shell in shells)}) == 7
        assert len({len(hand) for hand in p.hands}) == 1

    def name_of(self, thing: str) -> str | Phrase:
        """A card is called by its number, a shell by its name."""
        return thing.partition("x")[2] if sort_of(thing) == "card" else super().name_of(thing)


GAME = LowTide()
