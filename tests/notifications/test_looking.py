"""Of several processes one looks at the news while a look is costly; the others need not."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from parlor.notifications import telling
from parlor.notifications.worker import LOOKED, PAUSE_MOST, PAUSE_SECONDS, PAUSE_SHARE, Worker


def test_one_process_looks_while_that_is_costly(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    seconds = 0.0
    clock = 0.0

    def look() -> set[int]:
        nonlocal clock
        looked.append("here")
        clock += seconds
        return {7}

    monkeypatch.setattr(telling, "look", look)
    monkeypatch.setattr("parlor.notifications.worker.time.monotonic", lambda: clock)
    one, other = Worker(), Worker()
    cache.delete(LOOKED)
    assert one._look() == ({7}, PAUSE_SECONDS)
    assert other._look() == ({7}, PAUSE_SECONDS), "a quick look keeps nobody from it"
    seconds = PAUSE_MOST / PAUSE_SHARE
    people, pause = one._look()
    assert people == {7} and pause == pytest.approx(PAUSE_MOST)
    count = len(looked)
    assert other._look() == (set(), PAUSE_SECONDS) and len(looked) == count
    assert one._look()[0] == {7}, "it goes on itself"
    cache.delete(LOOKED)  # as when its time is over
    assert other._look()[0] == {7}
    cache.delete(LOOKED)
