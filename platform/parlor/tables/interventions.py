"""What an admin does at a table: more time, a bot for somebody, an end, and a way back. Raises TableError, a sentence.

All of it goes through the table's actor, so that other processes hear of it as of any step; nothing is deleted. What
is done leaves a row in the log where it is a step (the way back), and a note for its people where it is not.
"""

from __future__ import annotations

from concurrent.futures import Future
from datetime import timedelta

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from parlor.engine import Refused
from parlor.engine.setting_back import set_back
from parlor.tables.absence import replace
from parlor.tables.events import TableEvent, tell
from parlor.tables.history import Lost, history
from parlor.tables.live import tables
from parlor.tables.loading import Running
from parlor.tables.models import Move, Reason, Status, Table
from parlor.tables.service import TableError
from parlor.tables.speaking import spoken
from parlor.tables.storing import By, arrange, store_step

PATIENCE = 20.0
NOTE_MAX = 200


def extend_time(table: str, seat: int, more: timedelta) -> None:
    """The seat has more time for what it is asked."""

    def command(running: Running) -> None:
        _runs(running)
        if running.clocks is None:
            raise TableError(_("This table has no clock."))
        if seat not in running.clocks.hands or seat not in running.waiting_on:
            raise TableError(_("The game does not wait for this player."))
        running.dirty = True
        now = timezone.now()
        running.clocks.give(seat, more, now)
        running.stand_ins.discard(seat)
        arrange(running, now)
        tell(TableEvent("clock", running.table))

    _done(tables.ask(table, spoken(command)))


def put_bot(table: str, seat: int) -> None:
    """A bot plays for the person in this seat until they say that they are back."""

    def command(running: Running) -> None:
        _runs(running)
        if seat not in running.people or seat in running.bots:
            raise TableError(_("No person plays there."))
        replace(running, [seat], timezone.now())
        tell(TableEvent("clock", running.table))

    _done(tables.ask(table, spoken(command)))


def stop(table_id: str, note: str) -> None:
    """Ends the game without a result; its people read the note. Also where its rules cannot be run any more."""
    note = note.strip()[:NOTE_MAX]
    table = Table.objects.get(pk=table_id)
    if table.status == Status.FINISHED:
        raise TableError(_("The game is over."))
    if table.status == Status.WAITING or table.frozen:
        Table.objects.filter(pk=table_id).exclude(status=Status.FINISHED).update(
            status=Status.FINISHED, reason=Reason.STOPPED, due_at=None, frozen="", note=note
        )
        tell(TableEvent("seats", table_id))
        return
    Table.objects.filter(pk=table_id).update(note=note)

    def command(running: Running) -> None:
        _runs(running)
        running.votes.clear()
        running.note = note
        arrange(running, timezone.now(), finished=Reason.STOPPED)
        tell(TableEvent("seats", running.table))

    _done(tables.ask(table_id, spoken(command)))


def way_back(table: Table, steps: int) -> int:
    """The version before the last `steps` moves that stand. Raises TableError where there are not so many."""
    rows = list(Move.objects.filter(table=table).order_by("version"))
    entries = history.read(table, lambda past: list(past.entries))
    standing = [
        row.version
        for row, entry in zip(rows, entries, strict=True)
        if not entry.struck and msgspec.json.decode(bytes(row.payload), type=_Kind).do in ("move", "sealed")
    ]
    if not 1 <= steps <= len(standing):
        raise TableError(_("There are {n} moves that could be taken back.").format(n=len(standing)))
    return standing[-steps] - 1


class _Kind(msgspec.Struct):
    do: str


def roll_back(table_id: str, steps: int, note: str = "") -> int:
    """Takes the last `steps` moves back by a row in the log, and returns the version that this makes."""
    table = Table.objects.get(pk=table_id)
    if table.status != Status.RUNNING:
        raise TableError(_("The game does not run."))
    to = way_back(table, steps)
    try:
        state = history.read(table, lambda past: past.at(table, to).driver.dump())
    except Lost as lost:
        raise TableError(_("The game cannot be replayed: {why}").format(why=lost)) from None

    def command(running: Running) -> int:
        _runs(running)
        if running.driver.version != table.version:
            raise TableError(_("Somebody has moved in this moment. Look again."))
        running.dirty = True
        try:
            row = set_back(running.driver, to=to, state=state, steps=steps, note=note.strip()[:NOTE_MAX])
        except Refused as refused:
            raise TableError(_(str(refused))) from None
        return store_step(running, By(row=row))

    version: int = _done(tables.ask(table_id, spoken(command)))
    tell(TableEvent("clock", table_id))
    return version


def _runs(running: Running) -> None:
    if running.over or running.driver.finished:
        raise TableError(_("The game is over."))


def _done(future: Future[int] | Future[None]) -> int:
    return future.result(PATIENCE) or 0
