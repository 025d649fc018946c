"""What an admin does at a running table, and what its rows keep of it."""

import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from parlor.accounts.models import User
from parlor.engine.record import read, write
from parlor.tables import interventions, live, play
from parlor.tables.exporting import record_of, recreate
from parlor.tables.faults import Fault, Sort
from parlor.tables.history import history
from parlor.tables.models import Choice, Move, Reason, Status, Table
from parlor.tables.service import TableError
from tests.tables.conftest import started, state


@pytest.fixture(autouse=True)
def _memory(monkeypatch: pytest.MonkeyPatch, _own_memory: None) -> None:
    monkeypatch.setattr(interventions, "tables", live.tables)
    history.forget()


def version(table: Table) -> int:
    return state(table)[0]


def make(table: Table, person: User, kind: str, **more: Any) -> play.Answer:
    answer = play.move(table.id, person.pk, f"{kind}{version(table)}", version(table), {"kind": kind, **more}).result(
        20
    )
    assert isinstance(answer, play.Accepted), answer
    return answer


def test_moves_taken_back_are_a_row_and_nothing_is_deleted(dealt: Table, ann: User, bob: User, cleo: User) -> None:
    states = [state(dealt)]
    for person, kind in ((ann, "Refuse"), (bob, "Take"), (bob, "Refuse")):
        make(dealt, person, kind)
        states.append(state(dealt))
    assert interventions.roll_back(dealt.id, 2, "a slip") == 4
    assert state(dealt) == (4, states[1][1])
    rows = list(Move.objects.filter(table=dealt).order_by("version"))
    assert [row.version for row in rows] == [0, 1, 2, 3, 4]
    assert json.loads(bytes(rows[4].payload))["do"] == "back" and "a slip" in bytes(rows[4].lines).decode()
    make(dealt, bob, "Refuse")
    struck = live.tables.ask(dealt.id, lambda running: [e.version for e in running.entries if e.struck]).result(20)
    assert struck == [2, 3]


def test_another_process_has_the_same(
    dealt: Table, ann: User, bob: User, another_process: Callable[[], live.Tables]
) -> None:
    make(dealt, ann, "Refuse")
    make(dealt, bob, "Refuse")
    first = live.tables
    interventions.roll_back(dealt.id, 2)
    here = first.ask(dealt.id, lambda running: (running.driver.version, running.driver.digest())).result(20)
    another_process()
    assert state(dealt) == here
    entries = live.tables.ask(dealt.id, lambda running: [e.struck for e in running.entries]).result(20)
    assert entries == [False, True, True, False]


def test_a_process_that_did_not_hear_of_it_takes_no_move_for_what_was_before(
    dealt: Table, ann: User, bob: User, monkeypatch: pytest.MonkeyPatch, another_process: Callable[[], live.Tables]
) -> None:
    make(dealt, ann, "Refuse")
    other = live.tables
    monkeypatch.setattr(interventions, "tables", another_process())
    interventions.roll_back(dealt.id, 1)
    for module in (live, play):
        monkeypatch.setattr(module, "tables", other)
    answer = play.move(dealt.id, bob.pk, "late", 1, {"kind": "Refuse"}).result(20)
    assert isinstance(answer, play.Denied) and answer.reason == "turn"
    assert version(dealt) == 2


def test_only_moves_that_stand_count(dealt: Table, ann: User) -> None:
    with pytest.raises(TableError, match="0 moves"):
        interventions.roll_back(dealt.id, 1)
    make(dealt, ann, "Refuse")
    assert isinstance(play.undo(dealt.id, ann.pk, "back", 1).result(20), play.Accepted)
    with pytest.raises(TableError, match="0 moves"):
        interventions.roll_back(dealt.id, 1)


def test_sealed_choices_are_made_anew(ann: User, bob: User) -> None:
    table = started("auction", [ann, bob])
    make(table, ann, "Bid", coins=1)
    play.move(table.id, bob.pk, "b", 0, {"kind": "Bid", "coins": 2}).result(20)
    assert version(table) == 1
    interventions.roll_back(table.id, 1)
    assert not Choice.objects.filter(table=table).exists()
    acting = live.tables.ask(table.id, lambda running: [int(seat) for seat in running.driver.acting]).result(20)
    assert acting == [0, 1]


