"""Results: standings from scores, and where those stand who left the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec


class Standing(msgspec.Struct):
    """One seat in the result. `place` counts from 1, equal for a tie; `parts` are (label, number) pairs."""

    seat: int
    place: int
    score: float | int | None = None
    parts: list[tuple[str, int | float]] = []
    team: int | None = None


def standings(
    scores: Sequence[int | float], *, lowest: bool = False, ties: Sequence[Any] | None = None
) -> list[Standing]:
    """Places by score, the highest first unless `lowest`; `ties` are compared, higher first, where scores are equal."""
    keys = [(score if lowest else -score, _turned(ties[seat]) if ties else ()) for seat, score in enumerate(scores)]
    return [Standing(seat, 1 + sum(other < key for other in keys), scores[seat]) for seat, key in enumerate(keys)]


def _turned(tie: Any) -> tuple[Any, ...]:
    return tuple(-part for part in (tie if isinstance(tie, list | tuple) else (tie,)))


def with_leavers(result: Sequence[Standing], seats: int, gone: Sequence[int], conceded: bool) -> list[Standing]:
    """The standings by seat, with those who left (`gone`, in order of leaving) last: who left first is the very last.

    When the game ended because of that (`conceded`), those who stayed share the first place.
    """
    listed = {standing.seat: standing for standing in result}
    earned = {seat: listed[seat].place for seat in range(seats) if seat not in gone}
    if gone:
        for seat, place in earned.items():
            listed[seat].place = 1 if conceded else 1 + sum(other < place for other in earned.values())
        for order, seat in enumerate(reversed(gone)):
            listed[seat].place = len(earned) + order + 1
    return [listed[seat] for seat in range(seats)]
