"""Runs the hot path's statements: straight on the database's own connection, past what Django's cursors add to each."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.utils import timezone

_here = threading.local()


@contextmanager
def one_transaction() -> Iterator[None]:
    """A transaction on this thread's connection, which is looked up once for all statements in it."""
    connection = connections[DEFAULT_DB_ALIAS]
    try:
        with connection.wrap_database_errors, transaction.atomic():
            _here.connection = connection
            if connection.vendor == "sqlite":
                _here.execute = connection.connection.execute
            yield
    finally:
        _here.__dict__.clear()


def _connection() -> Any:
    return getattr(_here, "connection", None) or connections[DEFAULT_DB_ALIAS]


def run(statement: str, values: Sequence[Any]) -> Any:
    """Runs one statement, with `%s` for each value, in the transaction that is open. Returns the driver's cursor."""
    execute = getattr(_here, "execute", None)
    if execute is not None:  # in the writer's own transaction, which sees to errors
        return execute(_marked(statement), values)
    connection = _connection()
    with connection.wrap_database_errors:
        if connection.vendor == "sqlite":
            return connection.connection.execute(_marked(statement), values)
        cursor = connection.connection.cursor()
        cursor.execute(statement, values)
        return cursor


def on_postgresql() -> bool:
    """Whether the database is one that knows more than SQLite."""
    return bool(_connection().vendor == "postgresql")


def stored_now() -> Any:
    """This moment as a value of a statement; all of one transaction happens at the same."""
    now = getattr(_here, "now", None)
    if now is None:
        now = stored(timezone.now())
        if hasattr(_here, "connection"):
            _here.now = now
    return now


def stored(moment: datetime | None) -> Any:
    """The moment as a value of a statement."""
    return None if moment is None else _connection().ops.adapt_datetimefield_value(moment)


@cache
def _marked(statement: str) -> str:
    """The statement with SQLite's marks."""
    return statement.replace("%s", "?").replace("%%", "%")
