"""What is settled before a game: how it begins, who sits where, whether it counts, and how long is waited."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from parlor.accounts.models import User
from parlor.tables import clock, live, rematch, service
from parlor.tables.models import Seat, Table
from parlor.tables.service import TableError
from tests.tables.conftest import started


def opened(host: User, **more: Any) -> Table:
    return service.create(host, game="no-thanks", seats=3, **more)


def status(table: Table) -> str:
    return Table.objects.get(pk=table.pk).status


def test_a_game_begins_by_itself_with_the_last_seat(ann: User, bob: User, cleo: User) -> None:
    table = opened(ann, begins="full")
    service.join(table.id, bob)
    assert status(table) == "waiting"
    assert service.join(table.id, cleo) == 2
    assert status(table) == "running"


def test_a_bot_on_the_last_seat_begins_it_too(ann: User, bob: User) -> None:
    table = opened(ann, begins="full")
    service.add_bot(table.id, ann)
    service.join(table.id, bob)
    assert status(table) == "running"


def test_otherwise_the_host_begins(ann: User, bob: User, cleo: User) -> None:
    table = opened(ann)
    service.join(table.id, bob)
    service.join(table.id, cleo)
    assert status(table) == "waiting"


def test_seats_are_drawn_when_the_game_begins(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.SystemRandom.shuffle", lambda self, seats: seats.reverse())
    table = started("misbehaving", [ann, bob], bots=["random"], seating="random")
    seats = [(seat.user_id, seat.bot, seat.name) for seat in table.seats.all()]
    assert seats == [(None, "random", "Ada"), (bob.pk, "", "bob"), (ann.pk, "", "ann")]
    assert live.tables.ask(table.id, lambda running: dict(running.people)).result(20) == {1: bob.pk, 2: ann.pk}


def test_as_they_sat_down_they_stay(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.SystemRandom.shuffle", lambda self, seats: seats.reverse())
    table = started("misbehaving", [ann, bob])
    assert [seat.user_id for seat in table.seats.all()] == [ann.pk, bob.pk]


@pytest.mark.parametrize(("pace", "hours"), [("none", 24), ("fast", 24), ("1d", 7 * 24)])
def test_a_table_that_nobody_fills_closes_by_itself(ann: User, pace: str, hours: int) -> None:
    table = opened(ann, pace=pace)
    due = Table.objects.get(pk=table.pk).due_at
    assert due is not None and abs(due - timezone.now() - timedelta(hours=hours)) < timedelta(minutes=1)
    assert service.expire(due - timedelta(minutes=1)) == 0
    assert service.expire(due + timedelta(seconds=1)) == 1
    table.refresh_from_db()
    assert (table.status, table.reason) == ("finished", "closed")
    with pytest.raises(TableError, match="over"):
        service.start(table.id, ann)


def test_the_worker_closes_them_and_leaves_games_alone(ann: User, bob: User) -> None:
    running, waiting = started("misbehaving", [ann, bob]), opened(ann)
    Table.objects.filter(pk=waiting.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    clock.work()
    assert (status(running), status(waiting)) == ("running", "finished")
    assert Table.objects.get(pk=running.pk).due_at is None


def test_training_is_kept_when_people_play_again(ann: User, bob: User) -> None:
    table = started("misbehaving", [ann, bob], training=True)
    assert table.training
    Table.objects.filter(pk=table.pk).update(status="finished", reason="played")
    assert rematch.play_again(table.pk, ann).training


@pytest.mark.parametrize("field", ["begins", "seating", "absence"])
def test_what_is_none_of_the_choices_is_refused(ann: User, field: str) -> None:
    with pytest.raises(TableError) as refusal:
        opened(ann, **{field: "maybe"})
    assert refusal.value.field == field
    assert not Seat.objects.exists()
