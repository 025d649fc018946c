"""What people at a table agree on: pauses, an end without a winner, and what becomes of who does not answer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from parlor.accounts.models import User
from parlor.tables import absence, live, play, votes
from parlor.tables.models import Seat, Table, Vote
from parlor.tables.service import TableError
from tests.support.services import wait_until
from tests.tables.conftest import started

REFUSE = {"kind": "Refuse"}


@pytest.fixture
def table(ann: User, bob: User, cleo: User, request: pytest.FixtureRequest) -> Table:
    return started("no-thanks", [ann, bob, cleo], pace="fast", absence=getattr(request, "param", "bot"))


def vote(table: Table, user: User, kind: str, agree: bool = True) -> Table:
    votes.vote(table.id, user, kind, agree=agree).result(20)
    table.refresh_from_db()
    return table


def asked(table: Table) -> Seat:
    return Seat.objects.get(table=table, waiting_on=True)


def make_late(table: Table, seconds: float) -> Seat:
    seat = asked(table)
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(seconds=seconds), remind_at=None)
    live.tables.forget(table.id)
    return seat


def keep_waiting(table: Table, hours: float = 24.1) -> Seat:
    """The last step was so long ago, at a table without a clock."""
    Table.objects.filter(pk=table.pk).update(changed_at=timezone.now() - timedelta(hours=hours))
    live.tables.forget(table.id)
    return asked(table)


def test_a_pause_needs_everybody_and_stops_the_clocks(table: Table, ann: User, bob: User, cleo: User) -> None:
    Seat.objects.filter(pk=asked(table).pk).update(due_at=timezone.now() + timedelta(seconds=50))
    live.tables.forget(table.id)
    assert vote(table, ann, "pause").paused_at is None
    assert vote(table, bob, "pause").paused_at is None
    assert vote(table, cleo, "pause").paused_at is not None
    seat = asked(table)
    assert seat.due_at is None and 45_000 < seat.bank_ms <= 50_000  # type: ignore[operator]
    assert table.due_at is None and not Vote.objects.exists()
    answer = play.move(table.id, seat.user_id, "m", 0, REFUSE).result(20)
    assert isinstance(answer, play.Denied) and "paused" in answer.detail


def test_anybody_ends_the_pause_and_what_was_left_goes_on(
    table: Table, ann: User, bob: User, cleo: User, another_process: Callable[[], live.Tables]
) -> None:
    for user in (ann, bob, cleo):
        vote(table, user, "pause")
    bank = asked(table).bank_ms
    another_process()
    assert vote(table, bob, "resume").paused_at is None
    seat = asked(table)
    assert bank is not None and seat.due_at is not None
    assert abs(seat.due_at - timezone.now() - timedelta(milliseconds=bank)) < timedelta(seconds=3)
    assert isinstance(play.move(table.id, seat.user_id, "m", 0, REFUSE).result(20), play.Accepted)


def test_one_no_takes_the_question_off_the_table(table: Table, ann: User, bob: User, cleo: User) -> None:
    vote(table, ann, "pause")
    vote(table, bob, "pause", agree=False)
    assert not Vote.objects.exists()
    assert vote(table, cleo, "pause").paused_at is None


def test_votes_are_kept_over_a_restart(
    table: Table, ann: User, bob: User, cleo: User, another_process: Callable[[], live.Tables]
) -> None:
    vote(table, ann, "abandon")
    another_process()
    vote(table, bob, "abandon")
    another_process()
    vote(table, cleo, "abandon")
    assert (table.status, table.reason, table.result) == ("finished", "abandoned", None)
    assert not Seat.objects.filter(table=table, waiting_on=True).exists()
    assert not Seat.objects.filter(table=table, due_at__isnull=False).exists()


def test_nothing_can_be_done_at_an_abandoned_table(table: Table, ann: User, bob: User, cleo: User) -> None:
    for user in (ann, bob, cleo):
        vote(table, user, "abandon")
    for answer in (
        play.move(table.id, ann.pk, "m", 0, REFUSE).result(20),
        play.concede(table.id, ann.pk, "c", 0).result(20),
        play.look_ahead(table.id, ann.pk, 0, REFUSE).result(20),
    ):
        assert isinstance(answer, play.Denied) and answer.reason == "closed"
    for act in (votes.vote(table.id, ann, "pause", agree=True), absence.back(table.id, ann)):
        with pytest.raises(TableError, match="over"):
            act.result(20)


def test_the_host_stops_a_table_that_all_others_have_left_and_no_other(ann: User, bob: User) -> None:
    alone = started("auction", [ann], bots=["random"])
    assert vote(alone, ann, "abandon").reason == "abandoned"
    shared = started("misbehaving", [ann, bob], bots=["random"])
    assert vote(shared, ann, "abandon").status == "running"
    play.concede(shared.id, bob.pk, "c", 0).result(20)
    assert vote(shared, ann, "abandon").reason == "abandoned"


@pytest.mark.parametrize(("kind", "why"), [("resume", "not paused"), ("replace", "out of time")])
def test_what_there_is_nothing_to_decide_about_is_refused(table: Table, ann: User, kind: str, why: str) -> None:
    with pytest.raises(TableError, match=why):
        vote(table, ann, kind)


def test_without_a_clock_there_is_no_pause(dealt: Table, ann: User) -> None:
    with pytest.raises(TableError, match="no clock"):
        vote(dealt, ann, "pause")


def test_strangers_have_no_vote(table: Table) -> None:
    with pytest.raises(TableError) as refusal:
        vote(table, User.objects.create_user("eve"), "pause")
    assert refusal.value.forbidden


@pytest.mark.parametrize("table", ["vote"], indirect=True)
@pytest.mark.parametrize("bot", [True, False])
def test_the_others_decide_about_who_does_not_answer(table: Table, bot: bool) -> None:
    late = make_late(table, 70)
    for seat in Seat.objects.filter(table=table).exclude(pk=late.pk):
        assert seat.user is not None
        vote(table, seat.user, "replace", agree=bot)
    if bot:
        wait_until(lambda: Table.objects.get(pk=table.pk).version > 0, "the bot did not move")
    late.refresh_from_db()
    assert (table.status, table.reason, late.away) == (("running", "", True) if bot else ("finished", "timeout", False))


@pytest.mark.parametrize("table", ["vote"], indirect=True)
def test_the_others_wait_before_they_decide_and_have_to_agree(table: Table) -> None:
    late = make_late(table, 30)
    one, other = (seat.user for seat in Seat.objects.filter(table=table).exclude(pk=late.pk))
    assert one is not None and other is not None
    with pytest.raises(TableError, match="out of time"):
        vote(table, one, "replace")
    make_late(table, 70)
    vote(table, one, "replace")
    vote(table, other, "replace", agree=False)
    late.refresh_from_db()
    assert (table.status, late.away) == ("running", False)


@pytest.mark.parametrize("bot", [True, False])
def test_without_a_clock_the_others_decide_after_a_day(
    dealt: Table, ann: User, bob: User, cleo: User, bot: bool
) -> None:
    late = keep_waiting(dealt)
    assert late.user == ann
    vote(dealt, bob, "replace", agree=bot)
    late.refresh_from_db()
    assert (dealt.status, late.away) == ("running", False), "both others have to agree"
    vote(dealt, cleo, "replace", agree=bot)
    if not bot:
        assert (dealt.status, dealt.reason) == ("finished", "abandoned")
        return
    wait_until(lambda: Table.objects.get(pk=dealt.pk).version > 0, "the bot did not move")
    late.refresh_from_db()
    assert (late.away, late.bot) == (True, "steady")


def test_not_before(dealt: Table, bob: User) -> None:
    keep_waiting(dealt, 23.9)
    with pytest.raises(TableError, match="kept the others waiting for a day"):
        vote(dealt, bob, "replace")


def test_a_move_is_an_answer_and_what_was_said_is_past(
    dealt: Table, ann: User, bob: User, cleo: User, another_process: Callable[[], live.Tables]
) -> None:
    keep_waiting(dealt)
    vote(dealt, bob, "replace")
    assert isinstance(play.move(dealt.id, ann.pk, "m", 0, REFUSE).result(20), play.Accepted)
    assert not Vote.objects.exists()
    for _process in range(2):
        with pytest.raises(TableError, match="waiting for a day"):
            vote(dealt, cleo, "replace")
        another_process()
    assert isinstance(play.move(dealt.id, bob.pk, "m", 1, REFUSE).result(20), play.Accepted)


def test_who_comes_back_has_a_day_again(ann: User, bob: User, another_process: Callable[[], live.Tables]) -> None:
    table = started("auction", [ann, bob])
    votes.vote(table.id, ann, "abandon", agree=True).result(20)
    play.move(table.id, ann.pk, "a", 0, {"kind": "Bid", "coins": 1}).result(20)
    assert keep_waiting(table).user == bob, "a sealed choice of others is no answer of his"
    running = live.tables.ask(table.id, lambda running: votes.late(running, timezone.now())).result(20)
    assert running == [1]
    live.tables.ask(table.id, lambda running: absence.replace(running, [1], timezone.now())).result(20)
    absence.back(table.id, bob).result(20)
    for _process in range(2):
        with pytest.raises(TableError, match="waiting for a day"):
            vote(table, ann, "replace")
        another_process()
