"""The position of Letter Tycoon.

How a view looks (the same names; seats 0.., letters "A" to "Z", a card is an id such as `card-E7`, the seventh E):

* `hands`: by seat; the own entry is a list of cards, the others' is how many
* `pool`: cards that lie face up for all, three of them unless some are in the word that lies on the table
* `laid`: the real cards of the word or words that lie on the table, in order (in both words); `borrowed`: those of
  them that came from the pool; `spelling`: the word as the move spelled it, see `moves.Spell`, with copies, the extra
  S and `next-word` in it. All three are empty until a word is played, and again once the pool has been refilled
* `deck`, `discard`: how many lie face down; `used`: cards of words played before, face up
* `owners` {letter: seat that owns its patent}, in the order of buying
* `money`, `stock` [by seat]
* `words` [every play that counted, oldest first: `seat`, `words` (one, or two), `money`, `stock`]
* `turn`: whose turn it is; `stage`: the step that is being waited for, the name of a phase: "Swap" (Q patent),
  "Write", "Answer" (the others challenge or not), "Market" (a patent), "Tidy" (discard), "Penalty"
* `first`: who began; `round`: counted from 1; `ender`: who met the goal, so that this round is the last
* `refused`: words played in this turn that the dictionary did not have
* `retries`: wrong words that this turn still forgives, None for any number (0 where the players challenge)
* `goal`, `needed`: value and number of patents that bring on the last round
* `dictionary`, `automatic`, `stacking`: the options of those names; `automatic` is whether the dictionary checks
* `gone`: seats that have left
"""

from __future__ import annotations

from games.letter_tycoon.material import Card
from parlor.engine import Counted, Hand, Part, Position, Public, Seat, Supply, View


class Played(Part):
    """A play that counted: one word, or two with the V patent, and what the player earned with it."""

    seat: Public[Seat]
    words: Public[list[str]]
    money: Public[int]
    stock: Public[int]


class Table(Position):
    """All that lies on the table; the module tells the shape."""

    hands: Hand[list[list[Card]]]
    pool: Public[list[Card]]
    laid: Public[list[Card]]
    borrowed: Public[list[Card]]
    spelling: Public[list[str]]
    deck: Counted[list[Card]]
    discard: Counted[list[Card]]
    used: Public[list[Card]]
    owners: Public[dict[str, Seat]]
    money: Public[list[int]]
    stock: Public[list[int]]
    words: Public[list[Played]]
    turn: Public[Seat]
    stage: Public[str]
    first: Public[Seat]
    round: Public[int]
    ender: Public[Seat | None]
    refused: Public[list[str]]
    retries: Public[int | None]
    goal: Public[int]
    needed: Public[int]
    dictionary: Public[str]
    automatic: Public[bool]
    stacking: Public[str]
    gone: Public[list[Seat]]

    supplies = (Supply(("hands", "pool", "laid", "deck", "discard", "used")),)


class TableView(Table, View):
    """What one player sees of it."""


def owned(p: Table | TableView, seat: Seat) -> str:
    """The letters whose patents the seat owns, in the order of buying."""
    return "".join(letter for letter, owner in p.owners.items() if owner == seat)
