"""Tables of this process at rest: nothing runs, nobody's bot has to move."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from parlor.tables import live
from parlor.tables.bots import bots

SETTLE_SECONDS = 30


def settle_tables() -> None:
    """Waits until no actor works, and no bot is asked or about to move. Fails the test if that takes too long."""
    deadline = time.monotonic() + SETTLE_SECONDS
    quiet = 0
    while quiet < 2:
        if time.monotonic() > deadline:
            pytest.fail("the tables did not come to rest")
        rest = bots.idle and all(_rests(actor) for actor in list(live.tables._actors.values()))
        quiet = quiet + 1 if rest else 0
        time.sleep(0.01)


def _rests(actor: Any) -> bool:
    if not actor.idle:
        return False
    running = actor.running
    return running is None or not any(seat in running.bots for seat in running.driver.acting)


@pytest.fixture
def tables_at_rest(transactional_db: None, settings: Any) -> Iterator[None]:
    """Bots move at once; after the test all tables come to rest and are forgotten, before the database is emptied."""
    settings.BOT_PAUSE = 0
    live.tables._actors.clear()
    yield
    settle_tables()
    live.tables._actors.clear()
