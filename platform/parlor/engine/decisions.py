"""What each seat is asked, and since when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from parlor.engine.agenda import Frame, Path, Stack, open_decisions
from parlor.engine.errors import Illegal, RulesError
from parlor.engine.ids import Seat
from parlor.engine.moves import Legal, Move, Pattern, permit

Pending = dict[int, dict[int, Move]]
"""Sealed choices that wait for others: by number of the frame, then by seat."""


class Decision(msgspec.Struct, gc=False):
    """What one seat is asked: by which frame of the agenda, what is legal, and since which version."""

    seat: Seat
    frame: Frame
    path: Path
    legal: Legal
    opened: int


def decide(
    stack: Stack, position: Any, known: Mapping[int, Decision], version: int, data: Mapping[str, Any]
) -> dict[int, Decision]:
    """What is asked now, by seat; patterns get the data sets that they sample from.

    A seat asked by several branches is asked by one after the other.

    A decision keeps its version while frame and legal moves stay the same. Raises RulesError for a dead end.
    """
    decisions: dict[int, Decision] = {}
    if stack and not stack[-1].branches and len(stack[-1].seats or ()) == 1:  # the common case, made short
        top = stack[-1]
        assert top.seats is not None
        asked: Iterable[tuple[Seat, Frame, Path]] = ((Seat(top.seats[0]), top, ()),)
    else:
        asked = open_decisions(stack)
    for seat, frame, path in asked:
        if seat in decisions:
            continue
        legal = frame.phase.legal(position, seat)
        if not legal:
            raise RulesError(f"{type(frame.phase).__name__}: seat {seat} must act and has no legal move")
        if data:
            for offer in legal:
                if isinstance(offer, Pattern):
                    offer.data = data
        old = known.get(seat)
        since = old.opened if old is not None and old.frame.n == frame.n and old.legal == legal else version
        decisions[seat] = Decision(seat, frame, path, legal, since)
    if stack and not decisions:
        raise RulesError(f"{type(stack[-1].phase).__name__}: the game waits, but for nobody")
    return decisions


def still_pending(pending: Pending, decisions: Mapping[int, Decision]) -> Pending:
    """The sealed choices that still wait, without those of phases that are over and those no longer legal."""
    kept: Pending = {}
    for n, chosen in pending.items():
        for seat, move in chosen.items():
            decision = decisions.get(seat)
            if decision is None or decision.frame.n != n:
                continue
            try:
                permit(decision.legal, move)
            except Illegal:
                continue
            kept.setdefault(n, {})[seat] = move
    return kept
