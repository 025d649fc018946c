"""Names for the things on a table: every id is text that carries its sort, such as `card-17` or `cell-3_-1`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NewType

Seat = NewType("Seat", int)
"""A place at the table, counted from 0. In a move on the wire it is written `seat-2`."""

Cell = NewType("Cell", str)
"""A square of a grid without bounds, written `cell-x_y`; fit as a key of a dict in a position."""


def ids(sort: str, names: Iterable[int | str]) -> list[str]:
    """One id per name: `ids("card", range(3, 6))` is `["card-3", "card-4", "card-5"]`."""
    return [f"{sort}-{name}" for name in names]


@lru_cache(maxsize=65536)
def number(thing: str) -> int:
    """The number in an id: 17 for `card-17`. Raises ValueError where there is none."""
    return int(thing.partition("-")[2])


def sort_of(thing: str) -> str:
    """The sort of an id: `card` for `card-17`."""
    return thing.partition("-")[0]


@lru_cache(maxsize=4096)
def is_id(text: str) -> bool:
    """Whether the text is written like an id: a sort, a hyphen, and the rest without a blank. `-3` is a number."""
    sort, _, rest = text.partition("-")
    return bool(rest) and sort.isidentifier() and " " not in rest


def seat_id(seat: int) -> str:
    """The id of a seat: `seat-2` for 2."""
    return _SEATS[seat] if 0 <= seat < len(_SEATS) else f"seat-{seat}"


_SEATS = tuple(f"seat-{n}" for n in range(32))
"""Logs are full of them: one text each."""


def seat_of(thing: str) -> Seat:
    """The seat that an id such as `seat-2` names. Raises ValueError for any other text."""
    sort, _, rest = thing.partition("-")
    if sort != "seat" or not (rest.isascii() and rest.isdecimal()) or len(rest) > 3:
        raise ValueError(f"{thing[:40]!r} names no seat")
    return Seat(int(rest))


def cell(x: int, y: int) -> Cell:
    """The square in column x and row y; both may be negative."""
    return Cell(f"cell-{x}_{y}")


@lru_cache(maxsize=65536)
def xy(square: str) -> tuple[int, int]:
    """Column and row of a square. Raises ValueError for any other text."""
    sort, _, rest = square.partition("-")
    x, bar, y = rest.partition("_")
    if sort != "cell" or not bar:
        raise ValueError(f"{square!r} names no cell")
    return int(x), int(y)


@lru_cache(maxsize=65536)
def around(square: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four squares that share an edge with this one: above, right, below, left."""
    x, y = xy(square)
    return cell(x, y - 1), cell(x + 1, y), cell(x, y + 1), cell(x - 1, y)
