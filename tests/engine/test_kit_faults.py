"""The kit passes a clean game, and finds each fault that is planted."""

from pathlib import Path
from typing import Any

import pytest

from parlor.engine import Game
from parlor.engine.testing import Fault, check_game, replay_file
from tests.engine.faulty import rules, secrets, state
from tests.engine.faulty.reference import Reference

VARIANTS = {**rules.VARIANTS, **state.VARIANTS, **secrets.VARIANTS}
SEEDS = 12
SEEDS_ELSEWHERE = 2
"""For faults that show in another process only, where each game is played to its end first."""

ALSO_FOUND_AS = {state.OrderById: ("legal",)}
"""Where objects lie in memory decides which check sees the fault first: moves ordered by address may change as cards are dealt anew."""


def test_the_clean_game_passes() -> None:
    report = check_game(Reference(), seeds=4)
    assert report.games == 4 * 3 * 2
    assert report.unseen_phases == report.unseen_kinds == []
    assert report.checks["other_process_agrees"] == report.games
    assert report.checks["moves_taken_back"] > 5


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.__name__)
def test_a_planted_fault_is_found(variant: type[Game[Any, Any]], tmp_path: Path) -> None:
    seeds = SEEDS_ELSEWHERE if variant in (state.HashDecides, state.OrderByHash) else SEEDS
    with pytest.raises(Fault) as found:
        check_game(variant(), seeds, seats=3, folder=tmp_path, moves=400, bot_seconds=0.1)
    kinds = {VARIANTS[variant], *ALSO_FOUND_AS.get(variant, ())}
    assert found.value.kind in kinds, str(found.value)
    assert len(found.value.text) > 30
    if found.value.file is not None and found.value.kind != "replay":
        replay_file(found.value.file)


@pytest.mark.long
def test_the_clean_game_passes_widely() -> None:
    check_game(Reference(), seeds=range(100, 140))
