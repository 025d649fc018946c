"""Bots play like anybody, from a child process, and a broken one does not hold up the table."""

from __future__ import annotations

import threading

import pytest

from parlor.accounts.models import User
from parlor.tables import bots as bots_module
from parlor.tables import clock, live, play
from parlor.tables.models import Table
from parlor.tables.thinker import Thought
from tests.support.services import wait_until
from tests.tables.conftest import started, state


def version_of(table: Table) -> int:
    return Table.objects.get(pk=table.pk).version


def test_bots_play_a_game_with_a_person(ann: User) -> None:
    table = started("no-thanks", [ann], bots=["steady", "random"])

    def over() -> bool:
        seats = live.tables.ask(table.id, lambda running: (list(running.driver.acting), running.driver.version)).result(
            20
        )
        if seats[0] == [0]:
            play.move(table.id, ann.pk, f"m{seats[1]}", seats[1], {"kind": "Take"}).result(20)
        return Table.objects.get(pk=table.pk).status == "finished"

    wait_until(over, "the game did not end")


@pytest.mark.parametrize("bot", ["rubbish", "stuck"])
def test_a_broken_bot_moves_at_random(ann: User, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_module, "THINK_SECONDS", 1.0)
    table = started("auction", [ann], bots=[bot])
    play.move(table.id, ann.pk, "a", 0, {"kind": "Bid", "coins": 1}).result(20)
    wait_until(lambda: version_of(table) == 1, "the bot did not bid")


def test_a_worker_wakes_bots_that_nobody_called(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlor.tables.events._listeners", [])
    table = started("auction", [ann], bots=["random"])
    play.move(table.id, ann.pk, "a", 0, {"kind": "Bid", "coins": 1}).result(20)
    monkeypatch.setattr(clock, "bots", bots_module.bots)
    assert clock.work() == 0, "it is not due yet"
    Table.objects.filter(pk=table.pk).update(due_at="2020-01-01T00:00:00Z")
    assert clock.work() == 1
    assert clock.work() == 0, "a claimed table is not claimed again"
    wait_until(lambda: state(table)[0] == 1, "the bot did not bid")


def test_a_bot_cannot_be_played_by_a_person(ann: User, bob: User) -> None:
    table = started("auction", [ann], bots=["random"])
    answer = play.move(table.id, None, "x", 0, {"kind": "Bid", "coins": 1}, seat=0).result(20)
    assert isinstance(answer, play.Denied) and answer.reason == "stranger"


def test_it_is_known_whether_a_bot_is_still_at_it(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def slow(self: object, question: object) -> object:
        asked.set()
        go_on.wait(20)
        raise bots_module.ThinkingFailed("too slow")

    monkeypatch.setattr(bots_module.Thinker, "ask", slow)
    table = started("auction", [ann], bots=["random"])
    assert asked.wait(20) and not bots_module.bots.idle
    go_on.set()
    wait_until(lambda: bots_module.bots.idle, "it is still at it")
    assert live.tables.ask(table.id, lambda running: list(running.driver.acting)).result(20) == [0], "it has moved"


def test_a_table_that_goes_while_its_bot_thinks_is_no_fault(
    ann: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def deleting(self: object, question: object) -> object:
        Table.objects.all().delete()
        live.tables._actors.clear()
        return Thought({"kind": "Bid", "coins": 1})

    monkeypatch.setattr(bots_module.Thinker, "ask", deleting)
    started("auction", [ann], bots=["random"])
    wait_until(lambda: not Table.objects.exists() and bots_module.bots.idle, "it is still there")
    assert "A bot failed" not in caplog.text
