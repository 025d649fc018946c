"""All that is kept of a person, as one file; and a person's end here, after which none of it names them.

The file follows every relation of the account, so that what other apps keep is in it too. Left out is what would tell
about others (who blocks or mutes the person, who has reported them), and secrets (passwords, keys, seeds).
"""

from __future__ import annotations

import json
import secrets
from datetime import UTC, datetime
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction
from django.db.models.fields.reverse_related import ForeignObjectRel
from django.utils.translation import gettext as _

from parlor.accounts import standing
from parlor.accounts.models import User
from parlor.moderation.errors import ModerationError
from parlor.tables import play, service
from parlor.tables.events import TableEvent, tell
from parlor.tables.live import tables
from parlor.tables.models import ChatLine, Move, Seat, Status, Table

FORMER = "Former player"
PATIENCE = 30.0
OTHERS = {("block", "whom"), ("mute", "whom"), ("report", "about"), ("auditentry", "by"), ("logentry", "user")}
"""Relations that tell about others rather than about the person: model and field."""
SECRETS = ("password", "key", "secret", "token", "auth", "p256dh", "seed", "session")


def relations_of_people() -> list[tuple[type[models.Model], Any]]:
    """Every model and field that points to a person, those that no page follows included."""
    return [
        (found.related_model, found.field)
        for found in User._meta.get_fields(include_hidden=True)
        if isinstance(found, ForeignObjectRel) and not found.many_to_many
    ]


def personal_file(person: User) -> bytes:
    """The file, as JSON that people can read too."""
    told: dict[str, Any] = {
        "made": datetime.now(UTC).isoformat(),
        "account": _row(person, own=person),
    }
    for model, field in relations_of_people():
        if (model._meta.model_name, field.name) in OTHERS:
            continue
        rows = model._default_manager.filter(**{field.name: person})
        found = [_row(row, own=person) for row in rows]
        if found:
            told[f"{model._meta.label_lower} ({field.name})"] = found
    return json.dumps(told, indent=1, ensure_ascii=False, default=str).encode()


def _row(row: models.Model, own: User) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for field in row._meta.concrete_fields:
        if any(word in field.name.lower() for word in SECRETS):
            continue
        value = getattr(row, field.name if field.related_model is User else field.attname)
        if isinstance(field, models.BinaryField):
            if not (isinstance(row, Move) and field.name == "payload"):
                continue
            value = json.loads(bytes(value))
        told[field.name] = value.username if isinstance(value, User) else value
    return told


def forget(person: User) -> None:
    """Deletes the account and all that names the person.

    Running games are conceded, finished ones stay with the name "Former player" in the person's seat. What the person
    said in chats is deleted. The audit log keeps what admins did to the account, under its name of that time.
    """
    if person.is_staff:
        raise ModerationError(
            _("{name} looks after this site. Take that from them first.").format(name=person.username)
        )
    _leave_tables(person)
    seats = Seat.objects.filter(user=person)
    at = set(seats.values_list("table", flat=True)) | set(
        Table.objects.filter(host=person).values_list("pk", flat=True)
    )
    with transaction.atomic():
        seats.filter(table__status=Status.RUNNING, bot="").update(left=True)
        seats.update(name=FORMER)
        ChatLine.objects.filter(user=person).delete()
        kind = ContentType.objects.get_for_model(User)
        LogEntry.objects.filter(content_type=kind, object_id=str(person.pk)).update(object_repr=FORMER)
        gone = person.pk
        person.delete()
        standing.tell_banned(gone)
    for table in at:
        tables.forget(table)
        tell(TableEvent("seats", table))


def _leave_tables(person: User) -> None:
    """Frees the person's seats where they wait, and gives up where a game runs."""
    sits = Table.objects.filter(seats__user=person, seats__left=False).distinct()
    for table in sits.filter(status=Status.WAITING):
        service.leave(table.pk, person)
    for table in sits.filter(status=Status.RUNNING, frozen=""):
        answer = play.concede(table.pk, person.pk, secrets.token_hex(8), table.version).result(PATIENCE)
        if isinstance(answer, play.Denied) and answer.reason not in ("closed", "stranger", "turn"):
            raise ModerationError(
                _("The game at table {table} cannot be left: {why}").format(table=table.pk, why=_(answer.detail))
            )
