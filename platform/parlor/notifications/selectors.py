"""What pages, sockets and the API read about somebody's notices, and what they mark as read."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from parlor.accounts.models import User
from parlor.notifications import telling
from parlor.notifications.models import Delivery, Notice
from parlor.notifications.wording import line_of, title_of
from parlor.tables.selectors import turns

SHOWN = 60


def unread(user: int) -> QuerySet[Notice]:
    """What the bell counts."""
    return Notice.objects.filter(user=user, on_page=True, read_at=None, over_at=None)


def shown(user: User) -> list[Notice]:
    """The latest notices that are to be on the page, read ones too, newest first."""
    return list(Notice.objects.filter(user=user, on_page=True).order_by("-made_at", "-pk")[:SHOWN])


def read(user: int, now: datetime, *, which: Collection[int] | None = None, table: str | None = None) -> int:
    """Marks notices as read, all or these or a table's; what of them waits to leave need not. Returns how many."""
    unread = Notice.objects.filter(user=user, read_at=None)
    unread = unread if which is None else unread.filter(pk__in=which)
    ids = list((unread if table is None else unread.filter(table=table)).values_list("pk", flat=True))
    if ids:
        Notice.objects.filter(pk__in=ids).update(read_at=now, changed_at=now)
        telling.drop(ids, now)
    return len(ids)


def failed(user: User) -> list[Delivery]:
    """What could not be delivered lately, the latest first; one row of a message that is tried again."""
    given_up = Q(state=Delivery.State.FAILED) | Q(state=Delivery.State.WAITING, tries__gt=0, due_at__isnull=False)
    rows = Delivery.objects.filter(given_up, user=user).select_related("notice", "push", "hook")
    return list(rows.order_by("-notice__made_at")[:20])


def as_line(notice: Notice) -> dict[str, Any]:
    """A notice as lists, sockets and programs get it, in the current language."""
    return {
        "id": notice.pk,
        "kind": notice.kind,
        "table": notice.table_id,
        "url": f"/tables/{notice.table_id}/" if notice.table_id else f"/notifications/#notice-{notice.pk}",
        "title": title_of(notice),
        "line": line_of(notice),
        "at": notice.made_at.isoformat(),
        "read": notice.read_at is not None,
        "over": notice.over_at is not None,
    }


def counts(user: User) -> tuple[int, int]:
    """How many notices are unread, and how many tables wait for the person."""
    return unread(user.pk).count(), turns(user)
