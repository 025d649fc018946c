"""Who may see a table, and who may sit down at it.

A table open to everybody may be watched by everybody, signed in or not. A private one is for people who have its link:
whoever is signed in (guests too) and knows its address may watch it, as its id cannot be guessed; somebody who is not
signed in may not, so that every watcher has a name. A table for friends is for the host's friends, for those who are
invited, and for those who sit there. Two people of whom one has blocked the other do not sit down at one table.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from parlor.accounts.models import User
from parlor.accounts.selectors import apart_ids, are_friends
from parlor.tables.models import Invitation, Seat, Table, Visibility
from parlor.tables.selectors import Visitor, person


def may_watch(table: Table, visitor: Visitor) -> bool:
    """Whether this visitor may see the table."""
    if table.visibility == Visibility.OPEN:
        return True
    user = person(visitor)
    return user is not None and (table.visibility != Visibility.FRIENDS or belongs(table, user))


def belongs(table: Table, user: User) -> bool:
    """Whether a table for friends is for this person."""
    if table.host_id == user.pk or Seat.objects.filter(table=table, user=user).exists():
        return True
    welcome = Invitation.objects.filter(table=table, to=user).exclude(state=Invitation.State.WITHDRAWN).exists()
    return welcome or are_friends(user, table.host)


def why_no_seat(table: Table, user: User, seats: Iterable[Seat]) -> str:
    """Why the person may not sit down at the table with these seats; empty when they may.

    A sentence that tells nothing about others.
    """
    if table.visibility == Visibility.FRIENDS and not belongs(table, user):
        return _("This table is for friends of the host.")
    people = {seat.user_id for seat in seats}
    return _("There is no seat for you at this table.") if people & apart_ids(user) else ""
