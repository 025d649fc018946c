"""The position of Collect.

Rows are open, so everything but the order of the decks is. A view shows of `decks` how many cards lie in each.

Cards that go under a deck were seen by all, so at a real table a good memory knows what lies at the bottom. Here a
deck hides every one of its cards alike: nobody is shown, and no bot is told, what lies where. People may remember.

* `rows`: the cards before each seat, from left to right; `newest` is the card that joined one last in this turn
* `origin`: the deck that the newest card came from
* `waiting`: a drawn card whose place is still being chosen (option "anywhere"), else None
* `shown`: the parrot's wrong guess that was the last thing to happen in a turn, until the next card is drawn
* `sides` by seat: partners have the same number; `halves` (half crowns won) by side; `full`: the
  side with the full crown
* `left`: half crowns still to be won; `goal`: so many win the match
* `starter` began the round under way, or is to begin the next one; `last` tells how the round before ended
"""

from __future__ import annotations

from games.collect.material import Animal, Card, Deck
from parlor.engine import Counted, Part, Position, Public, Seat, Supply, View


class Ending(Part):
    """How a round ended; `seat` is None when both decks ran out. `animals` are those of the alliance in its order."""

    round: Public[int]
    seat: Public[Seat | None]
    kind: Public[str]
    animals: Public[list[Animal]]
    crown: Public[str]


class Shown(Part):
    """A wrong guess: who made it, for which deck, and what the card was, which went under that deck."""

    seat: Public[Seat]
    deck: Public[Deck]
    guess: Public[Animal]
    animal: Public[Animal]


class Table(Position):
    """All that lies on the table; the module tells the shape."""

    decks: Counted[dict[Deck, list[Card]]]
    rows: Public[list[list[Card]]]
    newest: Public[Card | None]
    origin: Public[Deck | None]
    waiting: Public[Card | None]
    shown: Public[Shown | None]
    sides: Public[list[int]]
    halves: Public[list[int]]
    full: Public[int | None]
    left: Public[int]
    goal: Public[int]
    round: Public[int]
    starter: Public[Seat]
    last: Public[Ending | None]

    supplies = (Supply(("rows", "waiting", "decks")),)


class TableView(Table, View):
    """What one player sees of it."""
