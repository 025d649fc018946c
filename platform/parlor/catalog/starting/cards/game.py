"""Starting Cards as the platform knows it: names, seats, options, set-up and result."""

from __future__ import annotations

from typing import Any

from parlor.catalog.starting.cards.bot import thrifty
from parlor.catalog.starting.cards.material import CARDS
from parlor.catalog.starting.cards.rules import HAND_SIZE, Deal, Play, Table, TableView, Trick, Turn, player
from parlor.engine import Context, Game, Next, Seat, Standing, Statistic, _, play_ahead, random_bot, standings


class StartingCards(Game[Table, TableView]):
    """Everybody plays a card, the highest takes the trick, most tricks win."""

    slug = "starting-cards"
    name = "Starting Cards"
    tagline = _("The highest card takes the trick.")
    seats = (2, 4)
    minutes = 5
    weight = 1.1
    options = (HAND_SIZE,)
    statistics = (Statistic("tricks", _("Tricks taken")),)
    position = Table
    view = TableView
    phases = (Deal, Turn, Trick)
    moves = (Play,)
    bots = {"thrifty": thrifty, "planner": play_ahead, "random": random_bot}

    def setup(self, ctx: Context) -> tuple[Table, Next]:
        """An empty table; the cards are dealt by the first phase."""
        empty = Table(
            deck=[], hands=[[] for _seat in ctx.seats], row=[], leader=Seat(0), won=[[] for _seat in ctx.seats]
        )
        return empty, Deal()

    def result(self, p: Table) -> list[Standing]:
        """Most tricks win; who has equally many shares the place."""
        return standings([len(cards) // len(p.won) for cards in p.won])

    def check(self, p: Table) -> None:
        """No card is lost or made."""
        held = [card for cards in (*p.hands, *p.won) for card in cards]
        assert sorted([*p.deck, *p.row, *held]) == sorted(CARDS), "each card is somewhere, once"

    def board(self, view: TableView, seat: Seat | None) -> dict[str, Any]:
        """For the board: tricks taken, by seat, and who played each card of the trick."""
        return {
            "tricks": [len(cards) // len(view.won) for cards in view.won],
            "players": [player(view, place) for place in range(len(view.row))],
        }


GAME = StartingCards()
