"""Inviting people by name to a table that waits for players. Raises TableError, a sentence."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from parlor.accounts.limits import sentence, wait_for
from parlor.accounts.models import User
from parlor.accounts.selectors import apart_ids, friends, person_called
from parlor.tables import service
from parlor.tables.events import TableEvent, Written, tell, wrote
from parlor.tables.models import Invitation, Status, Table
from parlor.tables.selectors import game_name
from parlor.tables.service import TableError, TooManyAsked, _must_sit, _waiting

INVITATIONS_A_TABLE = 20
SUGGESTED = 8

State = Invitation.State


def invite(*, table_id: str, by: User, username: str) -> Invitation:
    """Invites the person of this name; done again, it changes nothing. Only people who sit there may.

    Who has blocked the inviter, or is blocked, is refused in the same words as a name that nobody has.
    """
    with _waiting(table_id) as table:
        _must_sit(table, by)
        to = person_called(username.strip())
        if to is None or to.pk in apart_ids(by):
            raise TableError(
                _("There is nobody called {name} to invite.").format(name=username.strip()[:40]), field="username"
            )
        seats = list(table.seats.all())
        if any(seat.user_id == to.pk for seat in seats):
            raise TableError(_("{name} sits here already.").format(name=to.username), field="username")
        if not any(seat.free for seat in seats):
            raise TableError(_("All seats are taken."))
        known = Invitation.objects.filter(table=table, to=to).first()
        if known is not None and known.state == State.ASKED:
            return known
        if known is not None and known.state == State.DECLINED:
            raise TableError(_("{name} has declined.").format(name=to.username), field="username")
        if known is None and table.invitations.count() >= INVITATIONS_A_TABLE:
            raise TableError(_("No more than {n} people can be invited to a table.").format(n=INVITATIONS_A_TABLE))
        if wait := wait_for("invitations", user=by.pk):
            raise TooManyAsked(sentence(wait), wait)
        made, _new = Invitation.objects.update_or_create(table=table, to=to, defaults={"by": by, "state": State.ASKED})
        wrote(Written(table_id))
    tell(TableEvent("seats", table_id))
    return made


def accept(*, invitation_id: int, user: User) -> Table:
    """Takes a seat where the person is invited, and returns the table."""
    invitation = _open(invitation_id, to=user)
    service.join(invitation.table_id, user)
    return service.find(invitation.table_id)


def decline(*, invitation_id: int, user: User) -> Invitation:
    """Says no; the inviter sees it."""
    return _settle(_open(invitation_id, to=user), State.DECLINED)


def withdraw(*, invitation_id: int, user: User) -> Invitation:
    """Takes back what the person has asked; a host may take back anybody's."""
    invitation = Invitation.objects.select_related("table").filter(pk=invitation_id, state=State.ASKED).first()
    if invitation is None or user.pk not in (invitation.by_id, invitation.table.host_id):
        raise TableError(_("That invitation is settled already."))
    return _settle(invitation, State.WITHDRAWN)


def my_invitations(user: User) -> list[Invitation]:
    """What the person is invited to and has not answered, the latest first; nothing from people kept apart."""
    asked = Invitation.objects.filter(to=user, state=State.ASKED, table__status=Status.WAITING)
    rows = asked.exclude(by__in=apart_ids(user)).select_related("by", "table__host").prefetch_related("table__seats")
    return list(rows.order_by("-at"))


def invitation_line(row: Invitation) -> dict[str, Any]:
    """An invitation as lists show it."""
    return {
        "id": row.pk,
        "by": row.by.username,
        "table": row.table_id,
        "url": row.table.get_absolute_url(),
        "game": row.table.game,
        "game_name": game_name(row.table.game),
        "taken": [seat.name for seat in row.table.seats.all() if not seat.free],
        "others": [seat.name for seat in row.table.seats.all() if not seat.free and seat.user_id != row.by_id],
        "free": sum(seat.free for seat in row.table.seats.all()),
    }


def invitations_of(table: Table) -> list[Invitation]:
    """Whom people at the table have invited, and what came of it."""
    rows = table.invitations.exclude(state=State.WITHDRAWN).select_related("to", "by")
    return list(rows.order_by("at"))


def suggestions(table: Table, user: User) -> list[str]:
    """Names of friends who could be invited."""
    taken = set(table.seats.values_list("user_id", flat=True))
    taken |= set(table.invitations.exclude(state=State.WITHDRAWN).values_list("to_id", flat=True))
    return [friend.username for friend in friends(user) if friend.pk not in taken][:SUGGESTED]


def _open(invitation_id: int, *, to: User) -> Invitation:
    found = Invitation.objects.filter(pk=invitation_id, to=to, state=State.ASKED).first()
    if found is None or found.by_id in apart_ids(to):
        raise TableError(_("That invitation is settled already."))
    return found


def _settle(invitation: Invitation, state: Invitation.State) -> Invitation:
    with transaction.atomic():
        Invitation.objects.filter(pk=invitation.pk, state=State.ASKED).update(state=state)
        wrote(Written(invitation.table_id))
    invitation.refresh_from_db()
    tell(TableEvent("seats", invitation.table_id))
    return invitation
