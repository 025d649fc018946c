"""People, tables, and a second process's memory for the tests of tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from parlor.accounts.models import User
from parlor.catalog import registry
from parlor.engine import Chance
from parlor.tables import absence, clock, live, more_time, play, ratings, service, votes
from parlor.tables import bots as bots_module
from parlor.tables.models import Table
from parlor.tables.writer import writer
from tests.tables import games


@pytest.fixture(autouse=True)
def _own_memory(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[None]:
    """Each test starts with nothing in memory and ends with no bot thinking."""
    installed = registry.all_games() | {game.slug: game for game in (games.GAME, games.MISBEHAVING)}
    monkeypatch.setattr(registry, "_installed", lambda: installed)
    settings.BOT_PAUSE = 0
    memory = fresh_memory(monkeypatch)
    runner = bots_module.Bots()
    monkeypatch.setattr(bots_module.bots, "notice", runner.notice)
    monkeypatch.setattr(bots_module, "bots", runner)
    monkeypatch.setattr("parlor.tables.events._listeners", [runner.notice])
    yield
    runner.stop()
    runner._pool.shutdown(wait=True)
    for table in list(memory._actors):
        memory.ask(table, lambda running: None).exception(timeout=20)
    writer.rest()


def fresh_memory(monkeypatch: pytest.MonkeyPatch) -> live.Tables:
    """From now on this process remembers no table, like another one or one that was started again."""
    memory = live.Tables()
    for module in (live, play, service, bots_module, absence, clock, votes, more_time, ratings):
        monkeypatch.setattr(module, "tables", memory)
    return memory


@pytest.fixture
def another_process(monkeypatch: pytest.MonkeyPatch) -> Callable[[], live.Tables]:
    """Switches to a memory of its own, as a second server process has it."""
    return lambda: fresh_memory(monkeypatch)


@pytest.fixture
def ann(transactional_db: None) -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def bob(transactional_db: None) -> User:
    return User.objects.create_user("bob")


@pytest.fixture
def cleo(transactional_db: None) -> User:
    return User.objects.create_user("cleo")


@pytest.fixture
def dealt(ann: User, bob: User, cleo: User) -> Table:
    """No Thanks! for three, ann first, with cards 20, 21, 3 ... on top."""
    return started("no-thanks", [ann, bob, cleo], chance=Chance.scripted(**{"deck 1": [DECK], "first": [0]}))


DECK = [f"card-{n}" for n in [*range(27, 36), *range(4, 20), *range(22, 27), 3, 21, 20]]


def started(
    game: str, people: list[User], *, bots: list[str] | None = None, chance: Chance | None = None, **more: Any
) -> Table:
    """A running table with these people in this order, and bots behind them."""
    table = service.create(people[0], game=game, seats=len(people) + len(bots or []), **more)
    for person in people[1:]:
        service.join(table.id, person)
    for bot in bots or []:
        service.add_bot(table.id, people[0], bot)
    return service.start(table.id, people[0], chance=chance)


def state(table: Table) -> tuple[int, str]:
    """Version and fingerprint of the game, as this process has it."""
    return live.tables.ask(table.id, lambda running: (running.driver.version, running.driver.digest())).result(20)
