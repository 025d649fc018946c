"""Clocks at real tables: started and stopped with each step in one unit, and kept over everything."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from parlor.accounts.hours import PlayingHours, changing
from parlor.accounts.models import User
from parlor.tables import absence, clock, live, play
from parlor.tables.models import Beat, Seat, Table
from parlor.tables.play import Accepted
from parlor.tables.statements import run
from tests.tables.conftest import started

TAKE, REFUSE = {"kind": "Take"}, {"kind": "Refuse"}


def paced(people: list[User], pace: str = "fast", game: str = "no-thanks", **more: Any) -> Table:
    return started(game, people, pace=pace, **more)


def seat(table: Table, number: int) -> Seat:
    return Seat.objects.get(table=table, number=number)


def acting(table: Table) -> int:
    return Seat.objects.get(table=table, waiting_on=True).number


def about(moment: datetime | None, seconds: float) -> bool:
    assert moment is not None
    return abs(moment - timezone.now() - timedelta(seconds=seconds)) < timedelta(seconds=3)


@pytest.fixture
def fast(ann: User, bob: User, cleo: User) -> Table:
    return paced([ann, bob, cleo])


def refuse(table: Table, n: int) -> tuple[int, int]:
    """The seat that must act refuses; returns it and the next one."""
    mover = acting(table)
    user = seat(table, mover).user_id
    assert play.move(table.id, user, f"m{n}", n, REFUSE).result(20) == Accepted(n + 1)
    return mover, acting(table)


def test_the_first_clock_starts_with_the_game(fast: Table) -> None:
    mover = acting(fast)
    assert about(seat(fast, mover).due_at, 120)
    others = [one for one in fast.seats.all() if one.number != mover]
    assert [(one.bank_ms, one.due_at) for one in others] == [(120_000, None)] * 2
    fast.refresh_from_db()
    assert about(fast.due_at, 90), "when the reminder is due"


def test_a_step_stops_one_clock_and_starts_the_next(fast: Table) -> None:
    mover, following = refuse(fast, 0)
    stopped = seat(fast, mover)
    assert stopped.due_at is None and stopped.remind_at is None
    assert 127_000 < stopped.bank_ms <= 130_000  # type: ignore[operator]
    assert about(seat(fast, following).due_at, 120)


def test_clocks_survive_another_process(fast: Table, another_process: Callable[[], live.Tables]) -> None:
    _mover, following = refuse(fast, 0)
    due = seat(fast, following).due_at
    another_process()
    refuse(fast, 1)
    assert seat(fast, following).due_at is None
    left = (due - timezone.now()) / timedelta(milliseconds=1) + 10_000  # type: ignore[operator]
    assert abs(seat(fast, following).bank_ms - left) < 3000  # type: ignore[operator]


def test_a_sealed_choice_stops_its_clock_and_withdrawing_goes_on(ann: User, bob: User) -> None:
    table = paced([ann, bob], game="auction")
    bid = {"kind": "Bid", "coins": 1}
    play.move(table.id, ann.pk, "a", 0, bid).result(20)
    assert seat(table, 0).due_at is None and seat(table, 1).due_at is not None
    play.withdraw(table.id, ann.pk, "w").result(20)
    assert about(seat(table, 0).due_at, 120)
    play.move(table.id, ann.pk, "b", 0, bid).result(20)
    assert play.move(table.id, bob.pk, "a", 0, bid).result(20) == Accepted(1)
    assert all(about(one.due_at, 130) for one in table.seats.all())


def test_both_choose_in_two_processes_and_no_clock_goes_on(
    ann: User, bob: User, another_process: Callable[[], live.Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = paced([ann, bob], game="auction")
    here, there = live.tables, another_process()
    for memory in (here, there):
        memory.ask(table.id, lambda running: None).result(20)
    for memory, person, client_id in ((here, ann, "a"), (there, bob, "b")):
        monkeypatch.setattr(play, "tables", memory)
        assert isinstance(
            play.move(table.id, person.pk, client_id, 0, {"kind": "Bid", "coins": 1}).result(20), Accepted
        )
    table.refresh_from_db()
    assert table.version == 1


def test_the_clocks_stop_with_the_game(ann: User, bob: User) -> None:
    table = paced([ann, bob], game="misbehaving")
    play.move(table.id, ann.pk, "s", 0, {"kind": "Stop"}).result(20)
    table.refresh_from_db()
    assert (table.status, table.due_at) == ("finished", None)
    assert not table.seats.filter(due_at__isnull=False).exists()


def test_a_table_without_a_clock_needs_no_statement_more(
    dealt: Table, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = []

    def count(statement: str, values: Any) -> Any:
        counted.append(statement.split(maxsplit=1)[0])
        return run(statement, values)

    for module in ("parlor.tables.units", "parlor.notifications.news"):
        monkeypatch.setattr(f"{module}.run", count)
    play.move(dealt.id, ann.pk, "one", 0, REFUSE).result(20)
    assert counted == ["UPDATE", "INSERT", "UPDATE", "INSERT"]  # the last one for those who are away


def test_turn_by_turn_time_runs_in_the_players_hours(ann: User, bob: User) -> None:
    now = timezone.now()
    opens = (now + timedelta(hours=8)).replace(second=0, microsecond=0)
    for user in (ann, bob):
        PlayingHours.objects.create(user=user, opens=opens.time(), closes=(opens + timedelta(hours=6)).time())
    table = paced([ann, bob], pace="12h", game="misbehaving")
    assert seat(table, 0).due_at == (opens + timedelta(hours=30)).astimezone(UTC)


def test_a_site_that_was_away_gives_the_time_back(fast: Table) -> None:
    mover = acting(fast)
    due = seat(fast, mover).due_at
    assert due is not None
    assert clock.work() == 0
    Beat.objects.update(at=timezone.now() - timedelta(minutes=10))
    Seat.objects.filter(table=fast, number=mover).update(due_at=due - timedelta(minutes=10))
    assert clock.work() == 0, "nobody is late"
    assert about(seat(fast, mover).due_at, 120)
    assert refuse(fast, 0)[0] == mover


def test_a_short_break_is_nobodys_gift(fast: Table) -> None:
    mover = acting(fast)
    due = seat(fast, mover).due_at
    clock.work()
    Beat.objects.update(at=timezone.now() - timedelta(seconds=50))
    clock.work()
    assert seat(fast, mover).due_at == due


def test_due_tables_are_seen_to_once(fast: Table) -> None:
    Table.objects.filter(pk=fast.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    now = timezone.now()
    assert clock.claim(now) == [fast.pk]
    assert clock.claim(now) == []


def test_who_is_asked_is_reminded_once(fast: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Any] = []
    monkeypatch.setattr("parlor.tables.events._listeners", [heard.append])
    mover = acting(fast)
    soon = timezone.now() + timedelta(seconds=20)
    Seat.objects.filter(table=fast, number=mover).update(due_at=soon, remind_at=soon - timedelta(seconds=30))
    live.tables.forget(fast.id)
    for _n in range(2):
        Table.objects.filter(pk=fast.pk).update(due_at=timezone.now())
        assert clock.work() == 1
        live.tables.ask(fast.id, lambda running: None).result(20)
    assert [(event.kind, event.subject) for event in heard if event.kind == "remind"] == [("remind", mover)]
    fast.refresh_from_db()
    assert about(fast.due_at, 21)


def test_a_clock_that_runs_follows_its_persons_new_hours(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    table = paced([ann, bob], pace="12h", game="misbehaving")
    opens = (timezone.now() + timedelta(hours=8)).replace(second=0, microsecond=0)
    monkeypatch.setattr("parlor.accounts.hours._listeners", [absence.follow_hours])
    with changing(ann.pk):
        PlayingHours.objects.create(user=ann, opens=opens.time(), closes=(opens + timedelta(hours=6)).time())
    live.tables.ask(table.id, lambda running: None).result(20)
    due = seat(table, 0).due_at
    assert due is not None and timedelta() <= opens + timedelta(hours=30) - due < timedelta(minutes=1)
    table.refresh_from_db()
    assert table.due_at is not None and table.due_at < due
