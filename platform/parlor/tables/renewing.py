"""After an update of a game: which open tables would go on as they were, which would not, and what becomes of those.

A table keeps the rules number it began with, and its game is not taken up with rules of another number until it was
replayed here. Where every step gives the same log and the same states again, the table simply has the new number. Where
not, it rests, with a sentence for its people, until somebody accepts the update for it: then its present state, as the
new rules have it, becomes a row of the log, from which replay goes on. The log from before stays as it was told.
"""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any, Literal

import msgspec
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from parlor.catalog.registry import UnknownGame, get_game, load_data, options_of
from parlor.engine import Driver, load, settle
from parlor.engine.setting_back import RULES, take_over
from parlor.tables.events import TableEvent, tell
from parlor.tables.history import history
from parlor.tables.live import tables
from parlor.tables.loading import Running
from parlor.tables.models import Move, Snapshot, Status, Table
from parlor.tables.play import RULES_SECONDS
from parlor.tables.service import waits
from parlor.tables.storing import By, store_step
from parlor.tables.stuck import STUCK
from parlor.tables.watch import TooSlow, watch

PATIENCE = 60.0

Verdict = Literal["same", "differs", "broken"]


class Replayed(msgspec.Struct, frozen=True):
    """How a table's replay came out: the same; different from `version` on; or broken there, as rules refuse or raise.

    `rules` is the number that its rules have here; `renewed` whether that is another than the table's.
    """

    table: str
    game: str
    verdict: Verdict
    version: int
    why: str = ""
    rules: int = 0
    renewed: bool = False


def open_tables(*, renewed: bool = False) -> list[Table]:
    """The tables whose games run; with `renewed` only those that have rules of another number than is installed.

    Those that rest because of the rules count too, also before their game began; where they got stuck, only new rules
    or an admin wake them.
    """
    running = Q(status=Status.RUNNING, started_at__isnull=False)
    resting = Q(status=Status.WAITING) & ~Q(frozen="")
    found = Table.objects.filter(running | resting).order_by("game", "created_at")
    return [table for table in found if not renewed or table.frozen not in ("", STUCK) or is_renewed(table)]


def is_renewed(table: Table) -> bool:
    """Whether the rules installed here have another number than the table's."""
    try:
        return get_game(table.game).rules != table.rules
    except UnknownGame:
        return False


def try_again(table: Table) -> Replayed:
    """Replays the table from its start, or from where an accepted update left it, and compares. Changes nothing."""
    try:
        game = get_game(table.game)
    except UnknownGame as error:
        return Replayed(table.pk, table.game, "broken", 0, str(error))
    renewed = game.rules != table.rules
    if table.status == Status.WAITING:  # it is set up with whatever rules are here when it begins
        return Replayed(table.pk, table.game, "same", 0, "", game.rules, renewed)
    rows = list(Move.objects.filter(table=table).order_by("version"))
    states = {row.version: bytes(row.state) for row in Snapshot.objects.filter(table=table)}
    start = max((row.version for row in rows if _kind(row) == RULES), default=0)
    version = start
    try:
        driver = _loaded(table, states[start])
        for row in rows[start + 1 :]:
            version = row.version
            with watch.limit(RULES_SECONDS, f"replay of {table.game} {table.pk}"):
                driver.replay(driver.codec.unrow(bytes(row.payload)))
            why = _difference(table, driver, row, states.get(version))
            if why:
                return Replayed(table.pk, table.game, "differs", version, why, game.rules, renewed)
    except (Exception, TooSlow) as error:
        why = f"{type(error).__name__}: {error}"
        return Replayed(table.pk, table.game, "broken", version, why, game.rules, renewed)
    return Replayed(table.pk, table.game, "same", table.version, "", game.rules, renewed)


def _difference(table: Table, driver: Driver, row: Move, state: bytes | None) -> str:
    """What came out differently at this row; empty for nothing."""
    if driver.version != row.version:
        return f"the step gave version {driver.version}"
    if msgspec.json.encode(driver.log[-1].lines) != bytes(row.lines):
        return "the log tells something else"
    if state is not None and _loaded(table, state).digest() != driver.digest():
        return "the position is another"
    return ""


def _loaded(table: Table, state: bytes) -> Driver:
    game = get_game(table.game)
    seats = table.seats.count()
    options = settle(options_of(game, table.data), table.options, seats)
    return load(game, seats, options, bytes(table.seed), load_data(game, table.data), state)


def _kind(row: Move) -> Any:
    return msgspec.json.decode(bytes(row.payload), type=_Kind).do


class _Kind(msgspec.Struct):
    do: str


def go_on(found: Replayed) -> None:
    """A table that came out the same has the new number, and rests no longer."""
    table = Table.objects.get(pk=found.table)
    if table.status == Status.WAITING:
        _set(table, rules=found.rules, frozen="", due_at=timezone.now() + waits(table.pace))
    elif table.frozen or table.rules != found.rules:
        _set(table, rules=found.rules, frozen="", due_at=timezone.now())


def rest(found: Replayed) -> None:
    """A table that came out differently rests, and its people read why."""
    table = Table.objects.get(pk=found.table)
    said = _("The rules of this game have been renewed, and it would not be the same. It rests until an admin decides.")
    if table.frozen != said:
        _set(table, frozen=said, due_at=None)


def accept(found: Replayed) -> int | None:
    """Takes the present state over as the new rules have it; the version of the row, or None where that cannot be."""
    table = Table.objects.get(pk=found.table)
    before = {"rules": table.rules, "frozen": table.frozen, "due_at": table.due_at}
    _set(table, rules=found.rules, frozen="", due_at=timezone.now())

    def command(running: Running) -> int:
        running.dirty = True
        return store_step(running, By(row=take_over(running.driver)))

    asked: Future[int] = tables.ask(table.pk, command)
    try:
        version = asked.result(PATIENCE)
    except Exception:  # whatever the new rules raise: the table rests
        table.refresh_from_db()
        _set(table, **before)
        return None
    history.forget()
    tell(TableEvent("clock", table.pk))
    return version


def _set(table: Table, **values: Any) -> None:
    """Changes the row so that every process that has the game in memory has to load it anew."""
    Table.objects.filter(pk=table.pk).update(changes=F("changes") + 1, **values)
    tables.forget(table.pk)
    tell(TableEvent("seats", table.pk))
