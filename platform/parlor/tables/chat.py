"""The chat beside a table: whoever may watch a table and is signed in may speak; nothing is ever rendered as markup."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from parlor.accounts.models import User
from parlor.tables.events import TableEvent, tell
from parlor.tables.models import ChatLine, Seat
from parlor.tables.service import TableError

MAX_TEXT = 500
HISTORY = 100
BURST = 8
BURST_TIME = timedelta(seconds=10)


class TooFast(TableError):
    """The person says too much at once."""


def say(table_id: str, user: User, text: str) -> ChatLine:
    """Stores the line and tells everybody. Raises TableError for an empty or long text, TooFast for a flood."""
    text = " ".join(text.replace("\0", "").split())
    if not text:
        raise TableError(_("Say something."))
    if len(text) > MAX_TEXT:
        raise TableError(_("At most {n} characters at a time.").format(n=MAX_TEXT))
    recent = ChatLine.objects.filter(table_id=table_id, user=user, at__gte=timezone.now() - BURST_TIME).count()
    if recent >= BURST:
        raise TooFast(_("That was a lot at once. Wait a moment."))
    seat = Seat.objects.filter(table_id=table_id, user=user, left=False).values_list("number", flat=True).first()
    with transaction.atomic():
        line = ChatLine.objects.create(table_id=table_id, user=user, seat=seat, name=user.username[:40], text=text)
    tell(TableEvent("chat", table_id, line.pk))
    return line


def history(table_id: str) -> list[ChatLine]:
    """The latest lines, oldest first."""
    return list(ChatLine.objects.filter(table_id=table_id).order_by("-id")[:HISTORY])[::-1]


def lines_after(table_id: str, n: int) -> list[ChatLine]:
    """The lines said after the one with number `n`, oldest first."""
    return list(ChatLine.objects.filter(table_id=table_id, pk__gt=n).order_by("id")[:HISTORY])
