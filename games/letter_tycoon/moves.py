"""The moves of Letter Tycoon. A card is an id such as `card-E7`: the letter stands right after the hyphen."""

from __future__ import annotations

from games.letter_tycoon.material import Card
from parlor.engine import Move, _

BONUS = "bonus-S"
"""The S that the Z patent adds at the end of a word."""

BREAK = "next-word"
"""Ends the first word and begins the second one (V patent)."""


def copy_of(card: Card) -> str:
    """The second use of a card (X patent): `copy-E7` for `card-E7`."""
    return "copy" + card.removeprefix("card")


class Replace(Move):
    """Q patent, at the start of a turn: a card of the hand or of the pool makes way for the next one of the deck."""

    label = _("Replace {card}")
    card: Card


class Keep(Move):
    """Q patent: replace nothing this time."""

    label = _("Keep all cards")


class Spell(Move):
    """Play a word: the letters in order, as they are clicked.

    All is in this one list, in reading order, so that the order of clicks is the word. Each entry is there once:

    * `card-E7`: a card of the own hand or of the pool
    * `copy-E7`: that card a second time (only offered with the X patent, one per turn; the card itself must be played
      too, before or after it, in either word)
    * `bonus-S`: the extra S (only offered with the Z patent, one per turn; last letter of a word)
    * `next-word`: the first word ends here and the second begins (only offered with the V patent)

    QUEUE from five cards is `("card-Q1", "card-U2", "card-E3", "card-U1", "card-E9")`; EERIE with a copied E is
    `("card-E1", "copy-E1", "card-R2", "card-I4", "card-E5")`; CAT and DOGS with the V and Z patents is
    `("card-C1", "card-A1", "card-T1", "next-word", "card-D1", "card-O1", "card-G1", "bonus-S")`.
    """

    label = _("Play the word")
    cards: tuple[str, ...]


class Skip(Move):
    """Play no word; then any number of cards may be discarded, and nothing is bought."""

    label = _("Play no word")


class Challenge(Move):
    """Say that the word on the table is none: it is looked up."""

    label = _("Challenge")


class Accept(Move):
    """Let the word on the table count."""

    label = _("Let it count")


class Purchase(Move):
    """Buy the patent on a letter that was just played: `patent-E`."""

    label = _("Buy the patent on {patent}")
    patent: str


class Pass(Move):
    """Buy no patent this turn."""

    label = _("Buy nothing")


class Discard(Move):
    """Put any number of cards of the hand out, none too; the hand is then filled up."""

    label = _("Discard")
    cards: tuple[Card, ...]


class Forfeit(Move):
    """After a word that was none: put one card of the hand out."""

    label = _("Discard {card}")
    card: Card


MOVES: tuple[type[Move], ...] = (
    Replace,
    Keep,
    Spell,
    Skip,
    Challenge,
    Accept,
    Purchase,
    Pass,
    Discard,
    Forfeit,
)
