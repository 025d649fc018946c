"""Playing again: the same game, options and people at a new table, everybody one seat on."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.utils.translation import gettext as _

from parlor.accounts.models import User
from parlor.catalog.registry import get_game
from parlor.tables import invitations
from parlor.tables.access import why_no_seat
from parlor.tables.events import TableEvent, tell
from parlor.tables.gathering import seats_of
from parlor.tables.live import tables
from parlor.tables.models import Reason, Seat, Status, Table
from parlor.tables.service import TableError, _sit, create, start


def play_again(table_id: str, user: User) -> Table:
    """The table at which the people of this finished one play again, where the person is seated if there is a seat.

    The first who asks opens it, private whatever the old one was, and the others are invited; whoever asks later, or
    twice, is led to the same one. Bots sit down again. Seats rotate: who was second begins. Where only bots are
    waited for, the game begins at once. Raises TableError, and Table.DoesNotExist for no table.
    """
    with transaction.atomic():
        old = Table.objects.select_for_update().get(pk=table_id)
        if old.status != Status.FINISHED or old.started_at is None:
            raise TableError(_("This game is not over yet."))
        seats = list(old.seats.all())
        own = [seat for seat in seats if seat.user_id == user.pk]
        if not own:
            raise TableError(_("You have not played at this table."), forbidden=True)
        again = old.again
        opened = again is None or (again.status == Status.FINISHED and again.reason == Reason.CLOSED)
        if again is None or opened:
            again = _open(old, seats, user)
            Table.objects.filter(pk=old.pk).update(again=again)
        if again.status == Status.WAITING:
            _take_place(again, own, len(seats), user)
    tables.forget(old.pk)
    tell(TableEvent("seats", old.pk))
    tell(TableEvent("seats", again.pk))
    if opened:
        for seat in seats:
            if seat.user is not None and seat.user_id != user.pk and not seat.shared:
                with suppress(TableError):  # blocked, or asked too often: they can still come by the old table's page
                    invitations.invite(table_id=again.pk, by=user, username=seat.user.username)
        if not any(seat.free for seat in again.seats.all()):
            again.seats.filter(user=user).update(ready=True)
            return start(again.pk, user)
    return again


def _open(old: Table, seats: list[Seat], host: User) -> Table:
    """A new table like the old one, where its bots sit already, and nobody else."""
    made = create(
        host,
        game=old.game,
        seats=len(seats),
        options=old.options,
        pace=old.pace,
        absence=old.absence,
        training=old.training,
        ready_check=old.ready_check,
    )
    made.seats.update(user=None, name="")
    known = get_game(old.game).bots
    for seat in seats:
        if seat.user_id is None:
            bot = seat.bot if seat.bot in known else next(iter(known))
            made.seats.filter(number=(seat.number - 1) % len(seats)).update(bot=bot, name=seat.name)
    return made


def _take_place(table: Table, own: list[Seat], seats: int, user: User) -> None:
    """Seats the person, and who plays at the same device, each one seat on or where there is room.

    Without any room they come to watch.
    """
    seated = seats_of(table.pk)
    free = {seat.number for seat in seated if seat.free}
    if any(seat.user_id == user.pk for seat in seated) or why_no_seat(table, user, seated):
        return
    for seat in sorted(own, key=lambda seat: seat.shared):
        if free:
            number = (seat.number - 1) % seats
            number = number if number in free else min(free)
            free.discard(number)
            _sit(table, number, user, seat.name if seat.shared else "")
    table.invitations.filter(to=user).update(state="accepted")
