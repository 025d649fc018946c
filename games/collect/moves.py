"""What players of Collect choose."""

from __future__ import annotations

from games.collect.material import Animal, Card, Deck
from parlor.engine import Move, _


class Draw(Move):
    """Take the top card of a deck."""

    label = _("Draw")
    deck: Deck


class Put(Move):
    """Put the drawn card where this card lies; it and those to its right move on by one."""

    label = _("Put it here")
    card: Card


class PutLast(Move):
    """Put the drawn card at the right end."""

    label = _("Put it at the right end")


class Shift(Move):
    """The crab moves a card within its row, to the place where the other card lies."""

    label = _("Move a card")
    card: Card
    to: Card


class MoveNone(Move):
    """The crab moves nothing."""

    label = _("Move no card")


class Bite(Move):
    """The crocodile sends a card of another row under a deck."""

    label = _("Send a card back")
    card: Card
    deck: Deck


class Swap(Move):
    """The new monkey changes places with a card of another row."""

    label = _("Swap the monkey")
    card: Card


class Keep(Move):
    """The monkey stays."""

    label = _("Keep the monkey")


class Guess(Move):
    """The parrot says which animal is on top of a deck."""

    label = _("Guess")
    deck: Deck
    animal: Animal


class Retreat(Move):
    """Both chameleons of a row go under this deck."""

    label = _("Send the chameleons")
    deck: Deck


class Stop(Move):
    """No second turn."""

    label = _("End the turn")


class Deal(Move):
    """The next round is dealt."""

    label = _("Deal the next round")


MOVES = (Draw, Put, PutLast, Shift, MoveNone, Bite, Swap, Keep, Guess, Retreat, Stop, Deal)
