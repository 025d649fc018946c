"""The rules of Low Tide: what lies on the table, the one move, and the phases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlor.engine import (
    Choice,
    Context,
    Counted,
    End,
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
)

from low_tide.material import Card, Shell, value

TIES = Option(
    "ties",
    _("Where nobody is alone"),
    (
        Choice("stay", _("The shells stay"), _("They lie there until somebody picks them up with the next.")),
        Choice("sea", _("The sea takes them"), _("They are out of the game.")),
    ),
    "stay",
)


class Table(Position):
    """All that lies on the table."""

    sea: Counted[list[Shell]]  # still to come
    beach: Public[list[Shell]]  # to be had now
    hands: Public[list[list[Card]]]  # by seat: all know what is left to whom
    played: Public[list[Card | None]]  # by seat, in the last round
    shells: Public[list[list[Shell]]]  # by seat
    lost: Public[list[Shell]]
    points: Public[list[int]]

    supplies = (Supply(("sea", "beach", "shells", "lost")),)


class TableView(Table, View):
    """What one player sees of it."""


class Play(Move):
    """Play this card, face down until all have chosen."""

    label = _("Play {card}")
    card: Card


class Wave(Phase[Table]):
    """The sea brings a shell, or it has none left."""

    def enter(self, p: Table, ctx: Context) -> Next:
        if not p.sea:
            return End()
        p.beach.append(p.sea.pop())
        ctx.log(_("The sea brings {shell}"), shell=p.beach[-1])
        return Reach()


class Reach(Phase[Table]):
    """Everybody chooses a card at the same time."""

    sealed = True
    prompt = _("All choose a card")
    ask = _("Which card do you play?")

    def seats(self, p: Table) -> Sequence[Seat]:
        return [Seat(seat) for seat in range(len(p.hands))]

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [Play(card) for card in p.hands[seat]]

    def resolve(self, p: Table, moves: Mapping[Seat, Play], ctx: Context) -> Next:
        numbers = {seat: value(move.card) for seat, move in moves.items()}
        for seat, move in moves.items():
            p.hands[seat].remove(move.card)
            p.played[seat] = move.card
            ctx.log(_("{seat} plays {n}"), seat=seat, n=numbers[seat])
        alone = {n: seat for seat, n in numbers.items() if list(numbers.values()).count(n) == 1}
        if alone:
            winner = alone[max(alone)]
            ctx.log(_("{seat} picks up {shells}"), seat=winner, shells=list(p.beach))
            ctx.count("waves", winner)
            p.points[winner] += sum(ctx.data["shells"][shell.partition("-")[2]] for shell in p.beach)
            p.shells[winner] += p.beach
            p.beach = []
        elif ctx.options[TIES] == "sea":
            ctx.log(_("The sea takes {shells}"), shells=list(p.beach))
            p.lost += p.beach
            p.beach = []
        else:
            ctx.log(_("Nobody is alone: the shells stay"))
        return Wave()
