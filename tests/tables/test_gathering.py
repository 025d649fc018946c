"""Opening, filling and beginning a table: how many statements each takes, and that nobody gets between."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from parlor.accounts.models import User
from parlor.tables import bots, events, live, service
from parlor.tables.events import TableEvent
from parlor.tables.models import Invitation, Move, Snapshot, Table
from tests.support.live import ROOT
from tests.tables.rush import rush


@contextmanager
def statements() -> Iterator[list[str]]:
    """All that this thread's database is asked for inside, past Django's own count too."""
    connection.ensure_connection()
    asked: list[str] = []
    connection.connection.set_trace_callback(asked.append)
    try:
        yield asked
    finally:
        connection.connection.set_trace_callback(None)


def test_a_table_is_opened_filled_and_begun_with_few_statements(ann: User, bob: User, cleo: User) -> None:
    with statements() as opening:
        table = service.create(ann, game="no-thanks", seats=3, options={"rounds": 4})
    with statements() as joining:
        service.join(table.pk, bob)
    service.join(table.pk, cleo)
    with statements() as beginning:
        service.start(table.pk, ann)
    shown = "\n".join([*opening, *joining, *beginning])
    assert (len(opening), len(joining), len(beginning)) == (7, 7, 10), shown
    assert [sum("BEGIN" in one for one in part) for part in (opening, joining, beginning)] == [1, 1, 1], shown


def test_what_has_begun_is_stored_as_it_was_returned(ann: User, bob: User, cleo: User) -> None:
    table = service.create(ann, game="no-thanks", seats=5, seats_from=3, pace="fast")
    Invitation.objects.create(table=table, by=ann, to=bob)
    service.join(table.pk, bob)
    assert Invitation.objects.get().state == "accepted"
    assert [seat.number for seat in table.seats.filter(user=bob, ready=False, shared=False, name="bob")] == [1]
    service.join(table.pk, cleo)
    begun = service.start(table.pk, ann)
    stored = Table.objects.get(pk=table.pk)
    for field in Table._meta.concrete_fields:
        assert getattr(stored, field.attname) == getattr(begun, field.attname), field
    assert stored.started_at == stored.changed_at == Move.objects.get().at and stored.due_at is not None
    assert (stored.options, stored.seed) == (table.options, table.seed)
    assert Snapshot.objects.get().version == Move.objects.get().version == 0
    waited = {seat.number for seat in table.seats.filter(waiting_on=True)}
    assert waited == live.tables.ask(table.pk, lambda running: set(running.waiting_on)).result(20)


def test_what_is_told_is_stored_and_nobody_looks_for_bots_where_none_are(
    ann: User, bob: User, cleo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[TableEvent, bool]] = []
    monkeypatch.setattr(events, "_listeners", [lambda event: told.append((event, connection.in_atomic_block))])
    people = service.create(ann, game="no-thanks", seats=3)
    mixed = service.create(ann, game="no-thanks", seats=3)
    for user in (bob, cleo):
        service.join(people.pk, user)
    service.join(mixed.pk, bob)
    service.add_bot(mixed.pk, ann)
    service.start(people.pk, ann)
    service.start(mixed.pk, ann)
    assert not any(inside for _event, inside in told)
    assert [event for event, _inside in told] == [
        *[TableEvent("seats", people.pk)] * 2,
        *[TableEvent("seats", mixed.pk)] * 2,
        TableEvent("seats", people.pk),
        TableEvent("moved", people.pk, 0, people_only=True),
        TableEvent("seats", mixed.pk),
        TableEvent("moved", mixed.pk, 0),
    ]
    looked: list[Any] = []
    runner = bots.Bots()
    monkeypatch.setattr(runner, "look_after", lambda table, pause: looked.append(table))
    for event, _inside in told:
        runner.notice(event)
    assert looked == [mixed.pk]


def test_whoever_comes_at_once_comes_one_after_the_other(transactional_db: None) -> None:
    assert rush() == []


@pytest.mark.long
def test_on_postgresql_too(postgres_url: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.tables.rush"],
        cwd=ROOT, env={**os.environ, "DATABASE_URL": postgres_url}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, json.loads(done.stdout or "null")) == (0, []), done.stderr
