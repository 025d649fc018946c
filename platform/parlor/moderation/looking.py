"""What an admin may look at on a table: from where, and that it is written down when hidden things are seen.

Who plays at a running table sees of it what any player in that seat sees, whatever role they have. Others who may look
at hidden things are written down once an hour for each table.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from parlor.accounts.models import User
from parlor.moderation.audit import AuditEntry, write_down
from parlor.play.replay import Eyes, all_eyes
from parlor.play.resting import seat_among
from parlor.tables.models import Seat, Status, Table

RIGHT = "moderation.look_hidden"
LOOKED = "look"


def plays_here(user: User, table: Table) -> bool:
    """Whether this person has, or had, a seat at the table while it runs."""
    return table.status != Status.FINISHED and Seat.objects.filter(table=table, user=user).exists()


def eyes_of_admin(user: User, table: Table, seats: Sequence[Seat]) -> list[Eyes]:
    """From where this admin may look at the table now; the first is what is shown unasked."""
    if plays_here(user, table) or table.status == Status.FINISHED:
        return all_eyes(table, len(seats), seat_among(list(seats), user.pk))
    if not user.has_perm(RIGHT):
        return [Eyes(None)]
    return [Eyes(None), *(Eyes(number) for number in range(len(seats)))]


def note_look(user: User, table: Table, eyes: Eyes) -> None:
    """Writes down that the admin looked from somebody's seat at a running table."""
    if eyes.seat is None or table.status == Status.FINISHED or plays_here(user, table):
        return
    since = timezone.now() - timedelta(hours=1)
    if not AuditEntry.objects.filter(by=user, act=LOOKED, subject=table.pk, at__gte=since).exists():
        write_down(user, LOOKED, table, seat=eyes.seat)
