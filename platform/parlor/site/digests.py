"""What a database holds, as numbers to compare: of each table its rows and their digest.

They depend on neither the code nor the order of the rows, so a backup can be checked by another version of Parlor.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django.db import connection

Digests = dict[str, tuple[int, str]]


def digests() -> Digests:
    """Rows and digest of every table of the database, as this connection sees it now."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        columns = {name: _columns(cursor, name) for name in names}
    return {name: _digest(name, columns[name]) for name in sorted(names)}


def _columns(cursor: Any, table: str) -> list[str]:
    return sorted(column.name for column in connection.introspection.get_table_description(cursor, table))


def _digest(table: str, columns: list[str]) -> tuple[int, str]:
    quote = connection.ops.quote_name
    rows, total = 0, 0
    with connection.chunked_cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(map(quote, columns))} FROM {quote(table)}")  # noqa: S608 - names of our tables
        for row in cursor:
            values = tuple(bytes(value) if isinstance(value, memoryview) else value for value in row)
            rows += 1
            total += int.from_bytes(hashlib.sha256(repr(values).encode()).digest())
    return rows, f"{total % (1 << 256):064x}"


def differences(held: Digests, found: Digests) -> list[str]:
    """One line for each table that is not as the archive has it."""
    lines = []
    for name in sorted(held.keys() | found.keys()):
        before, now = held.get(name), found.get(name)
        if before != now:
            told = [f"{pair[0]} rows, {pair[1][:12]}" if pair else "no such table" for pair in (before, now)]
            lines.append(f"{name}: {told[0]} in the archive, {told[1]} here")
    return lines
