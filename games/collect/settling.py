"""What every change of the rows brings about: chameleons retreat, then a round may be won.

Retreat comes first, so two chameleons never count together. Then rows are looked at, the active player's first and
the others' in turn order, and the first alliance found wins, whoever made it: so a player whose crab completes
another's row gives that round away. (The rules do not say when a row is judged; this is the site's reading.)
"""

from __future__ import annotations

from collections.abc import Sequence

from games.collect.alliances import Alliance, alliance
from games.collect.material import ANIMAL_OF, CHAMELEON, DECKS, Card, Deck
from games.collect.moves import Deal
from games.collect.moves import Retreat as RetreatTo
from games.collect.position import Ending, Table
from games.collect.settings import STARTER
from parlor.engine import Context, End, Leave, Legal, Next, Phase, Seat, _

WON_BY = {
    "four": _("four in a row"),
    "lion": _("a lion's seven different animals"),
    "octopus": _("an octopus's three pairs"),
}


class Round(Phase[Table]):
    """Lies under all that waits in a round, so that the round can be left from anywhere."""


class Settle(Phase[Table]):
    """After each change: does a row hold two chameleons, has a row won?"""

    seat: Seat

    def enter(self, p: Table, ctx: Context) -> Next:
        order = in_turn(self.seat, len(p.rows))
        for owner in order:
            if len(chameleons(p.rows[owner])) > 1:
                return Retreat(self.seat, owner), self
        for owner in order:
            found = alliance(p.rows[owner])
            if found is not None:
                return won(p, owner, found, ctx)
        return None


class Retreat(Phase[Table]):
    """Two chameleons met in the row of `owner`; the active player says under which deck both of them go.

    ("A deck" is one deck for both; who names it is open in the rules.)
    """

    prompt = _("{seat} sends two chameleons under a deck")
    ask = _("Two chameleons meet: under which deck do both of them go?")
    seat: Seat
    owner: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        return (self.seat,)

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [RetreatTo(deck) for deck in DECKS]

    def apply(self, p: Table, seat: Seat, move: RetreatTo, ctx: Context) -> Next:
        ctx.log(_("Two chameleons of {seat} meet and go under {deck}"), seat=self.owner, deck=move.deck)
        for card in chameleons(p.rows[self.owner]):
            under(p, self.owner, card, move.deck)
        ctx.count("retreats", self.owner)
        return None


class NextRound(Phase[Table]):
    """The last round lies there to be looked at until its next starter deals."""

    prompt = _("{seat} deals the next round")
    ask = _("The round is over. Deal the next one?")
    seat: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        return (self.seat,)

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [Deal()]

    def apply(self, p: Table, seat: Seat, move: Deal, ctx: Context) -> Next:
        return None

    def skip(self, p: Table, seat: Seat) -> Deal:
        return Deal()


def chameleons(row: Sequence[Card]) -> list[Card]:
    """Those in the row, from left to right."""
    return [card for card in row if ANIMAL_OF[card] == CHAMELEON]


def in_turn(seat: Seat, seats: int) -> list[Seat]:
    """All seats in turn order, beginning with this one."""
    return [Seat((seat + n) % seats) for n in range(seats)]


def under(p: Table, owner: Seat, card: Card, deck: Deck) -> None:
    """The card leaves the row and goes to the bottom of the deck."""
    p.rows[owner].remove(card)
    p.decks[deck].insert(0, card)
    if p.newest == card:
        p.newest = None


def won(p: Table, seat: Seat, found: Alliance, ctx: Context) -> Next:
    """The seat's side gets a half crown, or the full one if no half is left; two halves or the full one win."""
    side = p.sides[seat]
    crown = "half" if p.left else "full"
    values = {"seat": seat, "round": p.round, "alliance": WON_BY[found.kind]}
    if crown == "half":
        p.left -= 1
        p.halves[side] += 1
        ctx.log(_("{seat} wins round {round} with {alliance}: a half crown"), **values)
    else:
        p.full = side
        ctx.log(_("{seat} wins round {round} with {alliance}: no half crown is left, so the full crown"), **values)
    ctx.count("rounds", seat)
    ctx.count(found.kind, seat)
    animals = [ANIMAL_OF[p.rows[seat][place]] for place in found.places]
    return over(p, Ending(p.round, seat, found.kind, animals, crown), ctx)


def void(p: Table, ctx: Context) -> Next:
    """Nobody can draw: no crown, and the next player begins a new round. (Open in the rules.)"""
    ctx.log(_("Both decks are empty: round {round} is nobody's"), round=p.round)
    ctx.count("void")
    return over(p, Ending(p.round, None, "void", [], ""), ctx)


def over(p: Table, ending: Ending, ctx: Context) -> Next:
    """The round is over; its end lies open until the next starter deals, unless the match is over too."""
    p.last = ending
    p.newest = p.shown = None
    if p.full is not None or max(p.halves) >= p.goal:
        return End()
    wins_start = ctx.options[STARTER] == "winner"
    p.starter = ending.seat if ending.seat is not None and wins_start else ctx.after(p.starter)
    return Leave(Round), NextRound(p.starter)
