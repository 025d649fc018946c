"""Tables as files, and back: see `engine.record` for what stands in one.

The rule: people may export a finished game that they may watch, and nothing of a running one, as its file holds the
seed. Admins may export running games too, by `manage.py exporttable`: whoever has that file knows all that is hidden.
Sealed choices that still wait for others are left out. Chat is no part of a game.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from parlor.catalog.installed_sets import hold
from parlor.catalog.registry import NoData, UnknownGame, get_game, keeps, load_data
from parlor.engine import Driver, Unfit
from parlor.engine.codec import Row
from parlor.engine.log import Line
from parlor.engine.record import BadRecord, Record, RecordedRow, RecordedSeat, recorded, replayed
from parlor.tables.history import history
from parlor.tables.models import Move, Reason, Seat, Snapshot, Status, Table, Visibility
from parlor.tables.play import RULES_SECONDS
from parlor.tables.storing import BOT_WAKE
from parlor.tables.watch import TooSlow, watch

IMPORTED = "imported"
"""The bot's name at the seats of people in a finished game that came from a file."""

_lines: msgspec.json.Decoder[list[Line]] = msgspec.json.Decoder(list[Line])


def record_of(table: Table) -> Record:
    """The record of a table that has begun. Raises Lost where today's rules no longer give the game."""
    digest = history.read(table, lambda past: past.at(table, table.version).driver.digest())
    rows = list(Move.objects.filter(table=table, version__lte=table.version).order_by("version"))
    start = Snapshot.objects.get(table=table, version=0)
    return recorded(
        get_game(table.game),
        rules=table.rules,
        options=table.options,
        data=table.data,
        seats=[_seat(seat) for seat in table.seats.all()],
        seed=bytes(table.seed),
        start=bytes(start.state),
        opening=_lines.decode(bytes(rows[0].lines)),
        rows=[RecordedRow(msgspec.json.decode(bytes(row.payload)), row.seat, row.at.isoformat()) for row in rows[1:]],
        told=(bytes(row.lines) for row in rows),
        digest=digest,
        status=table.status,
        reason=table.reason,
        result=table.result,
        created=table.created_at.isoformat(),
        started=table.started_at.isoformat() if table.started_at else None,
        ended=rows[-1].at.isoformat() if table.status == Status.FINISHED else None,
    )


def _seat(seat: Seat) -> RecordedSeat:
    """As the file has it: a person that gave up is a person, though a bot plays on."""
    person = seat.left or seat.user_id is not None or seat.bot == IMPORTED
    return RecordedSeat(seat.name, "" if person else seat.bot, seat.left)


def recreate(record: Record) -> Table:
    """A table from a record, after playing it again from the first step to the last. Raises BadRecord.

    It is private and has no host. Its people are known by their names only: in a finished game nobody sits there, in a
    running one the game's first bot plays on for them.
    """
    try:
        game = get_game(record.game)
    except UnknownGame as why:
        raise BadRecord(str(why)) from None
    try:
        driver = replayed(
            record,
            game,
            load_data(game, record.data),
            keeps(game, record.data),
            watched=lambda: watch.limit(RULES_SECONDS, f"import of a game of {game.slug}"),
        )
    except NoData as why:
        raise BadRecord(str(why)) from None
    except TooSlow:
        raise BadRecord(f"A step of the game takes longer than {RULES_SECONDS:.0f} seconds.") from None
    finished = record.status == "finished"
    if finished and record.reason not in Reason.values:
        raise BadRecord(f'The file is malformed: "reason" is {record.reason[:40]!r}.')
    now = timezone.now()
    started = _time(record.started, now)
    bots = list(game.bots)
    with transaction.atomic():
        try:
            hold(game.slug, record.data)
        except Unfit as gone:
            raise BadRecord(str(gone)) from None
        table = Table.objects.create(
            game=game.slug,
            rules=game.rules,
            options=dict(driver.options),
            data=dict(keeps(game, record.data)),
            seed=bytes.fromhex(record.seed),
            status=Status.FINISHED if finished else Status.RUNNING,
            reason=record.reason if finished else "",
            version=driver.version,
            visibility=Visibility.PRIVATE,
            result=msgspec.to_builtins(driver.result()) if driver.finished else None,
            started_at=started,
            due_at=None if finished else now + BOT_WAKE,
        )
        Table.objects.filter(pk=table.pk).update(created_at=_time(record.created, started))
        Seat.objects.bulk_create(
            Seat(
                table=table,
                number=number,
                name=seat.name[:40],
                bot=seat.bot if seat.bot in bots else IMPORTED if finished else bots[0],
                left=seat.left,
            )
            for number, seat in enumerate(record.seats)
        )
        _store(table, record, driver, started)
    return table


def _store(table: Table, record: Record, driver: Driver, started: datetime) -> None:
    """The rows of the log, and the states that the table is taken up from."""
    opening = Move(
        table=table,
        version=0,
        payload=driver.codec.row(Row("start")),
        lines=msgspec.json.encode(record.opening),
        at=started,
    )
    steps = [
        Move(
            table=table,
            version=version,
            seat=row.seat,
            payload=msgspec.json.encode(row.step),
            lines=msgspec.json.encode(entry.lines),
            at=_time(row.at, started),
        )
        for version, (row, entry) in enumerate(zip(record.rows, driver.log, strict=True), 1)
    ]
    Move.objects.bulk_create([opening, *steps])
    Snapshot.objects.create(table=table, version=0, state=msgspec.json.encode(record.start))
    if driver.version and driver.floor == driver.version:
        Snapshot.objects.create(table=table, version=driver.version, state=driver.dump())


def _time(text: str | None, otherwise: datetime) -> datetime:
    try:
        moment: Any = datetime.fromisoformat(text) if text else otherwise
    except ValueError:
        raise BadRecord(f"The file is malformed: {text!r} is no time.") from None
    return moment if moment.tzinfo else timezone.make_aware(moment)
