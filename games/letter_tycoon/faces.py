"""Derived values for the board, from what its viewer sees."""

from __future__ import annotations

from typing import Any

from games.letter_tycoon.material import ALPHABET, COUNTS, EARNINGS, POWERS, PRICES, letter_of
from games.letter_tycoon.position import Table, TableView, owned
from games.letter_tycoon.scoring import worth
from games.letter_tycoon.spelling import split, words_of
from parlor.engine import Seat, sort_of


def value_of(p: Table | TableView, seat: Seat) -> int:
    """What the seat's patents are worth together."""
    return sum(PRICES[letter] for letter in owned(p, seat))


def score_of(p: Table | TableView, seat: Seat) -> int:
    """Money, stock and patents together."""
    return p.money[seat] + p.stock[seat] + value_of(p, seat)


def board(view: TableView, seat: Seat | None) -> dict[str, Any]:
    """For the template:

    * `patents`: A to Z, each with `letter`, `id` (`patent-A`), `price`, `cards` (how many of that letter there are),
      `owner` (seat or None) and `power` (whether it does more than bring royalties)
    * `owned`, `value`, `count`, `score`: by seat, the letters of its patents, what they are worth and how many they
      are, and all points
    * `powers`: the letters of one's own patents that do something
    * `earnings`: rows (length, money, stock)
    * `table`: the word or words on the table, each with `word`, `things` (`id`, `letter`, `sort`: card, copy or
      bonus), `money`, `stock`, `doubled` (letters) and `ys` (whether each Y is a vowel, where that matters)
    """
    seats = [Seat(n) for n in range(len(view.money))]
    return {
        "patents": [
            {
                "letter": letter,
                "id": f"patent-{letter}",
                "price": PRICES[letter],
                "cards": COUNTS[letter],
                "owner": view.owners.get(letter),
                "power": letter in POWERS,
            }
            for letter in ALPHABET
        ],
        "owned": [owned(view, n) for n in seats],
        "value": [value_of(view, n) for n in seats],
        "count": [len(owned(view, n)) for n in seats],
        "score": [score_of(view, n) for n in seats],
        "powers": "" if seat is None else "".join(letter for letter in owned(view, seat) if letter in POWERS),
        "earnings": [(length, money, stock) for length, (money, stock) in EARNINGS.items()],
        "table": _on_table(view),
    }


def _on_table(view: TableView) -> list[dict[str, Any]]:
    if not view.spelling:
        return []
    worths = worth(words_of(view.spelling), _powers_then(view), view.stacking)
    return [
        {
            **one._asdict(),
            "things": [{"id": thing, "letter": letter_of(thing), "sort": sort_of(thing)} for thing in things],
        }
        for one, things in zip(worths, split(view.spelling), strict=True)
    ]


def _powers_then(view: TableView) -> str:
    """The patents of whoever spelled what lies on the table; it is put away as soon as one more is bought."""
    return owned(view, view.turn)
