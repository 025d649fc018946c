"""What moderators tell one person: shown on every page until the person has read it.

Whoever wants to tell it elsewhere too (by mail, say) registers with `on_notice` and hears of each after its commit, and
with `on_read` of what has been read.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import ClassVar

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from parlor.accounts.models import User

logger = logging.getLogger(__name__)

TEXT_MAX = 1000


class Kind(models.TextChoices):
    """What a notice is about."""

    WARNING = "warning", _("a warning")
    MUTED = "muted", _("muted")
    BANNED = "banned", _("banned")
    LIFTED = "lifted", _("lifted again")
    DECIDED = "decided", _("your report")
    REPORTED = "reported", _("a report about you")


class Notice(models.Model):
    """A sentence or two for one person."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    text = models.TextField(_("text"), max_length=TEXT_MAX)
    at = models.DateTimeField(_("when"), auto_now_add=True)
    read_at = models.DateTimeField(_("read"), null=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        default_permissions = ()
        indexes: ClassVar = [models.Index(fields=["person", "read_at"])]

    def __str__(self) -> str:
        return self.text


Listener = Callable[[Notice], object]
_listeners: list[Listener] = []
_of_reading: list[Listener] = []


def on_notice(listener: Listener) -> None:
    """Calls `listener(notice)` after the commit of each; what it raises is logged, and the others hear."""
    if listener not in _listeners:
        _listeners.append(listener)


def on_read(listener: Listener) -> None:
    """Calls `listener(notice)` when its person has read it, as `on_notice`."""
    if listener not in _of_reading:
        _of_reading.append(listener)


def give_notice(person: User, kind: Kind, text: str) -> Notice:
    """Tells the person."""
    notice = Notice.objects.create(person=person, kind=kind, text=text.strip()[:TEXT_MAX])
    transaction.on_commit(lambda: _tell(notice, _listeners), robust=True)
    return notice


def _tell(notice: Notice, listeners: list[Listener]) -> None:
    for listener in listeners:
        try:
            listener(notice)
        except Exception:
            logger.exception("%s failed on notice %s", listener, notice.pk)


def unread(person: User) -> list[Notice]:
    """What the person has not said to have read, the oldest first."""
    return list(Notice.objects.filter(person=person, read_at=None).order_by("id"))


def read(person: User, notice: int) -> None:
    """The person has read it."""
    found = Notice.objects.filter(pk=notice, person=person, read_at=None).first()
    if found is not None:
        found.read_at = timezone.now()
        found.save(update_fields=["read_at"])
        transaction.on_commit(lambda: _tell(found, _of_reading), robust=True)
