"""How the set-up of a finished game was dealt: its draws, rerun and recorded, for whoever wants to check them."""

from __future__ import annotations

import logging
from typing import Any

from parlor.catalog.registry import get_game, load_data, options_of
from parlor.engine import Driver, Refused, commitment, settle
from parlor.engine import load as load_snapshot
from parlor.engine.recorder import Draw, RecordingChance
from parlor.tables.beginning import SETUP_SECONDS
from parlor.tables.models import Snapshot, Status, Table
from parlor.tables.watch import TooSlow, watch

logger = logging.getLogger(__name__)

ALGORITHM = "parlor-1"


class StillSecret(Exception):
    """The game is not over, so its seed is nobody's business."""


def shuffle_of(table: Table) -> dict[str, Any]:
    """`{"algorithm", "commitment", "seed", "same", "draws"}`, all as JSON values. Raises StillSecret.

    `same` tells whether the set-up, rerun with today's rules, gives the position that the game began with; where it
    does not (a deal given by hand, or rules that have changed since), no draws are listed.
    """
    if table.status != Status.FINISHED or table.started_at is None:
        raise StillSecret(table.pk)
    seed = bytes(table.seed)
    draws = _rerun(table, seed)
    return {
        "algorithm": ALGORITHM,
        "commitment": commitment(seed),
        "seed": seed.hex(),
        "same": draws is not None,
        "draws": draws or [],
    }


def _rerun(table: Table, seed: bytes) -> list[Draw] | None:
    game = get_game(table.game)
    seats = table.seats.count()
    first = Snapshot.objects.filter(table=table, version=0).first()
    if first is None:
        return None
    chance = RecordingChance(seed)
    try:
        options = settle(options_of(game, table.data), table.options, seats)
        data = load_data(game, table.data)
        with watch.limit(SETUP_SECONDS, f"set-up of {game.slug}, rerun", table.pk):
            driver = Driver.start(game, seats, options, chance=chance, data=data)
            began = load_snapshot(game, seats, options, seed, data, bytes(first.state))
            return chance.drawn if driver.digest() == began.digest() else None
    except Refused:
        return None
    except (Exception, TooSlow):
        logger.exception("The set-up of table %s cannot be rerun", table.pk)
        return None
