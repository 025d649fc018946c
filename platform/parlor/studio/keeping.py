"""The benches of this process, and their rows: a bench outlives a restart, and any process can take it up."""

from __future__ import annotations

import threading
import traceback
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from parlor.accounts.models import User
from parlor.catalog.registry import UnknownGame, get_game
from parlor.engine.deal import Deal, is_deal
from parlor.engine.deal import read as read_deal
from parlor.engine.record import BadRecord, read, write
from parlor.studio import reloading
from parlor.studio.access import plays_it
from parlor.studio.bench import Bench, BenchError
from parlor.studio.models import Kept
from parlor.tables.watch import TooSlow

BENCHES = 30

T = TypeVar("T")


class SetUpFailed(Exception):
    """The rules failed when they dealt; the text says at which line."""

    def __init__(self, deal: Deal, error: BaseException) -> None:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).parent.name}/{Path(place.filename).name}, line {place.lineno}"
        super().__init__(f"The set-up raised {type(error).__name__}: {error} ({where})")
        self.deal = deal


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
    """Keeps a new bench; its id. Raises BenchError for a game that is being played by who asks."""
    _must_not_play(bench.seed.hex(), by)
    row = Kept.objects.create(game=bench.game.slug, content=write(bench.kept()), at=bench.at, by=by)
    return row.pk


def opened(content: bytes, by: User | None, at: int | None = None) -> str:
    """A new bench from the file of a game, of the kit or a fault, an export or a report, standing at step `at`.

    Raises BadRecord, UnknownGame, BenchError, and SetUpFailed for a deal that these rules cannot make.
    """
    if is_deal(content):
        deal = read_deal(content)
        _must_not_play(deal.seed, by)
        return begin(_dealt(deal), by)
    record = read(content)
    _must_not_play(record.seed, by)
    try:
        bench = Bench(record)
        version = bench.fault.get("version")
        stop = version if at is None and isinstance(version, int) else at
        if stop is not None:
            bench.go(stop)
        return begin(bench, by)
    except UnknownGame:
        raise
    except Exception as why:
        raise BadRecord(f"The game in the file cannot be taken up with today's rules: {why}") from None


def _must_not_play(seed: str, by: User | None) -> None:
    if plays_it(by, seed):
        raise BenchError("You sit at the table of this game. It can go on a bench when it is over.")


def _dealt(deal: Deal) -> Bench:
    try:
        return Bench.dealt(deal)
    except (UnknownGame, BenchError):
        raise
    except (Exception, TooSlow) as error:
        raise SetUpFailed(deal, error) from error


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
