"""What happens when somebody does not answer: a reminder, then the table's policy, so that no table is ever stuck."""

from __future__ import annotations

import logging
from concurrent.futures import Future
from datetime import datetime
from functools import partial

from django.utils import timezone
from django.utils.translation import gettext as _

from parlor.accounts.hours import PersonsHours, hours_of
from parlor.accounts.models import User
from parlor.tables.events import TableEvent, tell
from parlor.tables.live import tables
from parlor.tables.loading import Frozen, Missing, Running
from parlor.tables.models import Absence, Status, Table
from parlor.tables.pace import TEMPI, Hours
from parlor.tables.service import TableError
from parlor.tables.speaking import spoken
from parlor.tables.storing import arrange

logger = logging.getLogger(__name__)


def attend(table: str) -> Future[None]:
    """Sees to the clocks of a table that is due: reminds, and does to late seats what was agreed."""

    def command(running: Running) -> None:
        if running.clocks is not None and not running.over and not running.driver.finished:
            see_to(running, timezone.now())

    future = tables.ask(table, command)
    future.add_done_callback(partial(_report, table))
    return future


def _report(table: str, done: Future[None]) -> None:
    error = done.exception()
    if error is not None and not isinstance(error, Missing | Frozen):
        logger.error("The clocks of table %s cannot be seen to", table, exc_info=error)


def see_to(running: Running, now: datetime) -> None:
    """One look at the clocks, in the table's actor; the next one is stored with it."""
    clocks = running.clocks
    assert clocks is not None
    running.dirty = True
    reminded = []
    for seat, hand in clocks.hands.items():
        if hand.remind is not None and hand.remind <= now:
            hand.remind = None
            if clocks.stage(seat, now) == "running":
                reminded.append(seat)
    late = clocks.late(now)
    if late and all(clocks.stage(seat, now) == "out" for seat in late):
        running.votes.pop("replace", None)  # what was said of an earlier absence
    replaced = []
    for seat in late:
        if running.absence == Absence.BOT or clocks.stage(seat, now) == "over":
            replaced.append(seat)
        elif running.absence == Absence.SKIP:
            running.stand_ins.add(seat)
    replace(running, replaced, now)
    for seat in reminded:
        tell(TableEvent("remind", running.table, seat))
    if late:
        tell(TableEvent("clock", running.table))


def replace(running: Running, seats: list[int], now: datetime) -> None:
    """Lets a bot play for these seats until their people are back. In the table's actor."""
    running.dirty = True
    for seat in seats:
        running.bots[seat] = running.first_bot
        running.away.add(seat)
        running.stand_ins.discard(seat)
    arrange(running, now, bots=dict.fromkeys(seats, running.first_bot))


def follow_hours(user: int, before: PersonsHours) -> None:
    """The person's hours have changed: where their time runs turn by turn, what is left runs in the new ones."""

    def command(running: Running) -> None:
        seat = running.seat_of(user)
        if running.clocks is None or running.over or seat is None:
            return
        running.dirty = True
        now = timezone.now()
        running.clocks.hands[seat].hours = Hours(*before)  # memory may know the new ones already
        running.clocks.change_hours(seat, Hours(*hours_of([user])[user]), now)
        arrange(running, now)
        tell(TableEvent("clock", running.table))

    by_turns = [pace for pace, tempo in TEMPI.items() if tempo.by_turns]
    for table in Table.objects.filter(status=Status.RUNNING, pace__in=by_turns, seats__user=user).values_list(
        "pk", flat=True
    ):
        tables.ask(table, command).add_done_callback(partial(_report, table))


def back(table: str, user: User) -> Future[None]:
    """The person plays again. The future raises TableError where no bot plays for them, Missing for no game."""

    def command(running: Running) -> None:
        seat = running.seat_of(user.pk)
        if seat is None:
            raise TableError(_("You do not play at this table."), forbidden=True)
        if running.over or running.driver.finished:
            raise TableError(_("The game is over."))
        away = [seat for seat in running.seats_of(user.pk) if seat in running.away]
        if not away:
            return
        running.dirty = True
        for seat in away:
            running.away.discard(seat)
            del running.bots[seat]
            if running.clocks is not None:
                running.clocks.welcome(seat)
        if running.clocks is None:
            running.votes.pop("replace", None)  # what was said of the absence that is over
        arrange(running, timezone.now(), bots=dict.fromkeys(away, ""), returned=True)
        tell(TableEvent("clock", running.table))

    return tables.ask(table, spoken(command))
