"""The watch stops code that takes too long, and only that code."""

from __future__ import annotations

import threading
import time

import pytest

from parlor.tables import watch as watch_module
from parlor.tables.watch import TooSlow, Watch


def spin() -> None:
    while True:
        sum(range(100))


def doze() -> None:
    while True:
        time.sleep(0.005)


def test_code_that_computes_for_ever_is_stopped() -> None:
    with pytest.raises(TooSlow), Watch().limit(0.05, "endless"):
        spin()


def test_code_that_only_waits_is_stopped_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_module, "WAITING", 3.0)
    began = time.monotonic()
    with pytest.raises(TooSlow), Watch().limit(0.1, "sleeper"):
        doze()
    assert time.monotonic() - began >= 0.3


def test_what_others_compute_meanwhile_does_not_count() -> None:
    done = threading.Event()
    busy = threading.Thread(target=lambda: [sum(range(1000)) for _n in iter(done.is_set, True)], daemon=True)
    busy.start()
    try:
        with Watch().limit(0.2, "patient"):
            until = time.monotonic() + 0.5
            while time.monotonic() < until:
                time.sleep(0.01)
    finally:
        done.set()
        busy.join()


def test_code_that_ended_in_time_is_left_alone() -> None:
    watch = Watch()
    for _n in range(20):
        with watch.limit(0.05, "quick"):
            pass
    until = time.monotonic() + 0.2
    while time.monotonic() < until:
        sum(range(100))


def test_whoever_swallows_the_end_of_the_whole_begins_nothing_more() -> None:
    watch, begun = Watch(), []
    with watch.limit(0.05, "whole"):
        for part in range(3):
            try:
                with watch.limit(10, "part"):
                    begun.append(part)
                    if part == 0:
                        spin()
            except TooSlow:
                continue
    assert begun == [0]


def test_an_end_that_was_hit_itself_does_not_spoil_what_comes_after_it() -> None:
    watch = Watch()
    watch.limit(0.05, "whole").__enter__()
    with pytest.raises(TooSlow):
        spin()  # and its __exit__ is never reached
    watch.begin_anew()
    with watch.limit(10, "the next"):
        assert sum(range(100))
    assert not watch.shifts


def test_what_cannot_be_stopped_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_module, "GRACE", 0.1)
    told = threading.Event()
    watch = Watch(lambda label, table: told.set())

    def stubborn() -> None:
        with pytest.raises(TooSlow):
            spin()
        while not told.is_set():
            sum(range(100))

    with watch.limit(0.05, "stubborn"):
        stubborn()
    assert told.is_set()
