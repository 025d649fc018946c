"""What is in the box of Low Tide: the cards of a hand, and the shells, whose worth is in a file beside this one."""

from __future__ import annotations

from typing import NewType

import msgspec
from parlor.engine import DataSet

Card = NewType("Card", str)
Shell = NewType("Shell", str)

HIGHEST = 7
"""Cards of a hand go from 1 to this, as many as there are shells (our choice)."""


def worth_of(content: bytes) -> dict[str, int]:
    """The worth of each shell, by its name."""
    return msgspec.json.decode(content, type=dict[str, int])


SHELLS = DataSet("shells", "shells.json", worth_of)


def hand_of(seat: int) -> list[Card]:
    """The cards that the seat begins with: `card-0x1` is the 1 of seat 0."""
    return [Card(f"card-{seat}x{n}") for n in range(1, HIGHEST + 1)]


def value(card: Card) -> int:
    """The number on a card."""
    return int(card.partition("x")[2])
