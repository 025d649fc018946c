"""What went wrong in a game's code while people played, kept for whoever looks after the site.

A fault of the rules costs the move and nothing else (see `play`); here it is stored with game, rules number, table,
seat, move, what was raised, and the whole game up to that move as a file (`engine.record`, with its field `fault`; of a
set-up that failed, `engine.deal`), which the studio opens. It holds the seed, so nobody who plays there may see it.

The same fault at the same version of a table is one row that counts. Slow moves have one row a table.
"""

from __future__ import annotations

import gzip
import logging
import traceback
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from django.db import models
from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from parlor import measures, tracing

if TYPE_CHECKING:
    from parlor.tables.loading import Running
    from parlor.tables.models import Table

logger = logging.getLogger(__name__)

SLOW_SECONDS = 1.0
TRACE_MAX = 8000
ERROR_MAX = 300
FILES_MAX = 50
"""So many open faults of a game have files; further ones are told without, as they would only fill the disk."""


class Sort(models.TextChoices):
    """What went wrong."""

    ERROR = "error", _("an error")
    STOPPED = "stopped", _("stopped for taking too long")
    SLOW = "slow", _("slow")


class Fault(models.Model):
    """One fault of a game's code; `file` is gzipped JSON."""

    sort = models.CharField(_("what"), max_length=10, choices=Sort.choices)
    game = models.CharField(_("game"), max_length=60, db_index=True)
    rules = models.PositiveIntegerField(_("rules number"))
    table = models.ForeignKey(
        "tables.Table", models.SET_NULL, null=True, related_name="faults", verbose_name=_("table")
    )
    version = models.PositiveIntegerField(_("at version"), null=True)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    move = models.JSONField(_("move"), null=True)
    error = models.CharField(_("error"), max_length=ERROR_MAX)
    trace = models.TextField(_("trace"), blank=True, default="")
    seconds = models.FloatField(_("seconds"), null=True)
    times = models.PositiveIntegerField(_("times"), default=1)
    at = models.DateTimeField(_("first"), default=timezone.now)
    last_at = models.DateTimeField(_("last"), default=timezone.now)
    file = models.BinaryField(null=True)
    settled_at = models.DateTimeField(_("dealt with"), null=True, blank=True)
    request = models.CharField(_("request"), max_length=64, blank=True, default=tracing.request_id)

    class Meta:
        verbose_name = _("fault of a game")
        verbose_name_plural = _("faults of games")
        ordering: ClassVar = ["-last_at"]
        indexes: ClassVar = [models.Index(fields=["game", "settled_at"])]

    def __str__(self) -> str:
        return f"{self.game}: {self.error[:80]}"

    @property
    def content(self) -> bytes:
        """The game as a file that the studio opens; empty where there is none."""
        return gzip.decompress(bytes(self.file)) if self.file else b""


def report(
    running: Running, error: BaseException, *, seat: int | None = None, move: object = None, what: str = ""
) -> None:
    """Stores what the rules raised at this table. Never raises: the answer to the player matters more."""
    try:
        _store(running, error, seat, move, what)
    except Exception:
        logger.exception("A fault at table %s could not be stored", running.table)


def report_setup(table: Table, error: BaseException) -> None:
    """Stores what the rules raised when they set this table up, with a file that tells how it was to be dealt."""
    text = f"set-up: {type(error).__name__}: {error}"[:ERROR_MAX]
    try:
        Fault.objects.create(
            sort=Sort.ERROR,
            game=table.game,
            rules=table.rules,
            table_id=table.pk,
            error=text,
            trace="".join(traceback.format_exception(error))[-TRACE_MAX:],
            file=_deal(table, text),
        )
    except Exception:
        logger.exception("A fault at table %s could not be stored", table.pk)


def report_slow(running: Running, seconds: float, seat: int | None) -> None:
    """Counts a slow move of the table."""
    measures.FAULTS.labels(running.slug, Sort.SLOW.value).inc()
    try:
        known = Fault.objects.filter(sort=Sort.SLOW, table_id=running.table, settled_at=None)
        if known.update(times=F("times") + 1, seconds=Greatest("seconds", seconds), last_at=timezone.now()):
            return
        Fault.objects.create(
            sort=Sort.SLOW,
            game=running.slug,
            rules=running.game.rules,
            table_id=running.table,
            version=running.driver.version,
            seat=seat,
            error=f"A move took longer than {SLOW_SECONDS:.0f} s",
            seconds=seconds,
        )
    except Exception:
        logger.exception("A slow move at table %s could not be stored", running.table)


def _store(running: Running, error: BaseException, seat: int | None, move: object, what: str) -> None:
    from parlor.tables.watch import TooSlow

    now, version = timezone.now(), running.driver.version
    text = f"{what + ': ' if what else ''}{type(error).__name__}: {error}"[:ERROR_MAX]
    sort = Sort.STOPPED if isinstance(error, TooSlow) else Sort.ERROR
    measures.FAULTS.labels(running.slug, sort.value).inc()
    known = Fault.objects.filter(
        sort=sort, table_id=running.table, version=version, seat=seat, error=text, settled_at=None
    )
    if known.update(times=F("times") + 1, last_at=now):
        return
    trace = "".join(traceback.format_exception(error))[-TRACE_MAX:]
    raw = _raw(move)
    many = Fault.objects.filter(game=running.slug, settled_at=None).count() >= FILES_MAX
    Fault.objects.create(
        sort=sort,
        game=running.slug,
        rules=running.game.rules,
        table_id=running.table,
        version=version,
        seat=seat,
        move=raw,
        error=text,
        trace=trace,
        at=now,
        last_at=now,
        file=None if many else _file(running, seat, raw, text, now),
    )


def _raw(move: object) -> Any:
    try:
        return msgspec.to_builtins(move, str_keys=True)
    except TypeError:
        return str(move)[:ERROR_MAX]


def _file(running: Running, seat: int | None, move: Any, error: str, at: datetime) -> bytes | None:
    """The game so far, and what was tried; None where it cannot be written, as the row alone is better than nothing."""
    from parlor.engine.record import write
    from parlor.tables.exporting import record_of
    from parlor.tables.history import Lost
    from parlor.tables.models import Table

    try:
        record = record_of(Table.objects.get(pk=running.table))
    except (Lost, Table.DoesNotExist):
        return None
    record.fault = {
        "version": running.driver.version,
        "seat": seat,
        "move": move,
        "error": error,
        "at": at.isoformat(),
    }
    return gzip.compress(write(record))


def _deal(table: Table, error: str) -> bytes:
    """How a game that did not come about was to be dealt."""
    from parlor.engine.deal import Deal, write

    seats = table.seats.count()
    deal = Deal(
        game=table.game,
        rules=table.rules,
        seats=seats,
        options=table.options,
        data=table.data,
        seed=bytes(table.seed).hex(),
        fault={"error": error, "at": timezone.now().isoformat()},
    )
    return gzip.compress(write(deal))


def game_faults() -> dict[str, tuple[int, int]]:
    """For each game how many errors nobody has dealt with, and how many slow moves."""
    open_ones = Fault.objects.filter(settled_at=None)
    errors = open_ones.exclude(sort=Sort.SLOW).values_list("game").annotate(n=models.Count("pk")).order_by()
    slow = open_ones.filter(sort=Sort.SLOW).values_list("game").annotate(n=models.Sum("times")).order_by()
    counted: dict[str, tuple[int, int]] = {game: (n, 0) for game, n in errors}
    for game, n in slow:
        counted[game] = (counted.get(game, (0, 0))[0], n)
    return counted
