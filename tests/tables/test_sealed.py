"""Sealed choices at a table: durable, replaceable, unseen, and one step when the last is in."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import wait

import pytest

from parlor.accounts.models import User
from parlor.tables import live, play
from parlor.tables.models import Choice, Move, Table
from parlor.tables.play import Accepted, Denied
from tests.tables.conftest import started, state


def bid(coins: int) -> dict[str, object]:
    return {"kind": "Bid", "coins": coins}


@pytest.fixture
def auction(ann: User, bob: User) -> Table:
    return started("auction", [ann, bob])


def test_a_choice_waits_without_a_version(auction: Table, ann: User) -> None:
    assert play.move(auction.id, ann.pk, "a", 0, bid(2)).result(20) == Accepted(0)
    assert play.move(auction.id, ann.pk, "b", 0, bid(3)).result(20) == Accepted(0)
    assert Choice.objects.get(table=auction).seat == 0
    assert Move.objects.filter(table=auction).count() == 1


def test_the_last_choice_makes_the_step(
    auction: Table, ann: User, bob: User, another_process: Callable[[], live.Tables]
) -> None:
    play.move(auction.id, ann.pk, "a", 0, bid(2)).result(20)
    another_process()
    assert play.move(auction.id, bob.pk, "a", 0, bid(1)).result(20) == Accepted(1)
    for person, client_id in ((ann, "a"), (bob, "a")):
        assert play.move(auction.id, person.pk, client_id, 0, bid(3)).result(20) == Accepted(1), "it has counted"
    before = state(auction)
    another_process()
    assert state(auction) == before
    assert play.move(auction.id, ann.pk, "a", 0, bid(3)).result(20) == Accepted(1), "also in another process"
    scores = live.tables.ask(auction.id, lambda running: list(running.driver.position.scores)).result(20)
    assert scores == [2, 1]


def test_withdrawn_is_gone(auction: Table, ann: User, bob: User) -> None:
    play.move(auction.id, ann.pk, "a", 0, bid(2)).result(20)
    assert play.withdraw(auction.id, ann.pk, "w").result(20) == Accepted(0)
    assert play.move(auction.id, bob.pk, "a", 0, bid(1)).result(20) == Accepted(0)
    assert Choice.objects.get(table=auction).seat == 1


def test_both_choose_at_once_in_two_processes(
    auction: Table, ann: User, bob: User, another_process: Callable[[], live.Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = live.tables, another_process()
    for version in range(3):
        futures = []
        for memory, person in ((here, ann), (there, bob)):
            monkeypatch.setattr(play, "tables", memory)
            futures.append(play.move(auction.id, person.pk, f"m{version}", version, bid(1)))
        wait(futures, 20)
        assert not [future.result() for future in futures if isinstance(future.result(), Denied)]
        auction.refresh_from_db()
        assert auction.version == version + 1
    assert auction.status == "finished"
    assert [standing["score"] for standing in auction.result] == [3, 3]


def test_a_choice_changed_in_the_last_moment_is_the_one_that_counts(
    auction: Table, ann: User, bob: User, another_process: Callable[[], live.Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process resolves with the choice that it has read while another replaces it: the newer one counts."""
    play.move(auction.id, ann.pk, "old", 0, bid(1)).result(20)
    here, there = live.tables, another_process()
    real = play.load_choices
    changed = False

    def read_then_change(running: object) -> None:
        nonlocal changed
        real(running)  # type: ignore[arg-type]
        if not changed:
            changed = True
            monkeypatch.setattr(play, "tables", there)
            assert play.move(auction.id, ann.pk, "new", 0, bid(3)).result(20) == Accepted(0)

    monkeypatch.setattr(play, "load_choices", read_then_change)
    monkeypatch.setattr(play, "tables", here)
    assert play.move(auction.id, bob.pk, "b", 0, bid(0)).result(20) == Accepted(1)
    another_process()
    scores = live.tables.ask(auction.id, lambda running: list(running.driver.position.scores)).result(20)
    assert scores == [3, 0]


def test_whose_choice_is_in_is_not_waited_for(auction: Table, ann: User) -> None:
    play.move(auction.id, ann.pk, "a", 0, bid(2)).result(20)
    assert [seat.waiting_on for seat in auction.seats.all()] == [False, True]
    play.withdraw(auction.id, ann.pk, "w").result(20)
    assert [seat.waiting_on for seat in auction.seats.all()] == [True, True]
