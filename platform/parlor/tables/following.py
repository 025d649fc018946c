"""Brings a game in memory up to what another process has stored, without loading it anew: only the new moves are read."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db import connection
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from parlor.engine import Entry, Line
from parlor.tables.loading import Running
from parlor.tables.models import Status

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
    if running.dirty or running.clocks is not None or running.over or driver.finished or driver.pending:
        return False
    with connection.cursor() as cursor:
        cursor.execute(NEW_ROWS, [driver.version, running.table, running.changes, Status.RUNNING.value])
        rows = cursor.fetchall()
    if not rows or rows[-1][1] != rows[0][0]:
        return False
    running.dirty = True
    for _latest, version, seat, client_id, payload, lines, _at in rows:
        row = driver.codec.unrow(bytes(payload))
        if row.do != "move" or version != driver.version + 1:
            return False
        driver.replay(row)
        if driver.version != version or driver.finished:
            return False
        running.entries.append(Entry(version, seat, _lines.decode(bytes(lines))))
        running.stand_ins.discard(seat)
        if client_id is not None:
            running.counted[seat, client_id] = version
    running.quiet_since = _moment(rows[-1][-1])
    running.dirty = False
    return True


def _moment(stored: Any) -> datetime:
    """The time as the database gives it: SQLite as text."""
    moment: datetime = parse_datetime(stored) if isinstance(stored, str) else stored
    return moment if timezone.is_aware(moment) else timezone.make_aware(moment, UTC)
