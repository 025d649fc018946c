"""Runs the hot path's statements: straight on the database's own connection, past what Django's cursors add to each."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction

_here = threading.local()


@contextmanager
def one_transaction() -> Iterator[None]:
    """A transaction on this thread's connection, which is looked up once for all statements in it."""
    _here.connection = connections[DEFAULT_DB_ALIAS]
    try:
        with transaction.atomic():
            yield
    finally:
        del _here.connection


def _connection() -> Any:
    return getattr(_here, "connection", None) or connections[DEFAULT_DB_ALIAS]


def run(statement: str, values: Sequence[Any]) -> Any:
    """Runs one statement, with `%s` for each value, in the transaction that is open. Returns the driver's cursor."""
    connection = _connection()
    with connection.wrap_database_errors:
        if connection.vendor == "sqlite":
            return connection.connection.execute(_marked(statement), values)
        cursor = connection.connection.cursor()
        cursor.execute(statement, values)
        return cursor


def one_statement(statement: str, values: Sequence[Any]) -> tuple[Any, ...] | None:
    """The row that a statement gives that only PostgreSQL knows; None, and nothing is done, on another database."""
    if _connection().vendor != "postgresql":
        return None
    row: tuple[Any, ...] = run(statement, values).fetchone()
    return row


def stored(moment: datetime | None) -> Any:
    """The moment as a value of a statement."""
    return None if moment is None else _connection().ops.adapt_datetimefield_value(moment)


@cache
def _marked(statement: str) -> str:
    """The statement with SQLite's marks."""
    return statement.replace("%s", "?").replace("%%", "%")
