"""The clock: the worker's loop inside the server, which looks after what is due. Any number of processes may run it.

While no worker runs, people's time does not: the first one that looks after more than a minute without any gives
everybody's running clock the time that was lost. A shorter break, as for a restart, costs those who are asked.

The wall clock is all that any process goes by, and they share it through the database. Where it jumps forward that
looks as if nobody had been there, and is nobody's loss either; where it jumps back by more than a minute, running
clocks are put back with it, so that it is nobody's gift.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import close_old_connections, connection, transaction
from django.utils import timezone

from parlor import lifecycle
from parlor.tables import absence, ratings, service
from parlor.tables.bots import bots
from parlor.tables.events import TableEvent, tell
from parlor.tables.live import tables
from parlor.tables.models import Beat, Status, Table
from parlor.tables.seat_clocks import give_back

logger = logging.getLogger(__name__)

ROUND_SECONDS = 1.0
CLAIM = timedelta(seconds=30)
CLAIMS = 100
BEAT = timedelta(seconds=15)
AWAY = timedelta(seconds=60)

_task: asyncio.Task[None] | None = None


def work() -> int:
    """One round. Returns how many tables were seen to."""
    try:
        now = timezone.now()
        for table in beat(now):
            tables.forget(table)
            tell(TableEvent("clock", table))
        service.expire(now)
        ratings.rate_finished()
        claimed = claim(now)
        for table in claimed:
            absence.attend(table).add_done_callback(lambda _done, table=table: bots.look_after(table))  # type: ignore[misc]
        return len(claimed)
    finally:
        close_old_connections()


def claim(now: datetime) -> list[str]:
    """The due tables, which this worker alone now sees to: each is due again after CLAIM, should that fail."""
    due = Table.objects.filter(status=Status.RUNNING, due_at__lte=now)
    if not due.exists():
        return []
    with transaction.atomic():
        skip = connection.features.has_select_for_update_skip_locked
        found = list(due.select_for_update(skip_locked=skip).order_by("due_at").values_list("pk", flat=True)[:CLAIMS])
        Table.objects.filter(pk__in=found).update(due_at=now + CLAIM)
    return found


def beat(now: datetime) -> list[str]:
    """Notes that a worker is there. Returns the tables whose clocks were set, for time in which there was none."""
    row, made = Beat.objects.get_or_create(pk=1, defaults={"at": now})
    passed = now - row.at
    if made or -AWAY < passed < BEAT:
        return []
    with transaction.atomic():  # another worker waits here until the time is given back
        first = Beat.objects.filter(pk=1, at=row.at).update(at=now)
        if not first or abs(passed) <= AWAY:
            return []
        logger.warning("Nobody looked after the clocks for %s: that time does not count", passed)
        return give_back(row.at, now)


async def run() -> None:
    """Rounds until cancelled; a failed one is logged and the next one comes."""
    loop = asyncio.get_running_loop()
    while True:
        try:
            await loop.run_in_executor(None, work)
        except Exception:
            logger.exception("A round of the clock failed")
        await asyncio.sleep(ROUND_SECONDS)


async def start(loop: asyncio.AbstractEventLoop) -> None:
    """Begins with the server, unless another process has the clocks."""
    global _task  # noqa: PLW0603 - one clock a process
    if settings.CLOCK_IN_SERVER:
        _task = loop.create_task(run())


async def stop() -> None:
    """Ends with the server."""
    if _task is not None:
        _task.cancel()
    bots.stop()


def register() -> None:
    """Ties the clock to the server's life; called when the app is ready."""
    lifecycle.on_start(start)
    lifecycle.on_stop(stop)
