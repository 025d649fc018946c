"""The rules of Starting Cards: what lies on the table, the moves, and the phases."""

from __future__ import annotations

from collections.abc import Sequence

from parlor.catalog.starting.cards.material import CARDS, Card
from parlor.engine import (
    Choice,
    Context,
    Counted,
    End,
    Hand,
    Legal,
    Move,
    Next,
    Option,
    Phase,
    Position,
    Public,
    Seat,
    Supply,
    View,
    _,
    number,
)

HAND_SIZE = Option("hand", _("Cards in hand"), (Choice(5, _("Five")), Choice(8, _("Eight"))), 5)


class Table(Position):
    """All that lies on the table. Each field says who sees it."""

    deck: Counted[list[Card]]  # all see how many, nobody which
    hands: Hand[list[list[Card]]]  # by seat: each sees the own cards, and how many the others hold
    row: Public[list[Card]]  # the trick, in the order played; it lies there until the next card is led
    leader: Public[Seat]  # who led the trick
    won: Public[list[list[Card]]]  # by seat

    supplies = (Supply(("deck", "hands", "row", "won")),)
    reveal_at_end = ("deck",)


class TableView(Table, View):
    """What one player sees of it."""


class Play(Move):
    """Play this card from your hand."""

    label = _("Play {card}")
    card: Card


class Deal(Phase[Table]):
    """Everybody gets cards. A phase without seats does its work in `enter`."""

    def enter(self, p: Table, ctx: Context) -> Next:
        deck = list(CARDS)
        ctx.chance("deck").shuffle(deck)
        for seat in ctx.seats:
            p.hands[seat] = sorted((deck.pop() for _card in range(ctx.options[HAND_SIZE])), key=number)
        p.deck = deck
        p.leader = ctx.chance("first").choice(ctx.seats)
        ctx.log(_("{seat} begins"), seat=p.leader)
        return Turn(p.leader)


class Turn(Phase[Table]):
    """The seat plays a card."""

    prompt = _("{seat} plays a card")
    ask = _("Which card do you play?")
    seat: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        return [self.seat]

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [Play(card) for card in p.hands[seat]]

    def apply(self, p: Table, seat: Seat, move: Play, ctx: Context) -> Next:
        if len(p.row) == len(ctx.seats):
            collect(p)
            p.leader = seat
        p.hands[seat].remove(move.card)
        p.row.append(move.card)
        ctx.log(_("{seat} plays {card}"), seat=seat, card=move.card)
        return Turn(ctx.after(seat)) if len(p.row) < len(ctx.seats) else Trick()


class Trick(Phase[Table]):
    """The trick is complete: the highest card takes it, and its player leads next."""

    def enter(self, p: Table, ctx: Context) -> Next:
        seat = winner(p)
        ctx.log(_("{seat} takes the trick with {card}"), seat=seat, card=max(p.row, key=number))
        ctx.count("tricks", seat)
        if p.hands[seat]:
            return Turn(seat)
        collect(p)
        return End()


def winner(p: Table) -> Seat:
    """Whose card is the highest of the trick."""
    return player(p, p.row.index(max(p.row, key=number)))


def player(p: Table | TableView, place: int) -> Seat:
    """Who played the card at this place of the trick."""
    return Seat((p.leader + place) % len(p.won))


def collect(p: Table) -> None:
    """Whoever took the trick puts its cards away."""
    p.won[winner(p)] += p.row
    p.row = []
