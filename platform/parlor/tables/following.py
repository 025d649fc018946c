"""Brings a game in memory up to what another process has stored: only new moves are read, nothing is loaded anew."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from django.db import connection
from django.utils import timezone

from parlor.engine import Entry, Line
from parlor.tables.loading import Running
from parlor.tables.models import Status
from parlor.tables.units import Step

LARGE = 8_192

_lines: msgspec.json.Decoder[list[Line]] = msgspec.json.Decoder(list[Line])

NEW_ROWS = (
    "SELECT t.version, m.version, m.seat, m.client_id, m.payload, m.lines, m.at FROM tables_table t "
    "JOIN tables_move m ON m.table_id = t.id AND m.version > %s "
    "WHERE t.id = %s AND t.changes = %s AND t.status = %s AND t.frozen = '' ORDER BY m.version"
)


def follow(running: Running) -> bool:
    """Makes the moves that others have stored since. False where it takes more than that, and memory must be dropped.

    That is so at tables with clocks, and whenever anything but plain moves has happened.
    """
    driver = running.driver
    if not _plain(running):
        return False
    with connection.cursor() as cursor:
        cursor.execute(NEW_ROWS, [driver.version, running.table, running.changes, Status.RUNNING.value])
        rows = cursor.fetchall()
    if not rows or rows[-1][1] != rows[0][0]:
        return False
    running.dirty = True
    for _latest, version, seat, client_id, payload, lines, _at in rows:
        if not _make(running, version, seat, client_id, bytes(payload), bytes(lines)):
            return False
    running.quiet_since = _moment(rows[-1][-1])
    running.dirty = False
    return True


class Heard(NamedTuple):
    """A plain move that another process has stored, as it told it. `changes` as at the table then."""

    changes: int
    seat: int | None
    client_id: str | None
    payload: bytes
    lines: bytes


def heard_of(step: Step) -> Heard | None:
    """What others need to follow the step; None where they had better look for themselves."""
    if step.finished is not None or step.left is not None or step.sealed is not None or step.hands:
        return None
    if len(step.payload) + len(step.lines) > LARGE:
        return None
    return Heard(step.changes, step.seat, step.client_id, step.payload, step.lines)


def follow_heard(running: Running, version: int, heard: Heard) -> bool:
    """Makes the move that was told, if it is the next one here. False, and nothing is changed, where it is not."""
    if running.driver.version != version - 1 or running.changes != heard.changes or not _plain(running):
        return False
    running.dirty = True
    if not _make(running, version, heard.seat, heard.client_id, heard.payload, heard.lines):
        return False
    running.quiet_since = timezone.now()
    running.dirty = False
    return True


def _plain(running: Running) -> bool:
    """Whether memory can follow by moves alone."""
    driver = running.driver
    return not (running.dirty or running.clocks or running.over or driver.finished or driver.pending)


def _make(
    running: Running, version: int, seat: int | None, client_id: str | None, payload: bytes, lines: bytes
) -> bool:
    driver = running.driver
    row = driver.codec.unrow(payload)
    if row.do != "move" or version != driver.version + 1:
        return False
    driver.replay(row)
    if driver.version != version or driver.finished:
        return False
    running.entries.append(Entry(version, seat, _lines.decode(lines)))
    if seat is not None:
        running.stand_ins.discard(seat)
    if client_id is not None:
        running.counted[seat, client_id] = version
    return True


def _moment(stored: Any) -> datetime:
    """The time as the database gives it: SQLite as text."""
    moment = datetime.fromisoformat(stored) if isinstance(stored, str) else stored
    assert isinstance(moment, datetime)
    return moment if timezone.is_aware(moment) else timezone.make_aware(moment, UTC)
