"""More time as a present from others at the table: kept, limited for each decision, and in one unit with the clock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from parlor.accounts.models import User
from parlor.engine import Chance
from parlor.tables import live, more_time, play
from parlor.tables.models import Seat, Table, Vote
from parlor.tables.service import TableError
from tests.tables.conftest import DECK, started

REFUSE = {"kind": "Refuse"}


@pytest.fixture
def table(ann: User, bob: User, cleo: User, request: pytest.FixtureRequest) -> Table:
    chance = Chance.scripted(**{"deck 1": [DECK], "first": [0]})
    return started("no-thanks", [ann, bob, cleo], pace=getattr(request, "param", "fast"), chance=chance)


def asked(table: Table) -> Seat:
    return Seat.objects.get(table=table, waiting_on=True)


def left(table: Table) -> timedelta:
    due = asked(table).due_at
    assert due is not None
    return due - timezone.now()


def give(table: Table, user: User, seat: int) -> None:
    more_time.give_time(table.id, user, seat).result(20)


@pytest.mark.parametrize(
    ("table", "before", "more"), [("fast", 120, 60), ("slow", 600, 135), ("1d", 86400, 43200)], indirect=["table"]
)
def test_time_is_added_to_the_running_clock(table: Table, before: int, more: int, bob: User) -> None:
    give(table, bob, 0)
    assert abs(left(table) - timedelta(seconds=before + more)) < timedelta(seconds=3)
    table.refresh_from_db()
    assert table.due_at == asked(table).remind_at


def test_three_times_for_each_decision_also_over_a_restart(
    table: Table, ann: User, bob: User, cleo: User, another_process: Callable[[], live.Tables]
) -> None:
    for giver in (bob, cleo, bob):
        give(table, giver, 0)
        another_process()
    with pytest.raises(TableError, match="3 times"):
        give(table, cleo, 0)
    assert abs(left(table) - timedelta(seconds=300)) < timedelta(seconds=3)
    play.move(table.id, ann.pk, "m", 0, REFUSE).result(20)
    give(table, ann, 1)
    assert list(Vote.objects.values_list("seat", flat=True)) == [1], "what is past is forgotten"
    for n, user in enumerate((bob, cleo)):
        play.move(table.id, user.pk, "m", n + 1, REFUSE).result(20)
    give(table, bob, 0)


def test_who_may_not(table: Table, ann: User, bob: User) -> None:
    dan = User.objects.create_user("dan")
    for user, seat, why in ((ann, 0, "yourself"), (bob, 2, "not wait"), (dan, 0, "do not play"), (bob, 9, "not wait")):
        with pytest.raises(TableError, match=why):
            give(table, user, seat)
    assert left(table) < timedelta(seconds=121)


def test_whose_time_is_out_has_the_gift_from_now_on(table: Table, bob: User) -> None:
    Seat.objects.filter(pk=asked(table).pk).update(due_at=timezone.now() - timedelta(seconds=20), remind_at=None)
    live.tables.forget(table.id)
    give(table, bob, 0)
    assert abs(left(table) - timedelta(seconds=60)) < timedelta(seconds=3)


def test_without_a_clock_there_is_nothing_to_give(ann: User, bob: User, cleo: User) -> None:
    with pytest.raises(TableError, match="no clock"):
        give(started("no-thanks", [ann, bob, cleo]), bob, 0)
