"""A move is stored or refused; it is never lost and never counted twice."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import wait
from typing import Any

import pytest

from parlor.accounts.models import User
from parlor.tables import live, play
from parlor.tables.models import Move, Snapshot, Table
from parlor.tables.play import Accepted, Denied
from parlor.tables.writer import Writer
from tests.tables.conftest import started, state

REFUSE, TAKE = {"kind": "Refuse"}, {"kind": "Take"}


def refused(answer: object) -> str:
    assert isinstance(answer, Denied), answer
    assert answer.detail.endswith((".", "?"))
    return answer.reason


def test_a_move_is_stored_before_it_is_answered(dealt: Table, ann: User) -> None:
    assert play.move(dealt.id, ann.pk, "one", 0, REFUSE).result(20) == Accepted(1)
    row = Move.objects.get(table=dealt, version=1)
    assert (row.seat, row.user_id, row.client_id) == (0, ann.pk, "one")
    dealt.refresh_from_db()
    assert dealt.version == 1
    assert [seat.waiting_on for seat in dealt.seats.all()] == [False, True, False]


def test_the_same_move_twice_counts_once(dealt: Table, ann: User, another_process: Callable[[], live.Tables]) -> None:
    first = play.move(dealt.id, ann.pk, "one", 0, REFUSE)
    second = play.move(dealt.id, ann.pk, "one", 0, REFUSE)
    assert first.result(20) == second.result(20) == Accepted(1)
    another_process()
    assert play.move(dealt.id, ann.pk, "one", 0, REFUSE).result(20) == Accepted(1)
    assert Move.objects.filter(table=dealt).count() == 2


def test_the_same_id_from_another_seat_is_another_move(dealt: Table, ann: User, bob: User) -> None:
    play.move(dealt.id, ann.pk, "one", 0, REFUSE).result(20)
    assert play.move(dealt.id, bob.pk, "one", 1, REFUSE).result(20) == Accepted(2)


def test_a_move_for_an_old_decision_is_stale(dealt: Table, ann: User) -> None:
    play.move(dealt.id, ann.pk, "one", 0, TAKE).result(20)
    assert refused(play.move(dealt.id, ann.pk, "two", 0, TAKE).result(20)) == "stale"
    assert play.move(dealt.id, ann.pk, "three", 1, TAKE).result(20) == Accepted(2)


def test_a_version_from_the_future_is_stale(dealt: Table, ann: User) -> None:
    assert refused(play.move(dealt.id, ann.pk, "one", 7, TAKE).result(20)) == "stale"


@pytest.mark.parametrize(
    ("who", "client_id", "raw", "reason"),
    [
        ("bob", "x", TAKE, "turn"),
        ("ann", "x", {"kind": "Fly"}, "illegal"),
        ("ann", "x", {"kind": "Take", "extra": 1}, "illegal"),
        ("ann", "x", None, "illegal"),
        ("ann", "", TAKE, "bad"),
        ("ann", "x" * 65, TAKE, "bad"),
        ("nobody", "x", TAKE, "stranger"),
    ],
)
def test_what_is_refused_changes_nothing(
    dealt: Table, request: pytest.FixtureRequest, who: str, client_id: str, raw: object, reason: str
) -> None:
    before = state(dealt)
    user = None if who == "nobody" else request.getfixturevalue(who).pk
    assert refused(play.move(dealt.id, user, client_id, 0, raw).result(20)) == reason
    assert state(dealt) == before
    assert Move.objects.filter(table=dealt).count() == 1


def test_undo_is_a_row_of_its_own(dealt: Table, ann: User, bob: User) -> None:
    before = state(dealt)[1]
    play.move(dealt.id, ann.pk, "one", 0, REFUSE).result(20)
    assert refused(play.undo(dealt.id, bob.pk, "u", 1).result(20)) == "illegal"
    assert play.undo(dealt.id, ann.pk, "u", 1).result(20) == Accepted(2)
    assert play.undo(dealt.id, ann.pk, "u", 1).result(20) == Accepted(2)
    assert state(dealt) == (2, before)
    entries = live.tables.ask(dealt.id, lambda running: [(e.version, e.struck) for e in running.entries]).result(20)
    assert entries == [(0, False), (1, True), (2, False)]


def test_a_card_that_was_turned_stays_turned(dealt: Table, ann: User) -> None:
    play.move(dealt.id, ann.pk, "one", 0, TAKE).result(20)
    answer = play.undo(dealt.id, ann.pk, "u", 1).result(20)
    assert refused(answer) == "illegal"


def test_a_process_that_starts_again_has_everything(
    dealt: Table, ann: User, bob: User, another_process: Callable[[], live.Tables]
) -> None:
    play.move(dealt.id, ann.pk, "one", 0, TAKE).result(20)
    play.move(dealt.id, ann.pk, "two", 1, REFUSE).result(20)
    before = state(dealt)
    another_process()
    assert state(dealt) == before
    assert play.undo(dealt.id, ann.pk, "u", 2).result(20) == Accepted(3), "also what may be taken back"
    play.move(dealt.id, ann.pk, "three", 3, REFUSE).result(20)
    before = state(dealt)
    another_process()
    assert state(dealt) == before
    entries = live.tables.ask(dealt.id, lambda running: [e.struck for e in running.entries]).result(20)
    assert entries == [False, False, True, False, False]


def test_two_processes_take_turns(
    dealt: Table,
    ann: User,
    bob: User,
    cleo: User,
    another_process: Callable[[], live.Tables],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, there = live.tables, another_process()
    people = [ann, bob, cleo]
    for version in range(12):
        monkeypatch.setattr(play, "tables", (here, there)[version % 2])
        answer = play.move(dealt.id, people[version % 3].pk, f"m{version}", version, REFUSE).result(20)
        assert answer == Accepted(version + 1)
    assert Move.objects.filter(table=dealt).count() == 13


def test_of_two_processes_one_is_first(
    dealt: Table, ann: User, another_process: Callable[[], live.Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same move sent through both at once counts once, whoever wins; different ones: the second is out of turn."""
    here, there = live.tables, another_process()
    for memory in (here, there):
        memory.ask(dealt.id, lambda running: None).result(20)
    futures = []
    for memory, client_id in ((here, "a"), (there, "a"), (here, "b"), (there, "c")):
        monkeypatch.setattr(play, "tables", memory)
        futures.append(play.move(dealt.id, ann.pk, client_id, 0, REFUSE))
    wait(futures, 20)
    answers = [future.result() for future in futures]
    assert Move.objects.filter(table=dealt).count() == 2
    assert sum(isinstance(answer, Accepted) for answer in answers) in (1, 2)
    assert all(answer == Accepted(1) or refused(answer) == "turn" for answer in answers)


