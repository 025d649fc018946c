"""A bot for Starting Cards. It sees what its seat sees, and nothing else."""

from __future__ import annotations

from parlor.catalog.starting.cards.rules import Play, TableView
from parlor.engine import Chance, Imagine, Legal, Move, Seat, number


def thrifty(view: TableView, seat: Seat, legal: Legal, chance: Chance, imagine: Imagine) -> Move:
    """Takes the trick as cheaply as it can; where it cannot, it throws away its lowest card."""
    hand = sorted((move.card for move in legal if isinstance(move, Play)), key=number)
    open_trick = len(view.row) < len(view.hands)
    to_beat = max((number(card) for card in view.row), default=0) if open_trick else 0
    return Play(next((card for card in hand if number(card) > to_beat), hand[0]))
