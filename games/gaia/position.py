"""The position of Gaia.

How a view looks (field by field the same names; `cell` is an id such as `cell-2_-1`, y grows downwards; seats 0..):

* `land` {cell: "P" | "F" | "S" | "D" | "M" | "W"}: every tile in play, also those under a city
* `stock` {land: tiles left}
* `herds` {cell: animals on it, 1 to 4}; `bank`: animals left
* `cities` {cell: card}; `people` {cell: [pawns of each seat on that city]} for the same cells
* `home` [pawns that each seat still has to place]
* `hands`: by seat; the own entry is a list of cards, the others' a list of backs ("nature", "life", "power")
* `decks` {"nature": how many, "life": …, "power": …}, the last one only in games with powers
* `rows` {"nature": [cards face up], "life": […], "power": […]}
* `nature` [Nature cards that lie face up before each seat]; `powers` [the same for Power cards]
* `objectives` [cards, as dealt]; `holders` {objective: seat whose pawn lies on it}
* `discard` [cards out of the game, oldest first]; `unused`: objectives that nobody sees (None in a view)
* `advanced`: whether cities are stolen and four needs take two pawns; `distinct`: whether a Power objective wants
  four different powers
* `winner`: the seat that placed its last pawn; `ender`: the seat that asked for a card that was not there

A card's id tells its face, see `material`. Piles to draw from are pointed at as `deck-nature`, `deck-life`,
`deck-power`; empty cells next to the land are ids in moves only.
"""

from __future__ import annotations

from games.gaia.material import Card, Land, back_of
from parlor.engine import Cell, Counted, Hand, Hidden, Position, Public, Seat, Supply, View


class Table(Position):
    """All that lies on the table; the module tells the shape."""

    land: Public[dict[Cell, Land]]
    stock: Public[dict[Land, int]]
    herds: Public[dict[Cell, int]]
    bank: Public[int]
    cities: Public[dict[Cell, Card]]
    people: Public[dict[Cell, list[int]]]
    home: Public[list[int]]
    hands: Hand[list[list[Card]]]
    decks: Counted[dict[str, list[Card]]]
    rows: Public[dict[str, list[Card]]]
    nature: Public[list[list[Card]]]
    powers: Public[list[list[Card]]]
    objectives: Public[list[Card]]
    holders: Public[dict[Card, Seat]]
    discard: Public[list[Card]]
    unused: Hidden[list[Card]]
    advanced: Public[bool]
    distinct: Public[bool]
    winner: Public[Seat | None]
    ender: Public[Seat | None]

    supplies = (
        Supply(
            ("rows", "nature", "powers", "cities", "objectives", "discard", "hands", "decks", "unused"),
            back=back_of,
        ),
    )


class TableView(Table, View):
    """What one player sees of it."""