def test_an_export_plays_the_way_back_again(dealt: Table, ann: User, bob: User) -> None:
    make(dealt, ann, "Refuse")
    make(dealt, bob, "Take")
    interventions.roll_back(dealt.id, 1)
    make(dealt, bob, "Refuse")
    again = recreate(read(write(record_of(Table.objects.get(pk=dealt.pk)))))
    assert again.version == 4
    history.forget()
    past = history.read(again, lambda found: [found.at(again, n).driver.digest() for n in range(5)])
    assert past[1] == past[3] and past[4] == state(dealt)[1]


def test_a_table_is_stopped_with_a_note(dealt: Table, ann: User) -> None:
    interventions.stop(dealt.id, "Somebody cheated.")
    table = Table.objects.get(pk=dealt.pk)
    assert (table.status, table.reason, table.note) == (Status.FINISHED, Reason.STOPPED, "Somebody cheated.")
    answer = play.move(dealt.id, ann.pk, "late", 0, {"kind": "Take"}).result(20)
    assert isinstance(answer, play.Denied) and answer.reason == "closed"
    with pytest.raises(TableError):
        interventions.stop(dealt.id, "again")


def test_a_bot_plays_until_the_person_is_back(dealt: Table, ann: User) -> None:
    interventions.put_bot(dealt.id, 0)
    seat = dealt.seats.get(number=0)
    assert seat.bot and seat.away and seat.user == ann
    with pytest.raises(TableError):
        interventions.put_bot(dealt.id, 0)


def test_more_time_is_for_who_is_waited_for(ann: User, bob: User) -> None:
    table = started("auction", [ann, bob], pace="normal")
    before = table.seats.get(number=1).due_at
    interventions.extend_time(table.id, 1, timedelta(minutes=5))
    after = table.seats.get(number=1).due_at
    assert before is not None and after is not None
    assert timedelta(minutes=4, seconds=55) < after - before < timedelta(minutes=5, seconds=5)
    make(table, ann, "Bid", coins=1)
    with pytest.raises(TableError):
        interventions.extend_time(table.id, 0, timedelta(minutes=5))


def test_a_fault_of_the_rules_is_kept_with_the_game_so_far(
    ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = started("misbehaving", [ann, bob])
    make(table, ann, "Fine")
    for n in range(2):
        answer = play.move(table.id, bob.pk, f"bad{n}", 1, {"kind": "Raise"}).result(20)
        assert isinstance(answer, play.Denied) and answer.reason == "fault"
    fault = Fault.objects.get()
    assert (fault.sort, fault.game, fault.version, fault.seat, fault.times) == (Sort.ERROR, "misbehaving", 1, 1, 2)
    assert fault.move == {"kind": "Raise"} and "ZeroDivisionError: planted" in fault.error and "apply" in fault.trace
    record = read(fault.content)
    assert len(record.rows) == 1 and json.loads(fault.content)["fault"]["move"] == {"kind": "Raise"}
    monkeypatch.setattr("parlor.tables.faults.FILES_MAX", 1)
    make(table, bob, "Fine")
    play.move(table.id, ann.pk, "bad", 2, {"kind": "Raise"}).result(20)
    assert Fault.objects.get(version=2).file is None, "a game that fails everywhere does not fill the disk"


def test_what_is_stopped_for_taking_too_long_is_kept_as_well(
    ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "RULES_SECONDS", 0.3)
    table = started("misbehaving", [ann, bob])
    play.move(table.id, ann.pk, "loop", 0, {"kind": "Loop"}).result(20)
    assert Fault.objects.get().sort == Sort.STOPPED


def test_slow_moves_are_counted(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlor.tables.faults.SLOW_SECONDS", 0.0)
    table = started("misbehaving", [ann, bob])
    make(table, ann, "Fine")
    make(table, bob, "Fine")
    fault = Fault.objects.get()
    assert (fault.sort, fault.times) == (Sort.SLOW, 2)


def test_a_bot_that_fails_is_kept_as_well(ann: User, bob: User) -> None:
    table = started("auction", [ann], bots=["rubbish"])
    make(table, ann, "Bid", coins=1)
    deadline = time.monotonic() + 20
    while version(table) < 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert version(table) == 1
    fault = Fault.objects.order_by("id").first()
    assert fault is not None and "bot rubbish" in fault.error and fault.move == {"kind": "Bid", "coins": 99}
