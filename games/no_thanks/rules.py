"""The rules of No Thanks!: the position, the two moves, and the phases of a round."""

from __future__ import annotations

from collections.abc import Sequence

from games.no_thanks.material import CARDS, CHIPS, REMOVED, TACTICAL_ASIDE, TACTICAL_CHIPS, Card
from parlor.engine import (
    Choice,
    Context,
    Counted,
    End,
    Hidden,
    Legal,
    Move,
    Next,
    Opens,
    Option,
    Owner,
    Phase,
    Plural,
    Position,
    Public,
    Seat,
    Supply,
    View,
    _,
    number,
)

CHIPS_SHOWN = Option(
    "chips",
    _("Chips"),
    (
        Choice("hidden", _("Hidden"), _("Everybody sees only their own chips until the end.")),
        Choice("open", _("Open"), _("Everybody sees all chips.")),
    ),
    "hidden",
)
VARIANT = Option(
    "variant",
    _("Variant"),
    (
        Choice("standard", _("Standard")),
        Choice("tactical", _("Tactical"), _("One chip fewer each; 10, 20 and 30 are never in play.")),
    ),
    "standard",
)
ROUNDS = Option(
    "rounds",
    _("Rounds"),
    (Choice(1, _("One round")), Choice(4, _("Four rounds"), _("The scores of four rounds are added up."))),
    1,
)


class Table(Position):
    """All that lies on the table."""

    deck: Counted[list[Card]]
    removed: Hidden[list[Card]]
    aside: Public[list[Card]]
    card: Public[Card | None]
    pot: Public[int]
    taken: Public[list[list[Card]]]
    chips: Owner[list[int]]
    scores: Public[list[list[int]]]
    round: Public[int]
    rounds: Public[int]
    first: Public[Seat]

    supplies = (Supply(("taken", "card", "aside", "deck", "removed")),)
    opens = (Opens("chips", "chips", "open"),)
    reveal_at_end = ("removed", "chips")


class TableView(Table, View):
    """What one player sees of it."""


class Take(Move):
    """Take the card and the chips on it."""

    label = _("Take the card")


class Refuse(Move):
    """Pay a chip onto the card instead."""

    label = _("No thanks!")


TAKE = Take()
REFUSE = Refuse()
ONLY_TAKE: Legal = [TAKE]
TAKE_OR_REFUSE: Legal = [TAKE, REFUSE]
AND_CHIPS = Plural(_("{seat} takes {card} and {chips} chip"), _("{seat} takes {card} and {chips} chips"), "chips")
SCORES = Plural(
    _("{seat} scores {points}: {cards} for cards, less {chips} chip"),
    _("{seat} scores {points}: {cards} for cards, less {chips} chips"),
    "chips",
)


class Offer(Phase[Table]):
    """A card lies open and the seat takes it or pays. (AMIGO manual: the taker turns the next card and goes on.)"""

    prompt = _("{seat} takes the card or pays a chip")
    ask = _("Take the card or pay a chip?")
    seat: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        return (self.seat,)

    def legal(self, p: Table, seat: Seat) -> Legal:
        return TAKE_OR_REFUSE if p.chips[seat] else ONLY_TAKE

    def apply(self, p: Table, seat: Seat, move: Take | Refuse, ctx: Context) -> Next:
        if isinstance(move, Refuse):
            p.chips[seat] -= 1
            p.pot += 1
            ctx.log(_("{seat} pays a chip"), seat=seat)
            ctx.count("paid", seat)
            return Offer(ctx.after(seat))
        assert p.card is not None
        if not p.chips[seat]:
            ctx.count("forced", seat)
        p.taken[seat].append(p.card)
        p.chips[seat] += p.pot
        if p.pot:
            ctx.log(AND_CHIPS, seat=seat, card=p.card, chips=p.pot)
        else:
            ctx.log(_("{seat} takes {card}"), seat=seat, card=p.card)
        ctx.count("cards", seat)
        p.pot = 0
        if not p.deck:
            p.card = None
            return Count()
        p.card = p.deck.pop()
        return self


class Count(Phase[Table]):
    """A round is over: everybody's score is written down."""

    def enter(self, p: Table, ctx: Context) -> Next:
        for seat in ctx.seats:
            cards, chips = points(p.taken[seat]), p.chips[seat]
            p.scores[seat].append(cards - chips)
            ctx.log(SCORES, seat=seat, points=cards - chips, cards=cards, chips=chips)
        if p.round < p.rounds:
            return Deal(p.round + 1)
        return End()


class Deal(Phase[Table]):
    """A round begins. The first player is drawn, and the next round begins one seat further (the site's choice)."""

    round: int

    def enter(self, p: Table, ctx: Context) -> Next:
        tactical = ctx.options[VARIANT] == "tactical"
        p.aside = list(TACTICAL_ASIDE) if tactical else []
        deck = [card for card in CARDS if card not in p.aside]
        ctx.chance(f"deck {self.round}").shuffle(deck)
        out = REMOVED - len(p.aside)
        p.removed, p.deck = deck[:out], deck[out:]
        p.card = p.deck.pop()
        p.pot = 0
        seats = len(ctx.seats)
        p.taken = [[] for _seat in ctx.seats]
        p.chips = [(TACTICAL_CHIPS if tactical else CHIPS)[seats]] * seats
        p.round = self.round
        p.first = Seat(ctx.chance("first").below(seats)) if self.round == 1 else ctx.after(p.first)
        if p.rounds > 1:
            ctx.log(_("Round {round} of {rounds}: {seat} begins"), round=p.round, rounds=p.rounds, seat=p.first)
        else:
            ctx.log(_("{seat} begins"), seat=p.first)
        return Offer(p.first)


def runs(taken: Sequence[Card]) -> list[list[Card]]:
    """The cards in order, grouped by consecutive numbers."""
    groups: list[list[Card]] = []
    last = 0
    for card in sorted(taken, key=number):
        if groups and number(card) == last + 1:
            groups[-1].append(card)
        else:
            groups.append([card])
        last = number(card)
    return groups


def points(taken: Sequence[Card]) -> int:
    """What the cards count: of each run of consecutive numbers only the lowest (AMIGO manual, scoring)."""
    numbers = {number(card) for card in taken}
    return sum(n for n in numbers if n - 1 not in numbers)


def score(taken: Sequence[Card], chips: int) -> int:
    """Points of the cards less one for each chip; the lowest score wins."""
    return points(taken) - chips
