"""Tables and people for the tests of the live side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from parlor.accounts.models import User
from parlor.catalog import registry
from parlor.engine import Chance
from parlor.tables import service
from parlor.tables.models import Table
from tests.support import tables as resting
from tests.tables import games

CARDS = [f"card-{n}" for n in [*range(27, 36), *range(4, 20), *range(22, 27), 3, 21, 20]]
"""A deck for No Thanks!: 20, 21 and 3 come first, 27 to 35 are out of the game."""

Start = Callable[..., Table]

tables_at_rest = resting.tables_at_rest


@pytest.fixture(autouse=True)
def _other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = registry.all_games() | {game.slug: game for game in (games.GAME, games.MISBEHAVING)}
    monkeypatch.setattr(registry, "_installed", lambda: installed)


@pytest.fixture
def people(tables_at_rest: None) -> list[User]:
    return [User.objects.create_user(name) for name in ("ann", "bob", "cleo", "dan")]


@pytest.fixture
def start(people: list[User]) -> Start:
    """`start("no-thanks", seats=3)` starts a table of the first people, 20 on offer and ann to move."""

    def started(game: str = "no-thanks", *, seats: int = 3, chance: Chance | None = None, **settings: Any) -> Table:
        table = service.create(people[0], game=game, seats=seats, **settings)
        for person in people[1:seats]:
            service.join(table.pk, person)
        if game == "no-thanks":
            chance = chance or Chance.scripted(**{"deck 1": [CARDS], "first": [0]})
        return service.start(table.pk, people[0], chance=chance)

    return started
