"""What is in the box of Starting Cards: its cards and numbers, with where they come from."""

from __future__ import annotations

from typing import NewType

from parlor.engine import ids

Card = NewType("Card", str)

CARDS: tuple[Card, ...] = tuple(Card(card) for card in ids("card", range(1, 37)))
"""36 cards, from card-1 to card-36 (our choice)."""
