"""`opened`: since which version a seat has been asked what it is asked now."""

from __future__ import annotations

from typing import Any

from parlor.engine import Context
from tests.engine.samples import Bench, again, ask, bench, do, secret


def shorten(p: Bench, seat: int, ctx: Context) -> Any:
    p.limit[2] = 5


def test_a_decision_opens_with_the_version_that_asks() -> None:
    d = bench(ask(0), ask(1), a=ask(0))
    assert (d.opened(0), d.opened(1)) == (0, None)
    do(d, 0, "a")
    assert d.opened(0) == 1
    do(d, 0, "x")
    assert (d.opened(0), d.opened(1)) == (None, 2)


def test_the_act_of_another_makes_nobodys_decision_stale() -> None:
    d = bench(ask(0, 1, 2), a=ask(0))
    do(d, 0, "a")
    do(d, 0, "x")
    assert (d.version, d.opened(1), d.opened(2)) == (2, 0, 0)


def test_unless_it_changes_what_one_is_asked() -> None:
    d = bench(ask(0, 1, 2), a=shorten)
    do(d, 0, "a")
    assert (d.opened(1), d.opened(2)) == (0, 1)


def test_taking_back_asks_anew_only_whom_it_concerns() -> None:
    d = bench(ask(0, 1, 2), a=shorten)
    do(d, 0, "a")
    d.undo(0)
    assert (d.opened(0), d.opened(1), d.opened(2)) == (2, 0, 2)


def test_a_sealed_choice_of_another_makes_nothing_stale() -> None:
    d = bench(secret(0, 1))
    do(d, 0, "x")
    assert (d.opened(0), d.opened(1)) == (0, 0)


def test_it_survives_a_reload() -> None:
    d = bench(ask(0, 1, 2), a=shorten)
    do(d, 0, "a")
    assert [again(d).opened(seat) for seat in range(3)] == [None, 0, 1]


def test_leaving_makes_stale_only_what_it_changes() -> None:
    d = bench(ask(0, 1, 2), ask(0))
    d.leave(2)
    assert (d.version, d.opened(0), d.opened(2)) == (1, 0, 0)
    other = bench(ask(0, 1, 2), leave=ask(0, 1))
    other.leave(2)
    assert (other.opened(0), other.opened(2)) == (1, None)
