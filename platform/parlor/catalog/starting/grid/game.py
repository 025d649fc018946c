"""Starting Grid as the platform knows it: names, seats, set-up and result."""

from __future__ import annotations

from typing import Any

from parlor.catalog.starting.grid.material import CELLS, SIDE
from parlor.catalog.starting.grid.rules import Claim, Table, TableView, Turn, largest
from parlor.engine import Context, Game, Next, Phrase, Seat, Standing, _, sort_of, standings, xy


class StartingGrid(Game[Table, TableView]):
    """Claim squares; the largest connected land wins."""

    slug = "starting-grid"
    name = "Starting Grid"
    tagline = _("The largest connected land wins.")
    seats = (2, 4)
    minutes = 5
    weight = 1.2
    position = Table
    view = TableView
    phases = (Turn,)
    moves = (Claim,)

    def setup(self, ctx: Context) -> tuple[Table, Next]:
        """An empty board; the first player is drawn."""
        return Table(land={}, newest=None, sizes=[0 for _seat in ctx.seats]), Turn(
            ctx.chance("first").choice(ctx.seats)
        )

    def result(self, p: Table) -> list[Standing]:
        """The largest connected land wins; who has equally much shares the place."""
        return standings(p.sizes)

    def check(self, p: Table) -> None:
        """Only squares of the board are claimed, and the sizes are those of the lands."""
        assert set(p.land) <= set(CELLS)
        assert p.sizes == [largest(p.land, Seat(seat)) for seat in range(len(p.sizes))]

    def board(self, view: TableView, seat: Seat | None) -> dict[str, Any]:
        """For the board: its squares with column and row."""
        return {"side": SIDE, "cells": [(cell, *xy(cell)) for cell in CELLS]}

    def name_of(self, thing: str) -> str | Phrase:
        """Squares are called by letter and number, as on a chessboard."""
        if sort_of(thing) != "cell":
            return super().name_of(thing)
        x, y = xy(thing)
        return f"{'ABCDE'[x]}{y + 1}"


GAME = StartingGrid()
