"""Merges a guest into an account: seats, moves, chat and all else of the guest become the account's."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from parlor.accounts import standing
from parlor.accounts.models import User
from parlor.moderation.audit import AuditEntry
from parlor.moderation.errors import ModerationError
from parlor.moderation.personal_data import relations_of_people
from parlor.tables.events import TableEvent, tell
from parlor.tables.live import tables
from parlor.tables.models import Seat, Table


def merge(*, guest: User, into: User) -> None:
    """The guest is no more; what was theirs is the account's. What the account has already of its own stays so.

    Refused where both sit at one table: nobody plays two hands.
    """
    if not guest.is_guest or into.is_guest or guest.pk == into.pk:
        raise ModerationError(_("A guest can be merged into an account, and nothing else."))
    shared = set(Seat.objects.filter(user=guest).values_list("table", flat=True)) & set(
        Seat.objects.filter(user=into).values_list("table", flat=True)
    )
    if shared:
        raise ModerationError(_("Both sit at table {table}.").format(table=min(shared)))
    seats = list(Seat.objects.filter(user=guest))
    at = {seat.table_id for seat in seats} | set(Table.objects.filter(host=guest).values_list("pk", flat=True))
    with transaction.atomic():
        for seat in seats:
            if not getattr(seat, "shared", False):
                Seat.objects.filter(pk=seat.pk).update(name=into.username)
        for model, field in relations_of_people():
            if model is not AuditEntry:
                _hand_over(model, field.name, guest, into)
        gone = guest.pk
        guest.delete()
        standing.tell_banned(gone)
        transaction.on_commit(lambda: _tell(at))


def _hand_over(model: type[Model], field: str, guest: User, into: User) -> None:
    """Gives the account the rows of one relation; where it has the like, the guest's go with the guest."""
    for row in model._default_manager.filter(**{field: guest}):
        try:
            with transaction.atomic():
                model._default_manager.filter(pk=row.pk).update(**{field: into})
        except IntegrityError:  # what the account has already of its own; the guest's goes with the guest
            continue


def _tell(at: set[str]) -> None:
    for table in at:
        tables.forget(table)
        tell(TableEvent("seats", table))
