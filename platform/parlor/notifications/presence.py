"""Marks in the database of who has which table before their eyes, so that every process knows whom not to tell."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from parlor.notifications import telling
from parlor.notifications.models import Here, Notice

LASTS = timedelta(seconds=45)
"""A mark that its process does not renew is void after this: the process is gone, or the person is."""

Pair = tuple[int, str]


def come(process: str, pairs: Collection[Pair], now: datetime | None = None) -> set[int]:
    """These people look at these tables from now on. Returns those of them who had something to be told there."""
    until = (now or timezone.now()) + LASTS
    rows = [Here(user_id=user, table_id=table, process=process, until=until) for user, table in pairs]
    Here.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["user", "table_id", "process"], update_fields=["until"]
    )
    return seen(process, now)


def go(process: str, pairs: Collection[Pair]) -> None:
    """These people look there no more."""
    for user, table in pairs:
        Here.objects.filter(process=process, user=user, table_id=table).delete()


def renew(process: str, now: datetime | None = None) -> set[int]:
    """The marks of this process stay; void ones are deleted. Returns the people who have seen something since."""
    now = now or timezone.now()
    Here.objects.filter(process=process).update(until=now + LASTS)
    Here.objects.filter(until__lt=now).delete()
    return seen(process, now)


def seen(process: str, now: datetime | None = None) -> set[int]:
    """What is told of a table that its person has before their eyes counts as read. Returns those people."""
    now = now or timezone.now()
    mark = Here.objects.filter(process=process, user=OuterRef("user"), table_id=OuterRef("table_id"))
    found = dict(Notice.objects.filter(Exists(mark), read_at=None).values_list("pk", "user_id"))
    if found:
        Notice.objects.filter(pk__in=found).update(read_at=now, changed_at=now)
        telling.drop(list(found), now)
    return set(found.values())


def forget(process: str) -> None:
    """The process ends."""
    Here.objects.filter(process=process).delete()
