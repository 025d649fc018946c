"""What people do with a table before it runs: open, join, leave, add bots, start. Raises TableError, a sentence."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from parlor.accounts.limits import TooOften
from parlor.accounts.models import User
from parlor.catalog.installed_sets import hold
from parlor.catalog.maintenance import why_closed
from parlor.catalog.registry import UnknownGame, data_digests, get_game, keeps
from parlor.catalog.settings_of_games import setting_of, why_no_table, with_defaults
from parlor.engine import Chance, Refused, Unfit
from parlor.tables import faults
from parlor.tables.access import why_no_seat
from parlor.tables.beginning import begin, set_up
from parlor.tables.events import TableEvent, Written, tell, wrote
from parlor.tables.gathering import accept_invitation, add_seats, lock, lock_to_sit, seats_of, tables_waiting, take_seat
from parlor.tables.live import tables
from parlor.tables.models import (
    Absence,
    Begins,
    Pace,
    Reason,
    Seat,
    Seating,
    Status,
    Table,
    Visibility,
    new_seed,
)
from parlor.tables.pace import TEMPI
from parlor.tables.seating import close_ranks, draw, fewest, settle_some, unready
from parlor.tables.watch import TooSlow

logger = logging.getLogger(__name__)

OPEN_TABLES_EACH = 20
BOT_NAMES = ("Ada", "Basil", "Clio", "Dora", "Egon", "Fern", "Gus", "Hera")


class TableError(Exception):
    """What was asked for cannot be; the text is a sentence. `field` names the part of the form that is meant."""

    def __init__(self, text: str, *, field: str | None = None, forbidden: bool = False) -> None:
        super().__init__(text)
        self.field = field
        self.forbidden = forbidden


class TooManyAsked(TableError, TooOften):
    """It was asked for too often."""

    def __init__(self, text: str, wait: int) -> None:
        super().__init__(text)
        self.wait = wait


class Stumbled(TableError):
    """The rules failed when the game was set up."""

    def __init__(self, table: Table, error: BaseException) -> None:
        super().__init__(_("The game stumbled when it was set up. The admin has been told."))
        self.table = table
        self.error = error


def create(
    host: User,
    *,
    game: str,
    seats: int,
    options: Mapping[str, object] | None = None,
    pace: str = Pace.NONE,
    absence: str = Absence.BOT,
    visibility: str = Visibility.PRIVATE,
    begins: str = Begins.HAND,
    seating: str = Seating.SEATED,
    training: bool = False,
    seats_from: int | None = None,
    ready_check: bool = False,
) -> Table:
    """A new table that waits for players, its host in the first seat. What could never start is refused here.

    With `seats_from`, its host may begin as soon as so many of the seats are taken.
    """
    try:
        rules = get_game(game)
    except UnknownGame:
        raise TableError(_("There is no game {game} on this site.").format(game=game[:60]), field="game") from None
    setting = setting_of(rules.slug)
    why = why_closed() or why_no_table(setting, host, rules.name)
    if why:
        raise TableError(why)
    low, high = rules.seats
    if type(seats) is not int or not low <= seats <= high:
        raise TableError(
            _("{game} is for {low} to {high} players.").format(game=rules.name, low=low, high=high), field="seats"
        )
    if seats_from is not None and (type(seats_from) is not int or not low <= seats_from <= seats):
        raise TableError(
            _("The game can begin with {low} to {high} players at this table.").format(low=low, high=seats),
            field="seats_from",
        )
    for field, value, known in (
        ("pace", pace, setting.paces or Pace.values),
        ("absence", absence, Absence.values),
        ("visibility", visibility, Visibility.values),
        ("begins", begins, Begins.values),
        ("seating", seating, Seating.values),
    ):
        if value not in known:
            raise TableError(_("{field} can be {values}.").format(field=field, values=", ".join(known)), field=field)
    try:
        settled = settle_some(rules, with_defaults(setting, rules, options or {}), seats_from or seats, seats)
        data = dict(data_digests(rules, settled))
    except Refused as refused:
        raise TableError(_(str(refused)), field="options") from None
    with transaction.atomic():
        if tables_waiting(host.pk) >= OPEN_TABLES_EACH:
            raise TableError(_("You have {n} tables waiting already. Close one first.").format(n=OPEN_TABLES_EACH))
        try:
            hold(rules.slug, data)
        except Unfit as gone:
            raise TableError(str(gone), field="options") from None
        table = Table.objects.create(
            game=rules.slug,
            rules=rules.rules,
            options=dict(settled),
            data=data,
            host=host,
            pace=pace,
            absence=absence,
            visibility=visibility,
            begins=begins,
            seating=seating,
            training=training,
            seats_from=seats_from if seats_from != seats else None,
            ready_check=ready_check,
            due_at=timezone.now() + waits(pace),
        )
        add_seats(table.pk, seats, host.pk, host.username)
    return table


def waits(pace: str) -> timedelta:
    """How long a table waits for players before it closes by itself."""
    return timedelta(days=7) if pace in TEMPI and TEMPI[pace].by_turns else timedelta(hours=24)


def expire(now: datetime) -> int:
    """Closes the tables that nobody filled in time. Returns how many."""
    due = list(Table.objects.filter(status=Status.WAITING, due_at__lte=now).values_list("pk", flat=True)[:100])
    closed = [table for table in due if _close(table, now)]
    for table in closed:
        tell(TableEvent("seats", table))
    return len(closed)


def _close(table_id: str, now: datetime) -> bool:
    with transaction.atomic():
        waiting = Table.objects.filter(pk=table_id, status=Status.WAITING, due_at__lte=now)
        closed = waiting.update(status=Status.FINISHED, reason=Reason.CLOSED, due_at=None, changed_at=now)
        if closed:
            wrote(Written(table_id))
    return bool(closed)


def find(table_id: str) -> Table:
    """The table. Raises Table.DoesNotExist."""
    return Table.objects.select_related("host").get(pk=table_id)


def join(table_id: str, user: User) -> int:
    """Seats the person at the first free seat and returns its number; who sits there already keeps the seat."""
    with _waiting(table_id, lock_to_sit) as table:
        seats = seats_of(table_id)
        own = next((seat for seat in seats if seat.user_id == user.pk and not seat.shared), None)
        if own is not None:
            return own.number
        why = why_no_seat(table, user, seats)
        if why:
            raise TableError(why, forbidden=True)
        number = next((seat.number for seat in seats if seat.free), None)
        if number is None:
            raise TableError(_("All seats are taken."))
        _sit(table, number, user)
        accept_invitation(table_id, user.pk)
    tell(TableEvent("seats", table_id))
    _start_if_full(table)
    return number


def leave(table_id: str, user: User) -> None:
    """Frees the person's seats. The host's leaving hands the table on; the last person's closes it."""
    with _waiting(table_id) as table:
        own = table.seats.filter(user=user)
        if not own:
            raise TableError(_("You do not sit at this table."), forbidden=True)
        own.update(user=None, name="", ready=False, shared=False)
        if table.host_id == user.pk:
            other = table.seats.exclude(user=None).exclude(user=user).first()
            if other is None:
                table.status, table.reason = Status.FINISHED, Reason.CLOSED
            else:
                table.host_id = other.user_id
            table.save()
    tell(TableEvent("seats", table_id))


