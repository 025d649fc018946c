"""Stores what happened at a running table, with its clocks, as one unit; then tells everybody. Runs in its actor.

What is in memory may be ahead of the database only while `running.dirty`: where storing fails, it is loaded again.
"""

from __future__ import annotations

from concurrent.futures import Future
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

import msgspec
from django.utils import timezone

from parlor.engine import Entry, Row
from parlor.engine.log import Line
from parlor.engine.setting_back import SETTING
from parlor.tables.crew import crew
from parlor.tables.events import TableEvent, foreseen, tell
from parlor.tables.later import Later, settle
from parlor.tables.loading import Running
from parlor.tables.seat_clocks import hand_rows
from parlor.tables.units import Arrangement, HandRow, SealedChoice, SealedStep, Step, Unit
from parlor.tables.writer import writer

SNAPSHOT_EVERY = 20
BOT_WAKE = timedelta(seconds=20)
COMMIT_SECONDS = 30.0


class By(NamedTuple):
    """Whose the driver's newest step is, and what goes with it: who left, the row if not the last, what was sealed."""

    seat: int | None = None
    user: int | None = None
    client_id: str | None = None
    left: int | None = None
    row: Row | None = None
    sealed: SealedStep | None = None


class Made:
    """A step that is made in memory. `stored` when its unit is committed; until then nobody may hear of it."""

    def __init__(self, running: Running, unit: Step) -> None:
        self.running = running
        self.unit = unit
        self.then = foreseen(running)

    @property
    def more_to_store(self) -> bool:
        """Whether something else has to be stored behind it."""
        running = self.running
        return running.clocks is None and not running.driver.finished and "replace" in running.votes

    def stored(self) -> None:
        """Tells everybody."""
        running, unit = self.running, self.unit
        running.dirty = False
        running.told += self.then
        tell(TableEvent("moved", unit.table, unit.after, unit))
        if unit.left is not None:
            tell(TableEvent("seats", unit.table))


def store_step(running: Running, by: By) -> int:
    """Stores the driver's newest step and returns the version. Raises Conflict, or what the database raised."""
    _store(make_step(running, by))
    return running.driver.version


def store_soon(running: Running, by: By, answer: Any) -> Any:
    """As `store_step`, for a command that returns what it gets from here: no thread waits for the commit."""
    made = make_step(running, by)
    if made.more_to_store:
        _store(made)
        return answer
    return Later(partial(writer.submit, made.unit), made.stored, answer, made.unit.after)


def _store(made: Made) -> None:
    running = made.running
    _write(running, made.unit)
    made.stored()
    if made.more_to_store:
        del running.votes["replace"]  # what was said of somebody who kept the others waiting is past
        arrange(running, running.quiet_since)


def make_step(running: Running, by: By) -> Made:
    """The driver's newest step, made in memory as if it were stored."""
    driver = running.driver
    running.dirty = True
    seat, user, client_id, left, row, sealed = by
    row = row or driver.rows[-1]
    entry = driver.log[-1]
    set_back = row.do in SETTING
    snapshot = (
        driver.finished
        or set_back
        or (driver.floor == driver.version and driver.version >= running.snapshot_at + SNAPSHOT_EVERY)
    )
    if left is not None:
        running.left.add(left)
        running.away.discard(left)
        running.bots[left] = running.first_bot
    if seat is None:
        running.stand_ins.clear()
    else:
        running.stand_ins.discard(seat)
    now = timezone.now()
    waiting_on = running.waiting_on
    same_waiting = running.stored_waiting == (driver.version - 1, running.changes, waiting_on)
    running.stored_waiting = None if driver.seals else (driver.version, running.changes, waiting_on)
    hands = _follow(running, now, undone_by=seat, undone=set_back or row.do == "undo")
    step = Step(
        table=running.table,
        before=driver.version - 1,
        after=driver.version,
        changes=running.changes,
        seat=seat,
        user=user,
        client_id=client_id,
        payload=driver.codec.row(row),
        lines=msgspec.json.encode(entry.lines),
        waiting_on=waiting_on,
        due_at=next_look(running, now),
        snapshot=driver.dump() if snapshot else None,
        finished=driver.reason if driver.finished else None,
        result=msgspec.json.encode(driver.result()) if driver.finished else None,
        left=left,
        left_bot=running.bots[left] if left is not None else "",
        sealed=sealed,
        hands=hands,
        forget_choices=set_back,
        same_waiting=same_waiting,
    )
    running.quiet_since = now
    if snapshot:
        running.snapshot_at = driver.version
    _remember(running, entry, row)
    if client_id is not None:
        running.counted[seat, client_id] = driver.version
    if sealed is not None:
        for chooser, choice in sealed.choices.items():
            running.counted[chooser, choice] = driver.version
    return Made(running, step)


