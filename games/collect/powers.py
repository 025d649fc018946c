"""A card joins a row, and its power acts: once, when it is drawn or rightly guessed."""

from __future__ import annotations

from collections.abc import Sequence

from games.collect.material import (
    ANIMAL_OF,
    ANIMALS,
    CHAMELEON,
    CRAB,
    CROCODILE,
    DECKS,
    HERMIT,
    MONKEY,
    PARROT,
    Card,
    Deck,
)
from games.collect.moves import Bite, Draw, Guess, Keep, MoveNone, Put, PutLast, Shift, Stop, Swap
from games.collect.position import Shown, Table
from games.collect.settings import PLACING
from games.collect.settling import Settle, under
from parlor.engine import Context, Legal, Next, Phase, Seat, _

Steps = tuple[Phase[Table], ...]


def draw(p: Table, seat: Seat, deck: Deck, ctx: Context) -> Steps:
    """The top card of the deck goes to the seat's row; returns what comes of it."""
    p.shown = None
    p.origin = deck
    card = p.decks[deck].pop()
    ctx.count("cards", seat)
    steps = gain(p, seat, card, ctx)
    ctx.log(_("{seat} draws {card} from {deck}"), seat=seat, card=card, deck=deck)
    return steps


def gain(p: Table, seat: Seat, card: Card, ctx: Context) -> Steps:
    """The card joins the row, at its right end unless the table lets players choose; returns what comes of it."""
    p.newest = card
    if ctx.options[PLACING] == "anywhere" and p.rows[seat]:
        p.waiting = card
        return Place(seat), Settle(seat), Power(seat)
    p.rows[seat].append(card)
    return Settle(seat), Power(seat)


class Place(Phase[Table]):
    """Where in the row does the new card go? (Option "anywhere".)"""

    prompt = _("{seat} finds a place for the new card")
    ask = _("Point at the card whose place the new one takes")
    seat: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        return (self.seat,)

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [PutLast(), *(Put(card) for card in p.rows[seat])]

    def apply(self, p: Table, seat: Seat, move: Put | PutLast, ctx: Context) -> Next:
        assert p.waiting is not None
        row = p.rows[seat]
        place = row.index(move.card) if isinstance(move, Put) else len(row)
        row.insert(place, p.waiting)
        ctx.log(_("{seat} puts {card} at place {n}"), seat=seat, card=p.waiting, n=place + 1)
        p.waiting = None
        return None


class Power(Phase[Table]):
    """The newest card acts, if it is still there and has something to act on."""

    seat: Seat

    def enter(self, p: Table, ctx: Context) -> Next:
        if p.newest is None:  # a second chameleon, gone again
            return None
        kind = POWERS.get(ANIMAL_OF[p.newest])
        return kind(self.seat) if kind is not None and kind.able(p, self.seat) else None


class Acting(Phase[Table]):
    """The power of a card, which its owner uses."""

    seat: Seat

    @classmethod
    def able(cls, p: Table, seat: Seat) -> bool:
        """Whether there is anything to choose; otherwise the power does nothing."""
        return any(row for other, row in enumerate(p.rows) if other != seat)

    def seats(self, p: Table) -> Sequence[Seat]:
        return (self.seat,)


class Crab(Acting):
    """One card of any row may go to any place of the same row. (That it need not is the site's reading.)"""

    prompt = _("{seat} may move a card within its row")
    ask = _("Crab: point at a card to move, then at the card whose place it takes")

    @classmethod
    def able(cls, p: Table, seat: Seat) -> bool:
        return any(len(row) > 1 for row in p.rows)

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [MoveNone(), *(Shift(card, to) for row in p.rows for card in row for to in row if to != card)]

    def apply(self, p: Table, seat: Seat, move: Shift | MoveNone, ctx: Context) -> Next:
        if isinstance(move, MoveNone):
            ctx.log(_("{seat} moves no card"), seat=seat)
            return None
        owner = owner_of(p, move.card)
        start, end = p.rows[owner].index(move.card), p.rows[owner].index(move.to)
        p.rows[owner].insert(end, p.rows[owner].pop(start))
        values = {"seat": seat, "card": move.card, "a": start + 1, "b": end + 1}
        if owner == seat:
            ctx.log(_("{seat} moves {card} from place {a} to {b}"), **values)
        else:
            ctx.log(_("{seat} moves {card} of {seat_owner} from place {a} to {b}"), seat_owner=owner, **values)
        ctx.count("moved", seat)
        return Settle(seat)

    def skip(self, p: Table, seat: Seat) -> MoveNone:
        return MoveNone()


