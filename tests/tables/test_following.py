"""Memory follows what another process has stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from parlor.accounts.models import User
from parlor.tables import events, live, play
from parlor.tables.following import heard_of
from parlor.tables.loading import Running, load
from parlor.tables.models import Table

REFUSE, TAKE = {"kind": "Refuse"}, {"kind": "Take"}


def known(running: Running) -> dict[str, Any]:
    """All that memory has of a game, as values."""
    driver = running.driver
    return {
        "state": driver.dump(),
        "entries": running.entries,
        "counted": running.counted,
        "asked": {seat: driver.opened(seat) for seat in range(driver.seats)},
        "undo": [driver.why_no_undo(seat) for seat in range(driver.seats)],
        "quiet": running.quiet_since,
    }


def test_plain_moves_are_made_again_after_one_query(
    dealt: Table, ann: User, bob: User, another_process: Callable[[], live.Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = live.tables, another_process()
    before = here.ask(dealt.id, lambda running: running).result(20)
    monkeypatch.setattr(play, "tables", there)
    play.move(dealt.id, ann.pk, "one", 0, REFUSE).result(20)
    play.move(dealt.id, bob.pk, "two", 1, TAKE).result(20)
    queries: list[str] = []

    def look(running: Running) -> Running:
        if running.driver.version < 2:
            with CaptureQueriesContext(connection) as caught:
                assert live.follow(running)
            queries.extend(query["sql"] for query in caught.captured_queries)
        return running

    after = here.ask(dealt.id, look).result(20)
    assert after is before and after.driver.version == 2 and not after.dirty
    assert len(queries) == 1
    assert known(after) == known(load(dealt.id))
    monkeypatch.setattr(play, "tables", here)
    assert play.move(dealt.id, ann.pk, "one", 0, REFUSE).result(20) == play.Accepted(1)


def test_what_is_told_of_another_process_drops_nothing(
    dealt: Table, ann: User, another_process: Callable[[], live.Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = live.tables, another_process()
    before = here.ask(dealt.id, lambda running: running).result(20)
    monkeypatch.setattr(play, "tables", there)
    play.move(dealt.id, ann.pk, "one", 0, REFUSE).result(20)
    here.at_version(dealt.id, 1).result(20)
    after = here.ask(dealt.id, lambda running: running).result(20)
    assert after is before and after.driver.version == 1


def test_anything_else_is_loaded_anew(
    dealt: Table, ann: User, another_process: Callable[[], live.Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = live.tables, another_process()
    before = here.ask(dealt.id, lambda running: running).result(20)
    monkeypatch.setattr(play, "tables", there)
    play.move(dealt.id, ann.pk, "one", 0, REFUSE).result(20)
    play.undo(dealt.id, ann.pk, "back", 1).result(20)
    here.at_version(dealt.id, 2).result(20)
    after = here.ask(dealt.id, lambda running: running).result(20)
    assert after is not before
    assert known(after) == known(load(dealt.id))


def test_a_step_that_was_told_needs_no_query(
    dealt: Table, ann: User, another_process: Callable[[], live.Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = live.tables, another_process()
    before = here.ask(dealt.id, lambda running: running).result(20)
    told: list[events.TableEvent] = []
    monkeypatch.setattr(events, "_listeners", [told.append])
    monkeypatch.setattr(play, "tables", there)
    play.move(dealt.id, ann.pk, "one", 0, REFUSE).result(20)
    assert told[0].made is not None
    monkeypatch.setattr(live, "follow", None)  # it would query
    here.at_version(dealt.id, 1, heard_of(told[0].made)).result(20)
    after = here.ask(dealt.id, lambda running: running).result(20)
    assert after is before
    assert known(after) | {"quiet": None} == known(load(dealt.id)) | {"quiet": None}
    here.at_version(dealt.id, 1, heard_of(told[0].made)).result(20)  # told twice, made once
    assert after.driver.version == 1 and not after.dirty


def test_a_step_that_was_told_out_of_turn_is_looked_up(
    dealt: Table, ann: User, bob: User, another_process: Callable[[], live.Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = live.tables, another_process()
    here.ask(dealt.id, lambda running: running).result(20)
    told: list[events.TableEvent] = []
    monkeypatch.setattr(events, "_listeners", [told.append])
    monkeypatch.setattr(play, "tables", there)
    play.move(dealt.id, ann.pk, "one", 0, REFUSE).result(20)
    play.move(dealt.id, bob.pk, "two", 1, REFUSE).result(20)
    here.at_version(dealt.id, 2, heard_of(told[1].made)).result(20)
    after = here.ask(dealt.id, lambda running: running).result(20)
    assert known(after) == known(load(dealt.id))