def add_bot(table_id: str, by: User, bot: str | None = None) -> int:
    """Puts a bot on the first free seat; only people who sit there may. `bot` is one of the game's, else its first."""
    with _waiting(table_id) as table:
        _must_sit(table, by)
        game = get_game(table.game)
        chosen = bot or next(iter(game.bots))
        if chosen not in game.bots:
            raise TableError(
                _("Bots for {game} are {bots}.").format(game=game.name, bots=", ".join(game.bots)), field="bot"
            )
        seats = seats_of(table_id)
        free = next((seat for seat in seats if seat.free), None)
        if free is None:
            raise TableError(_("All seats are taken."))
        taken = {seat.name for seat in seats}
        name = next(name for name in BOT_NAMES if name not in taken)
        Seat.objects.filter(pk=free.pk).update(bot=chosen, name=name)
        number = free.number
    tell(TableEvent("seats", table_id))
    _start_if_full(table)
    return number


def remove_bot(table_id: str, by: User, number: int | None = None) -> None:
    """Takes a bot away again: the one in this seat, else the last one."""
    with _waiting(table_id) as table:
        _must_sit(table, by)
        bots = [seat for seat in table.seats.all() if seat.bot and (number is None or seat.number == number)]
        if not bots:
            raise TableError(_("No bot sits there."))
        Seat.objects.filter(pk=bots[-1].pk).update(bot="", name="")
    tell(TableEvent("seats", table_id))


