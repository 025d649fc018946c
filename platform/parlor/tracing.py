"""Which request or socket the code at hand works for, so that lines in the log and stored faults can say it.

A `Trace` is made where a request comes in, and is the same object wherever its work goes on: whoever learns whose
request it is, or which table it is about, writes that down with `note`. Any layer may import this module.
"""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar

import msgspec

SHAPE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
"""What an id given by a proxy looks like; nothing else gets into the log or into an answer's head."""


class Trace(msgspec.Struct):
    """One request, or one socket for as long as it is open. `route` is the pattern of its address: no secret in it."""

    id: str
    account: int | None = None
    table: str = ""
    route: str = ""


current: ContextVar[Trace | None] = ContextVar("trace", default=None)
at_table: ContextVar[str] = ContextVar("at_table", default="")
"""The table that this thread works at."""


def begin(given: str | None = None) -> Trace:
    """A new trace under the given id if it has the shape of one, else under one of its own."""
    return Trace(given if given and SHAPE.fullmatch(given) else secrets.token_hex(8))


def note(*, account: int | None = None, table: str = "") -> None:
    """Writes down whose request it is and about which table, if any request is being worked for."""
    trace = current.get()
    if trace is not None:
        trace.account = account or trace.account
        trace.table = table or trace.table


def request_id() -> str:
    """The id of the request or socket that is being worked for; empty where there is none."""
    trace = current.get()
    return "" if trace is None else trace.id