def test_conceding_hands_the_seat_to_a_bot(dealt: Table, ann: User, bob: User, cleo: User) -> None:
    assert play.concede(dealt.id, bob.pk, "c", 0).result(20) == Accepted(1)
    seat = dealt.seats.get(number=1)
    assert (seat.user_id, seat.left, seat.bot) == (bob.pk, True, "steady")
    assert refused(play.move(dealt.id, bob.pk, "m", 1, TAKE).result(20)) == "stranger"
    assert isinstance(play.concede(dealt.id, cleo.pk, "c", 1).result(20), Accepted)
    dealt.refresh_from_db()
    assert (dealt.status, dealt.reason) == ("finished", "conceded")
    assert [standing["place"] for standing in dealt.result] == [1, 3, 2]
    assert refused(play.move(dealt.id, ann.pk, "m", 2, TAKE).result(20)) == "closed"


def test_snapshots_bound_the_replay(dealt: Table, ann: User, bob: User, cleo: User) -> None:
    people = {0: ann, 1: bob, 2: cleo}
    for version in range(200):
        seats = live.tables.ask(dealt.id, lambda running: list(running.driver.acting)).result(20)
        if not seats:
            break
        raw = TAKE if version % 4 == 3 else REFUSE
        answer = play.move(dealt.id, people[seats[0]].pk, f"m{version}", version, raw).result(20)
        if isinstance(answer, Denied):
            play.move(dealt.id, people[seats[0]].pk, f"n{version}", version, TAKE).result(20)
        if version == 60:
            kept = list(Snapshot.objects.filter(table=dealt).values_list("version", flat=True))
            assert len(kept) >= 3
            assert all(later - earlier <= 30 for earlier, later in itertools.pairwise(kept))
    dealt.refresh_from_db()
    assert dealt.status == "finished"
    left = set(Snapshot.objects.filter(table=dealt).values_list("version", flat=True))
    assert {0, dealt.version} <= left and len(left) <= 3


def test_preview_tells_and_changes_nothing(dealt: Table, ann: User, bob: User) -> None:
    before = state(dealt)
    outcome = play.look_ahead(dealt.id, ann.pk, 0, REFUSE).result(20)
    assert not isinstance(outcome, Denied)
    assert outcome[0].changed["pot"] == 1
    taken = play.look_ahead(dealt.id, ann.pk, 0, TAKE).result(20)
    assert not isinstance(taken, Denied)
    assert taken[0].open and "card" not in taken[0].changed
    assert taken[0].changed["taken"] == [["card-20"], [], []]
    assert refused(play.look_ahead(dealt.id, bob.pk, 0, TAKE).result(20)) == "turn"
    assert state(dealt) == before


def test_rules_that_raise_cost_the_move_alone(ann: User, bob: User) -> None:
    table = started("misbehaving", [ann, bob])
    before = state(table)
    assert refused(play.move(table.id, ann.pk, "one", 0, {"kind": "Raise"}).result(20)) == "fault"
    assert state(table) == before
    assert play.move(table.id, ann.pk, "two", 0, {"kind": "Fine"}).result(20) == Accepted(1)


def test_rules_that_never_end_cost_the_move_alone(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "RULES_SECONDS", 0.2)
    table, other = started("misbehaving", [ann, bob]), started("misbehaving", [bob, ann])
    before = state(table)
    endless = play.move(table.id, ann.pk, "one", 0, {"kind": "Loop"})
    assert play.move(other.id, bob.pk, "one", 0, {"kind": "Fine"}).result(20) == Accepted(1)
    assert refused(endless.result(20)) == "fault"
    assert state(table) == before
    assert play.move(table.id, ann.pk, "two", 0, {"kind": "Fine"}).result(20) == Accepted(1)


def test_a_writer_that_stumbles_writes_on(dealt: Table, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong beside the database's own errors is told to who waits, and the next step is stored."""
    real, stumbles = Writer._write, [True]

    def stumble(self: Writer, batch: Any) -> None:
        if stumbles:
            stumbles.clear()
            raise RuntimeError("planted")
        real(self, batch)

    monkeypatch.setattr(Writer, "_write", stumble)
    with pytest.raises(RuntimeError, match="planted"):
        play.move(dealt.id, ann.pk, "one", 0, REFUSE).result(20)
    assert play.move(dealt.id, ann.pk, "two", 0, REFUSE).result(20) == Accepted(1)
