"""Rounds: whose turn comes next, and which turn is the last one of the game."""

from __future__ import annotations

from games.letter_tycoon.position import Table
from parlor.engine import Context, Seat


def closes_round(p: Table, seat: Seat, ctx: Context) -> bool:
    """Whether the round is over after this seat's turn: all have had equally many turns then."""
    seats = len(ctx.seats)
    return (ctx.after(seat) - p.first) % seats <= (seat - p.first) % seats


def last_turn(p: Table, ctx: Context) -> bool:
    """Whether the game ends with the present turn."""
    return p.ender is not None and closes_round(p, p.turn, ctx)
