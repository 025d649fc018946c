"""Gaia as the platform knows it: names, seats, options, statistics, set-up and result."""

from __future__ import annotations

from typing import Any

from games.gaia import checks
from games.gaia.bot import sage
from games.gaia.faces import board
from games.gaia.feeding import Feeding
from games.gaia.limits import Limit
from games.gaia.material import DEALT, PAWNS, ROW, TILES, TOKENS, Card, Deck, parse_deck
from games.gaia.moves import MOVES
from games.gaia.names import name_of
from games.gaia.objectives import Objectives
from games.gaia.position import Table, TableView
from games.gaia.powers.volcano import Burning
from games.gaia.settings import ADVANCED, CITIES, FOUR_POWERS, OPTIONS, POWER_OBJECTIVES, POWERS
from games.gaia.turns import Act, Turn
from parlor.engine import (
    Context,
    DataSet,
    Game,
    Next,
    Phrase,
    Seat,
    Standing,
    Statistic,
    _,
    random_bot,
    standings,
)


class Gaia(Game[Table, TableView]):
    """Lay lands, found cities and be the first to place all pawns."""

    slug = "gaia"
    name = "Gaia"
    designer = "Olivier Rolko"
    publisher = "TIKI Editions"
    year = 2014
    tagline = _("Shape a land where your cities have all they need.")
    seats = (2, 5)
    minutes = 25
    weight = 1.9
    options = OPTIONS
    statistics = (
        Statistic("turns", _("Turns")),
        Statistic("tiles", _("Tiles laid")),
        Statistic("cities", _("Cities founded")),
        Statistic("animals", _("Herds set")),
        Statistic("objectives", _("Objectives fulfilled")),
        Statistic("placed", _("Pawns placed")),
        Statistic("lost", _("Pawns sent home")),
        Statistic("stolen", _("Pawns of rivals replaced")),
        Statistic("powers", _("Powers played")),
    )
    data = (DataSet("deck", "deck.json", parse_deck),)
    position = Table
    view = TableView
    phases = (Turn, Feeding, Act, Burning, Objectives, Limit)
    moves = MOVES
    bots = {"sage": sage, "random": random_bot}

    def setup(self, ctx: Context) -> tuple[Table, Next]:
        """Cards are shuffled, dealt and laid out; a random player begins."""
        deck: Deck = ctx.data["deck"]
        powers = ctx.options[POWERS]
        decks = {"nature": list(deck.nature), "life": list(deck.life)}
        if ctx.options[CITIES] == 19:
            decks["life"] += deck.extra
        if powers:
            decks["power"] = list(deck.powers)
        for kind, cards in decks.items():
            ctx.chance(kind).shuffle(cards)
        hands: list[list[Card]] = [[] for _seat in ctx.seats]
        for kind, cards in decks.items():
            for hand in hands:
                hand += [cards.pop() for _n in range(DEALT[kind])]
        rows = {kind: [cards.pop() for _n in range(ROW[kind])] for kind, cards in decks.items()}
        shown, unused = _objectives(deck, ctx)
        table = Table(
            land={},
            stock=dict(TILES),
            herds={},
            bank=TOKENS,
            cities={},
            people={},
            home=[PAWNS[len(ctx.seats)]] * len(ctx.seats),
            hands=hands,
            decks=decks,
            rows=rows,
            nature=[[] for _seat in ctx.seats],
            powers=[[] for _seat in ctx.seats],
            objectives=shown,
            holders={},
            discard=[],
            unused=unused,
            advanced=ctx.options[ADVANCED],
            distinct=ctx.options[FOUR_POWERS] == "different",
            winner=None,
            ender=None,
        )
        first = Seat(ctx.chance("first").below(len(ctx.seats)))
        ctx.log(_("{seat} begins"), seat=first)
        return table, Turn(first)

    def result(self, p: Table) -> list[Standing]:
        """By pawns placed on cities and objectives.

        Who asked for a missing card gives way in a tie: the next one clockwise after that player comes first.
        """
        seats = len(p.home)
        placed = [PAWNS[seats] - home for home in p.home]
        ender = p.ender
        ties = None if ender is None else [-((seat - ender - 1) % seats) for seat in range(seats)]
        listed = standings(placed, ties=ties)
        for standing in listed:
            objectives = sum(holder == standing.seat for holder in p.holders.values())
            standing.parts = [
                (_("On cities"), placed[standing.seat] - objectives),
                (_("On objectives"), objectives),
            ]
        return listed

    def check(self, p: Table) -> None:
        """No pawn, animal, tile or card is lost or made, and all lies where it may."""
        checks.conserved(p)
        checks.lawful(p)

    def board(self, view: TableView, seat: Seat | None) -> dict[str, Any]:
        """Derived values for the board, see `faces.board`."""
        return board(view, seat)

    def name_of(self, thing: str) -> str | Phrase:
        """The name of a card, a pile or a cell."""
        return name_of(thing)


def _objectives(deck: Deck, ctx: Context) -> tuple[list[Card], list[Card]]:
    """The objectives that lie open, players + 2 of them (rulebook), and those out of the game."""
    how = ctx.options[POWER_OBJECTIVES] if ctx.options[POWERS] else "none"
    cards = [*deck.objectives, *(deck.power_objectives if how == "shuffled" else ())]
    ctx.chance("objectives").shuffle(cards)
    count = len(ctx.seats) + 2
    added = list(deck.power_objectives) if how == "added" else []
    return cards[:count] + added, cards[count:]


GAME = Gaia()
