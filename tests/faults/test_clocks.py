"""Deadlines outlive whoever looks after them, and a wall clock that jumps is nobody's loss."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from parlor.play.messages import Accepted
from tests.faults.conftest import Hurt
from tests.play.players import Player, open_table
from tests.support.live import ROOT, LiveSite
from tests.support.services import wait_until

pytestmark = pytest.mark.long

ROUND = 17.0
"""The clock's worker says every 15 seconds that it is there: what a jump takes or gives is known as well as that."""

DUE = """
import sys
from datetime import timedelta
from django.db.models import F
from django.utils import timezone
from parlor.tables.models import Seat, Table
due = timezone.now() + timedelta(seconds={seconds})
print(Seat.objects.filter(table="{table}", due_at__isnull=False).update(due_at=due, remind_at=None))
Table.objects.filter(pk="{table}").update(due_at=due, changes=F("changes") + 1)
"""


def due_in(site: LiveSite, table: str, seconds: float) -> None:
    """Whoever has to move at this table has no more time than this, in the database and in no memory."""
    assert site.manage("shell", "-v", "0", "-c", DUE.format(table=table, seconds=seconds)).strip() == "1"


def seats(client: Any, table: str) -> Any:
    return client.get(f"/api/tables/{table}/").json()


def replaced(client: Any, table: str) -> bool:
    """Whether a bot plays for somebody."""
    return any(seat.get("away") for seat in seats(client, table)["seats"])


@contextmanager
def clock_worker(site: LiveSite) -> Iterator[subprocess.Popen[str]]:
    """A process that looks after clocks and serves nobody."""
    worker = subprocess.Popen(
        [sys.executable, "manage.py", "worker"], cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert worker.stdout is not None
        assert any("Clocks are looked after" in line for line in worker.stdout)
        yield worker
    finally:
        worker.kill()
        worker.wait()
        worker.stdout.close() if worker.stdout else None


def test_a_deadline_is_kept_when_who_looks_after_it_dies(hurt_site: Hurt, postgres_url: str, redis_url: str) -> None:
    site = hurt_site(database_url=postgres_url, redis_url=redis_url, CLOCK_IN_SERVER="0", NOTICES_IN_SERVER="0")
    table, clients = open_table(site, 3, pace="fast", absence="bot")
    other, _clients = open_table(site, 3, pace="fast", absence="bot")
    with clock_worker(site) as first, clock_worker(site) as second:
        due_in(site, table, 4)
        first.kill()
        assert not replaced(clients[0], table)
        wait_until(lambda: replaced(clients[0], table), "the other worker did not take over")
        second.kill()
        second.wait()
        due_in(site, other, 1)
    assert not replaced(clients[0], other)
    with clock_worker(site):
        wait_until(lambda: replaced(clients[0], other), "the deadline was forgotten")


def test_a_deadline_is_kept_over_a_restart(hurt_site: Hurt) -> None:
    site = hurt_site()
    table, clients = open_table(site, 3, pace="fast", absence="bot")
    late, _clients = open_table(site, 3, pace="fast", absence="bot")
    due_in(site, table, 2)
    site.kill()
    site.start(migrate=False)
    wait_until(lambda: replaced(clients[0], table), "the deadline was forgotten")
    assert not replaced(clients[0], late), "the other table has its two minutes"


@pytest.mark.parametrize("jump", [3600, -3600])
def test_a_jump_of_the_wall_clock_costs_nobody_the_game(hurt_site: Hurt, tmp_path: Path, jump: int) -> None:
    """The clock is an hour wrong, then right again: nobody is out of time, and nobody has an hour as a gift."""
    wrong = tmp_path / "wrong"
    wrong.write_text("0")
    site = hurt_site(FAULT_CLOCK=str(wrong))
    opened = [open_table(site, 3, pace="fast", absence="bot") for _n in range(3)]
    day, clients = open_table(site, 3, pace="1d")
    host = clients[0]

    def banks() -> list[float]:
        """What is left, in seconds, to those who are asked."""
        shown = [seats(people[0], table)["clock"] for table, people in opened]
        return [one["bank"] / 1000 for clock in shown for one in clock["seats"] if one["running"]]

    for offset in (jump, 0):
        wrong.write_text(str(offset))
        wait_until(
            lambda: all(60 < bank <= 120 + ROUND for bank in banks()),
            f"with the clock {offset} s wrong all is wrong",
            40,
        )
        assert not any(replaced(people[0], table) for table, people in opened)
    clock = seats(host, day)["clock"]
    left = next(one["bank"] for one in clock["seats"] if one["running"]) / 1000
    assert 86400 - 300 < left <= 86400 + ROUND

    async def play_on() -> None:
        table, people = opened[0]
        players = [Player(site, table, client) for client in people]
        for player in players:
            await player.until(lambda one: one.have >= 0)
        mover = next(player for player in players if player.choices)
        assert isinstance(await mover.choose(0), Accepted)

    asyncio.run(play_on())
