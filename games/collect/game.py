"""Collect - Animal Alliance as the platform knows it: names, seats, options, statistics, set-up and result."""

from __future__ import annotations

from typing import Any

from games.collect.bot import keeper
from games.collect.faces import board
from games.collect.material import CARDS, GOAL, LEFT, RIGHT
from games.collect.moves import MOVES
from games.collect.names import name_of
from games.collect.position import Table, TableView
from games.collect.powers import Crab, Crocodile, Hermit, Monkey, Parrot, Place, Power
from games.collect.settings import HALF_CROWNS, MATCH, OPTIONS, TEAMS
from games.collect.settling import NextRound, Retreat, Round, Settle, chameleons
from games.collect.turns import Match, Turn
from parlor.engine import Context, Game, Next, Seat, Standing, Statistic, _, random_bot, standings

FULL = 2
"""A full crown counts like two half crowns in the score."""


class Collect(Game[Table, TableView]):
    """Draw animals into your row; the first alliance wins the round, two half crowns the match.

    Neither designer, publisher nor year is declared, because the rules that this was made from name none.
    """

    slug = "collect"
    name = "Collect - Animal Alliance"
    tagline = _("Draw animals into your row and be first to form an alliance.")
    seats = (2, 5)
    minutes = 15
    weight = 1.3
    options = OPTIONS
    statistics = (
        Statistic("rounds", _("Rounds won")),
        Statistic("four", _("Won with four in a row")),
        Statistic("lion", _("Won with the lion's seven")),
        Statistic("octopus", _("Won with the octopus's pairs")),
        Statistic("cards", _("Cards drawn")),
        Statistic("again", _("Second turns")),
        Statistic("moved", _("Cards moved by crabs")),
        Statistic("bitten", _("Cards sent back by crocodiles")),
        Statistic("swapped", _("Monkeys swapped")),
        Statistic("guesses", _("Guesses of parrots")),
        Statistic("right", _("Right guesses")),
        Statistic("retreats", _("Pairs of chameleons lost")),
        Statistic("void", _("Rounds that nobody won"), per_seat=False),
    )
    position = Table
    view = TableView
    phases = (Match, Round, Turn, Place, Settle, Retreat, Power, Crab, Hermit, Crocodile, Monkey, Parrot, NextRound)
    moves = MOVES
    bots = {"keeper": keeper, "random": random_bot}

    def setup(self, ctx: Context) -> tuple[Table, Next]:
        """An empty table; a random player begins. In teams the seats are A B A B."""
        seats = len(ctx.seats)
        one = ctx.options[MATCH] == "round"
        sides = [seat % 2 for seat in ctx.seats] if ctx.options[TEAMS] else list(range(seats))
        table = Table(
            decks={LEFT: [], RIGHT: []},
            rows=[],
            newest=None,
            origin=None,
            waiting=None,
            shown=None,
            sides=sides,
            halves=[0] * len(set(sides)),
            full=None,
            left=1 if one else ctx.options[HALF_CROWNS],
            goal=1 if one else GOAL,
            round=0,
            starter=Seat(ctx.chance("first").below(seats)),
            last=None,
        )
        return table, Match()

    def result(self, p: Table) -> list[Standing]:
        """By half crowns, the full crown counting for two; equal ones share the place, and partners do anyway."""
        full = [FULL if p.full == side else 0 for side in range(len(p.halves))]
        listed = standings([p.halves[side] + full[side] for side in p.sides])
        for standing in listed:
            side = p.sides[standing.seat]
            standing.parts = [(_("Half crowns"), p.halves[side])]
            if full[side]:
                standing.parts.append((_("Full crown"), 1))
            if len(p.halves) < len(p.sides):
                standing.team = side
        return listed

    def check(self, p: Table) -> None:
        """No card and no crown is lost or made, and nobody keeps two chameleons but while they are being sent away."""
        cards = [card for deck in p.decks.values() for card in deck] + [card for row in p.rows for card in row]
        if p.waiting is not None:
            cards.append(p.waiting)
        assert sorted(cards) == sorted(CARDS), "64 different cards"
        assert all(len(chameleons(row)) <= 2 for row in p.rows), "chameleons retreat at once"
        assert p.newest is None or p.newest == p.waiting or any(p.newest in row for row in p.rows), "the newest card"
        assert p.left >= 0 and max(p.halves) <= p.goal, "crowns"
        assert p.full is None or not p.left, "the full crown comes last"

    def board(self, view: TableView, seat: Seat | None) -> dict[str, Any]:
        """Derived values for the board, see `faces.board`."""
        return board(view)

    def name_of(self, thing: str) -> str:
        """The name of a card, an animal or a deck."""
        return name_of(thing)


GAME = Collect()
