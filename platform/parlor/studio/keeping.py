"""The benches of this process, and their rows: a bench outlives a restart, and any process can take it up."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from parlor.accounts.models import User
from parlor.catalog.registry import UnknownGame, get_game
from parlor.engine.record import BadRecord, read, write
from parlor.studio import reloading
from parlor.studio.bench import Bench
from parlor.studio.models import Kept

BENCHES = 30

T = TypeVar("T")


class _Open:
    def __init__(self, bench: Bench, changed: datetime) -> None:
        self.bench = bench
        self.changed = changed


_benches: OrderedDict[str, _Open] = OrderedDict()
_lock = threading.RLock()
_listeners: list[Callable[[str], None]] = []


def on_change(listener: Callable[[str], None]) -> None:
    """Calls `listener(bench id)` after each change of a bench, on whichever thread made it."""
    _listeners.append(listener)


def begin(bench: Bench, by: User | None) -> str:
    """Keeps a new bench; its id."""
    row = Kept.objects.create(game=bench.game.slug, content=write(bench.kept()), at=bench.at, by=by)
    return row.pk


def opened(content: bytes, by: User | None) -> str:
    """A new bench from the file of a game: the kit's, an export, a report's. Raises BadRecord, UnknownGame."""
    record = read(content)
    try:
        return begin(Bench(record), by)
    except UnknownGame:
        raise
    except Exception as why:
        raise BadRecord(f"The game in the file cannot be taken up with today's rules: {why}") from None


def on_bench(pk: str, act: Callable[[Bench], T], *, changes: bool = True) -> T:
    """Does something with the bench, alone, and keeps what it has become. Raises Kept.DoesNotExist."""
    with _lock:
        bench = _taken_up(pk)
        try:
            return act(bench)
        finally:
            if changes:
                _keep(pk, bench)
                for listener in _listeners:
                    listener(pk)


def _taken_up(pk: str) -> Bench:
    row = Kept.objects.get(pk=pk)
    reloading.notice(row.game)
    known = _benches.get(pk)
    if known is None or known.changed != row.changed_at or known.bench.game is not get_game(row.game):
        known = _benches[pk] = _Open(Bench(read(bytes(row.content)), row.at), row.changed_at)
        while len(_benches) > BENCHES:
            _benches.popitem(last=False)
    _benches.move_to_end(pk)
    return known.bench


def _keep(pk: str, bench: Bench) -> None:
    row = Kept.objects.get(pk=pk)
    row.content, row.at = write(bench.kept()), bench.at
    row.save()
    _benches[pk] = _Open(bench, row.changed_at)
