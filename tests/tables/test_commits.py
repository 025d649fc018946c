"""Steps that are being stored: no thread waits for them, and nobody waits for ever."""

from __future__ import annotations

import threading
import time

import pytest

from parlor.accounts.models import User
from parlor.tables import events, live, play
from parlor.tables.later import Told
from parlor.tables.models import Table
from parlor.tables.units import Unit
from parlor.tables.writer import writer
from tests.tables.conftest import state

SECONDS = 20


def test_a_step_that_is_stored_after_all_is_known(dealt: Table, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    submit = writer.submit
    held: list[tuple[Unit, Told]] = []
    begun = threading.Event()

    def hold(unit: Unit, told: Told) -> None:
        held.append((unit, told))
        begun.set()

    told: list[events.TableEvent] = []
    monkeypatch.setattr(events, "_listeners", [told.append])
    monkeypatch.setattr(writer, "submit", hold)
    asked = play.move(dealt.id, ann.pk, "m", 0, {"kind": "Take"})
    assert begun.wait(SECONDS)
    actor = live.tables._actors[dealt.id]
    until = time.monotonic() + SECONDS
    while not actor.committing and time.monotonic() < until:
        pass
    assert not actor.impatient(time.monotonic() + live.COMMIT_SECONDS)
    with pytest.raises(TimeoutError):
        asked.result(SECONDS)
    assert state(dealt)[0] == 0, "as far as anybody knows"

    stored = threading.Event()
    submit(held[0][0], lambda error: stored.set() if error is None else None)
    assert stored.wait(SECONDS)
    held[0][1](None)
    assert state(dealt)[0] == 1
    assert told == [events.TableEvent("moved", dealt.id, 1, late=True)], "the others are told which version to read"


def test_who_begins_another_commit_is_looked_after_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LOOK_SECONDS", 0.01)
    patience, again = live.Patience(), threading.Event()

    class Busy(live.Actor):
        looked = 0
        committing = True

        def impatient(self, now: float) -> bool:
            self.looked += 1
            if self.looked == 1:  # one is over, and the next has begun before anybody has noted that
                patience.wait_with(self)
                return False
            again.set()
            self.committing = False
            return False

    patience.wait_with(Busy("k3"))
    assert again.wait(SECONDS)