def set_ready(table_id: str, user: User, *, ready: bool) -> None:
    """The person is ready for the game, or not any more. Where it begins by itself, the last who is ready begins it."""
    with _waiting(table_id) as table:
        _must_sit(table, user)
        if not table.ready_check:
            raise TableError(_("At this table nobody has to say that they are ready."))
        table.seats.filter(user=user).update(ready=ready)
    tell(TableEvent("seats", table_id))
    _start_if_full(table)


def start(table_id: str, by: User, *, chance: Chance | None = None) -> Table:
    """Sets the game up and starts it; only the host may, when every seat is taken, or as many as the table asks for.

    Seats that are still free are taken away. `chance` injects a deal.
    """
    with _waiting(table_id) as table:
        if table.host_id != by.pk:
            raise TableError(_("Only the host starts the game."), forbidden=True)
        closed = why_closed()
        if closed:
            raise TableError(closed)
        if table.frozen:
            raise TableError(_(table.frozen))
        seats = seats_of(table_id)
        free = sum(seat.free for seat in seats)
        needed = fewest(table, seats)
        if free and len(seats) - free < needed:
            if table.seats_from:
                raise TableError(_("The game needs {n} players. Wait, or add bots.").format(n=needed))
            raise TableError(_("{n} seats are still free. Wait, or add bots.").format(n=free))
        waited = unready(table, seats)
        if waited:
            raise TableError(_("Not all are ready yet: {names}.").format(names=", ".join(waited)))
        if free:
            close_ranks(table)
        table.seats_from = None
        if table.seating == Seating.RANDOM:
            draw(table)
        if free or table.seating == Seating.RANDOM:
            seats = seats_of(table_id)
        game = get_game(table.game)
        table.rules = game.rules
        table.data = dict(keeps(game, table.data))
        try:
            driver = set_up(table, game, len(seats), chance)
        except Refused as refused:
            raise TableError(_(str(refused))) from None
        except (Exception, TooSlow) as error:
            logger.exception("Set-up failed: game %s rules %s table %s", game.slug, game.rules, table_id)
            raise Stumbled(table, error) from None
        begin(table, driver, {seat.number for seat in seats if seat.bot})
    tables.forget(table_id)
    tell(TableEvent("seats", table_id))
    tell(TableEvent("moved", table_id, 0, people_only=not any(seat.bot for seat in seats)))
    return table


def _start_if_full(table: Table) -> None:
    """Begins a game that was to begin by itself; where that cannot be, the table waits for its host."""
    if table.begins != Begins.FULL:  # as was said when it was opened
        return
    table = find(table.pk)
    seats = list(table.seats.all())
    full = not any(seat.free for seat in seats) and not unready(table, seats)
    if full and table.status == Status.WAITING and table.host is not None:
        try:
            start(table.pk, table.host)
        except TableError as error:  # told in the waiting room when the host tries
            logger.warning("Table %s did not begin by itself: %s", table.pk, error)


def _sit(table: Table, number: int, user: User, shared: str = "") -> None:
    """Seats the person, or whoever of the name `shared` plays at the person's device."""
    if not take_seat(table.pk, number, user.pk, shared or user.username, shared=bool(shared)):
        raise TableError(_("All seats are taken."))


def _must_sit(table: Table, user: User) -> None:
    if not table.seats.filter(user=user).exists():
        raise TableError(_("You do not sit at this table."), forbidden=True)


class _waiting:  # noqa: N801 - reads as a word in `with`
    """The table, locked, while it waits for players. Raises TableError otherwise, Table.DoesNotExist for no table."""

    def __init__(self, table_id: str, lock: Callable[[str], Table] = lock) -> None:
        self.table_id = table_id
        self.lock = lock
        self.atomic = transaction.atomic()

    def __enter__(self) -> Table:
        self.atomic.__enter__()
        try:
            table = self.lock(self.table_id)
            if table.status != Status.WAITING:
                raise TableError(
                    _("The game has begun already.") if table.status == Status.RUNNING else _("This table is over.")
                )
        except BaseException as error:
            self.atomic.__exit__(type(error), error, error.__traceback__)
            raise
        return table

    def __exit__(self, *error: Any) -> None:
        self.atomic.__exit__(*error)
        if isinstance(error[1], Stumbled):  # only now, as what is written inside is taken back
            _deal_anew(error[1].table)
            faults.report_setup(error[1].table, error[1].error)


def _deal_anew(table: Table) -> None:
    """The table gets another seed before its old one is stored with the fault, where admins and authors read it."""
    Table.objects.filter(pk=table.pk, status=Status.WAITING).update(seed=new_seed())
