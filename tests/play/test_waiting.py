"""Whom a table waits for is written only where that changes, and always says what memory says."""

from __future__ import annotations

from typing import Any

import pytest

from parlor.accounts.models import User
from parlor.engine import Chance, pick
from parlor.tables import live, units
from parlor.tables.play import Accepted, move, undo
from tests.play.conftest import Start


@pytest.mark.parametrize("game", ["no-thanks", "auction"])
def test_the_rows_say_what_memory_says(
    start: Start, people: list[User], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[list[int]] = []
    write = units._write_waiting
    monkeypatch.setattr(units, "_write_waiting", lambda table, seats: written.append(seats) or write(table, seats))
    table = start(game, seats=2 if game == "auction" else 3, chance=Chance(b"\x05" * 32))
    choose = Chance(b"\x06" * 32)("moves")

    def offer(running: Any) -> tuple[int, int, Any, list[int]]:
        driver = running.driver
        seat = driver.acting[choose.below(len(driver.acting))]
        return driver.version, seat, driver.codec.raw(pick(driver.legal(seat), choose)), running.waiting_on

    made = 0
    for n in range(24):
        version, seat, raw, waiting = live.tables.ask(table.pk, offer).result(20)
        assert {row.number for row in table.seats.filter(waiting_on=True)} == set(waiting)
        assert isinstance(move(table.pk, people[seat].pk, f"m{n}", version, raw).result(20), Accepted)
        made += 1
        if n == 5:
            live.tables.forget(table.pk)  # as after a restart
        if n == 9:
            undo(table.pk, people[seat].pk, "back", version + 1).result(20)
        if live.tables.ask(table.pk, lambda running: running.driver.finished).result(20):
            break
    assert made > 5
    assert game == "auction" or len(written) < made, "who goes on need not be written again"