def store_choice(running: Running, seat: int, frame: int, client_id: str, made: Any | None) -> None:
    """Stores the sealed choice that the driver has taken (None: that it has given back). Whoever calls, tells."""
    driver = running.driver
    running.dirty = True
    payload = None if made is None else msgspec.json.encode(driver.codec.raw(made))
    unit = SealedChoice(running.table, driver.version, frame, seat, client_id, payload)
    running.stand_ins.discard(seat)
    unit.waiting_on = running.waiting_on
    if running.clocks is not None:
        now = timezone.now()
        unit.changes = running.changes
        unit.hands = _follow(running, now)
        unit.due_at = next_look(running, now)
    _write(running, unit)
    if running.clocks is not None:
        running.changes += 1


def arrange(
    running: Running,
    now: datetime,
    *,
    bots: dict[int, str] | None = None,
    finished: str | None = None,
    returned: bool = False,
) -> None:
    """Stores what was changed in memory and is no step: clocks, pause, for which seats a bot plays, or the end."""
    running.dirty = True
    if finished is not None:
        running.over = finished
    hands = _follow(running, now)
    unit = Arrangement(
        table=running.table,
        version=running.driver.version,
        changes=running.changes,
        due_at=next_look(running, now),
        paused_at=running.paused_at,
        hands=hands,
        waiting_on=running.waiting_on,
        bots=bots or {},
        votes=None if running.votes == running.stored_votes else running.votes,
        finished=finished,
        returned=returned,
    )
    _write(running, unit)
    if returned:
        running.quiet_since = now
    running.stored_votes = {kind: dict(said) for kind, said in running.votes.items()}
    running.changes += 1


def next_look(running: Running, now: datetime) -> datetime | None:
    """When a worker has to look after the table: for a bot that nobody called, a reminder, or time that is out."""
    if running.over or running.paused_at:
        return None
    wake = now + BOT_WAKE if running.bot_acts else None
    look = running.clocks.attention(now) if running.clocks is not None else None
    return min(wake, look) if wake is not None and look is not None else wake or look


def _follow(running: Running, now: datetime, *, undone_by: int | None = None, undone: bool = False) -> list[HandRow]:
    """Lets the clocks follow what is asked now. Returns those that differ from what is stored."""
    clocks = running.clocks
    if clocks is None:
        return []
    questions, acting = running.questions
    clocks.follow(questions, acting, now, undone_by=undone_by, undone=undone)
    rows, before = hand_rows(clocks), running.stored_hands
    running.stored_hands = rows
    return [row for seat, row in rows.items() if row != before.get(seat)]


def _write(running: Running, unit: Unit) -> None:
    crew.hand_over()
    done: Future[None] = Future()
    writer.submit(unit, partial(settle, done, None))
    done.result(COMMIT_SECONDS)
    running.dirty = False


def _remember(running: Running, entry: Entry, row: Row) -> None:
    """Adds the step to the log in memory; what an undo took back is struck in both logs alike."""
    running.entries.append(Entry(entry.version, entry.seat, list[Line](entry.lines), entry.struck))
    if row.do == "undo" or row.do in SETTING:
        struck = {e.version for e in running.driver.log if e.struck}
        for known in running.entries:
            known.struck = known.struck or known.version in struck
