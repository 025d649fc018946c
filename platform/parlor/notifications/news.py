"""What has happened at tables and has still to be seen to: written in the transaction that it is about, read here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec
from django.db import connection, transaction
from django.db.models import Q

from parlor.notifications.models import News, Told
from parlor.tables.events import Written
from parlor.tables.models import Table
from parlor.tables.statements import run

TABLES = 100
CLAIM = timedelta(seconds=30)


class Row(NamedTuple):
    """One piece of news, as `News` has it."""

    id: int
    version: int
    waiting_on: str | None


class Heard(msgspec.Struct):
    """The news of one table, oldest first, and what was told of it before. Whoever holds it has it alone."""

    told: Told
    rows: list[Row]


def write_down(several: Sequence[Written]) -> None:
    """The recorder: rows more in the transaction, where somebody else is waited for than before."""
    values: list[str | int | None] = []
    for written in several:
        seats = None if written.waiting_on is None else ",".join(map(str, written.waiting_on))
        values += [written.table, written.version, seats]
    rows = ", ".join(["(%s, %s, %s)"] * len(several))
    run(f"INSERT INTO notifications_news (table_id, version, waiting_on) VALUES {rows}", values)  # noqa: S608


def claim(now: datetime) -> list[Heard]:
    """The tables with news, which this worker alone now sees to, until it is done or CLAIM is over."""
    wanted = list(News.objects.values_list("table_id", flat=True).distinct()[:TABLES])
    if not wanted:
        return []
    known = set(Told.objects.filter(table__in=wanted).values_list("pk", flat=True))
    if len(known) < len(wanted):
        _meet(set(wanted) - known)
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    with transaction.atomic():
        skip = connection.features.has_select_for_update_skip_locked
        told = {row.pk: row for row in Told.objects.select_for_update(skip_locked=skip).filter(free, table__in=wanted)}
        Told.objects.filter(pk__in=told).update(claimed_until=now + CLAIM)
    heard = {pk: Heard(row, []) for pk, row in told.items()}
    found = News.objects.filter(table_id__in=told).order_by("id").values_list("table_id", "id", "version", "waiting_on")
    for table, number, version, waiting_on in found:
        heard[table].rows.append(Row(number, version, waiting_on))
    return list(heard.values())


def _meet(tables: set[str]) -> None:
    """Tables that were never told of get their row; what is said of tables that are gone is dropped."""
    there = set(Table.objects.filter(pk__in=tables).values_list("pk", flat=True))
    Told.objects.bulk_create([Told(table_id=table) for table in there], ignore_conflicts=True)
    News.objects.filter(table_id__in=tables - there).delete()


def settle(heard: list[Heard]) -> None:
    """Keeps what was told, and lets go of the tables and of the news that has been seen to. In a transaction."""
    with connection.cursor() as cursor:  # of many rows the ORM makes one statement that takes longest to write
        cursor.executemany(
            "UPDATE notifications_told SET waiting = %s, status = %s, asked = %s, chat = %s, claimed_until = NULL "
            "WHERE table_id = %s",
            [
                [json.dumps(told.waiting), told.status, json.dumps(told.asked), told.chat, told.pk]
                for told in (one.told for one in heard)
            ],
        )
    News.objects.filter(pk__in=[row.id for one in heard for row in one.rows]).delete()
