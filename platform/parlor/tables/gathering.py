"""The statements by which people gather at a table, written out: the ORM takes ten times as long to write each anew as
the database to run it. They are for a transaction in which the table is locked, or new."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from parlor.tables.models import Seat, Table
from parlor.tables.statements import run, stored

TABLE = ("id", "game", "status", "visibility", "pace", "begins", "seats_from", "ready_check", "host_id")
SEAT = ("id", "table_id", "number", "user_id", "bot", "name", "ready", "shared", "left")
"""What is read of the table and of a seat, in the order of the model; the rest would be read when it is asked for."""


def lock(table_id: str) -> Table:
    """The table as it is now; until the transaction ends nobody else changes it. Raises Table.DoesNotExist."""
    found = Table.objects.raw(f"SELECT * FROM tables_table WHERE id = %s{_alone()}", [table_id])  # noqa: S608
    for table in found:
        return table
    raise Table.DoesNotExist(table_id)


def lock_to_sit(table_id: str) -> Table:
    """As `lock`, with what matters to whoever wants to sit down: most rows are read for them."""
    row = run(f"SELECT {_named(TABLE)} FROM tables_table WHERE id = %s{_alone()}", [table_id]).fetchone()  # noqa: S608
    if row is None:
        raise Table.DoesNotExist(table_id)
    return Table.from_db(connection.alias, TABLE, row)


def seats_of(table_id: str) -> list[Seat]:
    """The table's seats in their order."""
    rows = run(f"SELECT {_named(SEAT)} FROM tables_seat WHERE table_id = %s ORDER BY number", [table_id])  # noqa: S608
    return [Seat.from_db(connection.alias, SEAT, row) for row in rows.fetchall()]


def tables_waiting(host: int) -> int:
    """How many tables of this host wait for players."""
    found = run("SELECT COUNT(*) FROM tables_table WHERE host_id = %s AND status = 'waiting'", [host]).fetchone()
    return int(found[0])


def add_seats(table_id: str, seats: int, user: int, name: str) -> None:
    """Gives a new table its seats; its host, of this number and name, sits on the first."""
    values: list[Any] = []
    for number in range(seats):
        values += [table_id, number, *((None, "") if number else (user, name)), "", *[False] * 5]
    rows = ", ".join(["(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"] * seats)
    run(
        "INSERT INTO tables_seat (table_id, number, user_id, name, bot, "  # noqa: S608 - only marks are put in
        'ready, shared, "left", away, waiting_on) '
        f"VALUES {rows}",
        values,
    )


def take_seat(table_id: str, number: int, user: int, name: str, *, shared: bool = False) -> bool:
    """Seats the person, if nobody sits there. Whether that was so."""
    done = run(
        "UPDATE tables_seat SET user_id = %s, name = %s, ready = %s, shared = %s "
        "WHERE table_id = %s AND number = %s AND user_id IS NULL AND bot = ''",
        [user, name, False, shared, table_id, number],
    )
    return bool(done.rowcount)


def accept_invitation(table_id: str, user: int) -> None:
    """Whoever was asked to come has come."""
    run("UPDATE tables_invitation SET state = 'accepted' WHERE table_id = %s AND to_id = %s", [table_id, user])


def set_running(table: Table, waiting_on: Sequence[int]) -> None:
    """Stores all that is another when the game has begun: in the table's row, and for whom it waits."""
    run(
        "UPDATE tables_table SET status = %s, version = %s, rules = %s, data = %s, seats_from = %s, started_at = %s, "
        "changed_at = %s, due_at = %s WHERE id = %s",
        [
            *(table.status, table.version, table.rules, connection.ops.adapt_json_value(table.data, None)),
            *(table.seats_from, stored(table.started_at), stored(table.changed_at), stored(table.due_at), table.pk),
        ],
    )
    if waiting_on:
        marks = ", ".join(["%s"] * len(waiting_on))
        run(
            "UPDATE tables_seat SET waiting_on = %s "  # noqa: S608 - only marks are put in
            f"WHERE table_id = %s AND number IN ({marks})",
            [True, table.pk, *waiting_on],
        )


def add_set_up(table_id: str, payload: bytes, lines: bytes, state: bytes, at: datetime) -> None:
    """Stores version 0: the first row of the moves, and the position after it."""
    run(
        "INSERT INTO tables_move (table_id, version, payload, lines, at) VALUES (%s, %s, %s, %s, %s)",
        [table_id, 0, payload, lines, stored(at)],
    )
    run("INSERT INTO tables_snapshot (table_id, version, state) VALUES (%s, %s, %s)", [table_id, 0, state])


def _alone() -> str:
    """What the database wants to hear where it does not lock itself as a whole."""
    return " FOR UPDATE" if connection.features.has_select_for_update else ""


def _named(columns: Sequence[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)
