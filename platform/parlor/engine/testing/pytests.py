"""The kit as tests of a game: `test_kit = kit(GAME)`."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from parlor.engine import Game
from parlor.engine.testing.check import check_game


def fault_folder() -> Path:
    """Where failing games are written: PARLOR_FAULTS, or a folder among the temporary files."""
    return Path(os.environ.get("PARLOR_FAULTS") or Path(tempfile.gettempdir()) / "parlor-faults")


def kit(game: Game[Any, Any], seeds: int = 1, long_seeds: int = 6, **limits: Any) -> Callable[[int, int, int], None]:
    """A test per seat count with `seeds` games per kind of table, and a wider one marked `long` (0 seeds: none)."""
    import pytest

    low, high = game.seats
    cases = [pytest.param(seats, 0, seeds, id=f"{seats}-seats") for seats in range(low, high + 1)]
    if long_seeds:
        cases += [
            pytest.param(seats, seeds, long_seeds, id=f"{seats}-seats-long", marks=pytest.mark.long)
            for seats in range(low, high + 1)
        ]

    @pytest.mark.parametrize(("seats", "first", "count"), cases)
    def test_kit(seats: int, first: int, count: int) -> None:
        check_game(game, range(first, first + count), seats, folder=fault_folder(), **limits)

    return test_kit