class Hermit(Acting):
    """With a crab or a chameleon in the row its owner may draw once more. A hermit crab is no crab."""

    prompt = _("{seat} may draw again")
    ask = _("Hermit crab: draw a second card?")

    @classmethod
    def able(cls, p: Table, seat: Seat) -> bool:
        friends = any(ANIMAL_OF[card] in (CRAB, CHAMELEON) for card in p.rows[seat])
        return friends and any(p.decks.values())

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [*(Draw(deck) for deck in DECKS if p.decks[deck]), Stop()]

    def apply(self, p: Table, seat: Seat, move: Draw | Stop, ctx: Context) -> Next:
        if isinstance(move, Stop):
            ctx.log(_("{seat} draws no second card"), seat=seat)
            return None
        ctx.count("again", seat)
        return draw(p, seat, move.deck, ctx)

    def skip(self, p: Table, seat: Seat) -> Stop:
        return Stop()


class Crocodile(Acting):
    """A card of another player's row, a partner's too, goes under a deck of one's choice. It must, if there is one."""

    prompt = _("{seat} sends a card of another row under a deck")
    ask = _("Crocodile: choose a card of another row, then the deck it goes under")

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [Bite(card, deck) for card in others(p, seat) for deck in DECKS]

    def apply(self, p: Table, seat: Seat, move: Bite, ctx: Context) -> Next:
        owner = owner_of(p, move.card)
        ctx.log(
            _("{seat} sends {card} of {seat_owner} under {deck}"),
            seat=seat, card=move.card, seat_owner=owner, deck=move.deck,
        )  # fmt: skip
        under(p, owner, move.card, move.deck)
        ctx.count("bitten", seat)
        return Settle(seat)


class Monkey(Acting):
    """The new monkey may change places with a card of another row; that card's power does not act again."""

    prompt = _("{seat} may swap the monkey")
    ask = _("Monkey: swap it for a card of another row?")

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [Keep(), *(Swap(card) for card in others(p, seat))]

    def apply(self, p: Table, seat: Seat, move: Swap | Keep, ctx: Context) -> Next:
        if isinstance(move, Keep):
            ctx.log(_("{seat} keeps the monkey"), seat=seat)
            return None
        assert p.newest is not None
        owner = owner_of(p, move.card)
        own, other = p.rows[seat], p.rows[owner]
        here, there = own.index(p.newest), other.index(move.card)
        own[here], other[there] = other[there], own[here]
        ctx.log(_("{seat} swaps the monkey for {card} of {seat_owner}"), seat=seat, card=move.card, seat_owner=owner)
        ctx.count("swapped", seat)
        return Settle(seat)

    def skip(self, p: Table, seat: Seat) -> Keep:
        return Keep()


class Parrot(Acting):
    """One guess. Right: the card joins the row and its power acts. Wrong: all see it, and it goes under that deck.

    (What becomes of the card after a wrong guess, and that a card won so acts, are the site's reading.)
    """

    prompt = _("{seat} guesses the top card of a deck")
    ask = _("Parrot: choose a deck, then the animal on top of it")

    @classmethod
    def able(cls, p: Table, seat: Seat) -> bool:
        return any(p.decks.values())

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [Guess(deck, animal) for deck in DECKS if p.decks[deck] for animal in ANIMALS]

    def apply(self, p: Table, seat: Seat, move: Guess, ctx: Context) -> Next:
        p.origin = move.deck
        card = p.decks[move.deck].pop()
        animal = ANIMAL_OF[card]
        ctx.reveal()
        ctx.count("guesses", seat)
        ctx.log(_("{seat} guesses {animal} on {deck}"), seat=seat, animal=move.animal, deck=move.deck)
        if animal == move.animal:
            ctx.count("right", seat)
            ctx.log(_("The guess is right: the card is {seat}'s"), seat=seat)
            return gain(p, seat, card, ctx)
        p.decks[move.deck].insert(0, card)
        p.shown = Shown(seat, move.deck, move.animal, animal)
        p.newest = None
        ctx.log(_("It is {animal}, which goes under {deck}"), animal=animal, deck=move.deck)
        return None


POWERS: dict[str, type[Acting]] = {
    CRAB: Crab,
    HERMIT: Hermit,
    CROCODILE: Crocodile,
    MONKEY: Monkey,
    PARROT: Parrot,
}
"""The lion, the octopus and the chameleon have no power but in alliances."""


def owner_of(p: Table, card: Card) -> Seat:
    """In whose row the card lies."""
    return next(Seat(seat) for seat, row in enumerate(p.rows) if card in row)


def others(p: Table, seat: Seat) -> list[Card]:
    """All cards in the rows of the other seats."""
    return [card for other, row in enumerate(p.rows) if other != seat for card in row]
