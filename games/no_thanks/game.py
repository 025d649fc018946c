"""No Thanks! as the platform knows it: names, seats, options, statistics, set-up and result."""

from __future__ import annotations

from typing import Any

from games.no_thanks.bot import steady
from games.no_thanks.material import CARDS, CHIPS, REMOVED, TACTICAL_CHIPS
from games.no_thanks.rules import (
    CHIPS_SHOWN,
    ROUNDS,
    VARIANT,
    Count,
    Deal,
    Offer,
    Refuse,
    Table,
    TableView,
    Take,
    points,
    score,
)
from parlor.engine import Chance, Context, Game, Next, Seat, Standing, Statistic, _, play_ahead, random_bot, standings

ROUND_LABELS = (_("Round 1"), _("Round 2"), _("Round 3"), _("Round 4"))


class NoThanks(Game[Table, TableView]):
    """Take the card, or pay a chip to be spared: the lowest score wins."""

    slug = "no-thanks"
    name = "No Thanks!"
    designer = "Thorsten Gimmler"
    publisher = "AMIGO"
    year = 2004
    tagline = _("Take the card, or pay a chip to be spared.")
    seats = (3, 7)
    minutes = 15
    weight = 1.1
    options = (CHIPS_SHOWN, VARIANT, ROUNDS)
    statistics = (
        Statistic("cards", _("Cards taken")),
        Statistic("paid", _("Chips paid")),
        Statistic("forced", _("Cards taken for want of a chip")),
    )
    position = Table
    view = TableView
    phases = (Deal, Offer, Count)
    moves = (Take, Refuse)
    bots = {"steady": steady, "planner": play_ahead, "random": random_bot}

    def setup(self, ctx: Context) -> tuple[Table, Next]:
        """An empty table; the first round is dealt by its phase."""
        empty = Table(
            deck=[],
            removed=[],
            aside=[],
            card=None,
            pot=0,
            taken=[],
            chips=[],
            scores=[[] for _seat in ctx.seats],
            round=0,
            rounds=ctx.options[ROUNDS],
            first=Seat(0),
        )
        return empty, Deal(1)

    def result(self, p: Table) -> list[Standing]:
        """The lowest sum of all rounds wins, the one under way included; equal sums share the place.

        (The manual prints no tie-break.)
        """
        scores = [list(finished) for finished in p.scores]
        for seat, finished in enumerate(scores):
            if len(finished) < p.round:
                finished.append(score(p.taken[seat], p.chips[seat]))
        listed = standings([sum(finished) for finished in scores], lowest=True)
        for standing in listed:
            seat = standing.seat
            if p.rounds == 1:
                standing.parts = [(_("Cards"), points(p.taken[seat])), (_("Chips"), -p.chips[seat])]
            else:
                standing.parts = list(zip(ROUND_LABELS, scores[seat], strict=False))
        return listed

    def imagine(self, p: Table, seat: Seat, chance: Chance) -> None:
        """The others' chips are some split of all chips that are neither the seat's own nor on the card."""
        others = [other for other in range(len(p.chips)) if other != seat]
        rest = sum(p.chips) - p.chips[seat]
        stream = chance("chips")
        for other in others:
            p.chips[other] = 0
        for _chip in range(rest):
            p.chips[stream.choice(others)] += 1

    def check(self, p: Table) -> None:
        """No card and no chip is lost or made."""
        cards = [*p.deck, *p.removed, *p.aside, *(card for taken in p.taken for card in taken)]
        if p.card is not None:
            cards.append(p.card)
        assert sorted(cards) == sorted(CARDS), "33 different cards"
        assert min(p.chips) >= 0 <= p.pot, "no debts"
        dealt = (TACTICAL_CHIPS if p.aside else CHIPS)[len(p.chips)] * len(p.chips)
        assert sum(p.chips) + p.pot == dealt, "chips are neither lost nor made"
        assert len(p.removed) + len(p.aside) == REMOVED, "nine cards are out"

    def board(self, view: TableView, seat: Seat | None) -> dict[str, Any]:
        """Points of the cards taken so far in this round, by seat, and how many rounds there are."""
        return {"points": [points(taken) for taken in view.taken], "rounds": view.rounds}


GAME = NoThanks()
