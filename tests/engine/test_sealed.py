"""Sealed phases: choices that nobody sees until all are in."""

from __future__ import annotations

import msgspec
import pytest

from parlor.engine import Chance, Illegal, NotYourTurn, Seat
from tests.engine.samples import Do, Note, again, ask, bench, do, secret, whole


def test_a_choice_changes_neither_version_nor_log_nor_what_others_see() -> None:
    d = bench(secret(0, 1, 2))
    before = d.version, len(d.log), d.dump(), [d.view(seat) for seat in (None, 0, 1, 2)], d.digest()
    assert do(d, 1, "red") is None
    assert (d.version, len(d.log), d.dump(), [d.view(seat) for seat in (None, 0, 1, 2)], d.digest()) == before
    assert d.acting == [0, 2]
    assert d.rows == []
    assert [d.chosen(seat) for seat in range(3)] == [None, Do("red"), None]


def test_the_last_choice_resolves_the_phase_once_in_order_of_seats() -> None:
    d = bench(secret(0, 1, 2), Note("after"))
    for seat in (2, 0):
        do(d, seat, "ab"[seat // 2])
    row = do(d, 1, "c")
    assert row is not None and row.do == "sealed" and row.moves == {0: Do("a"), 1: Do("c"), 2: Do("b")}
    assert d.position.trail == ["0:a 1:c 2:b", "after"]
    assert (d.version, len(d.log), d.pending) == (1, 2, {})


def test_a_choice_can_be_replaced_and_withdrawn() -> None:
    d = bench(secret(0, 1))
    do(d, 0, "red")
    do(d, 0, "blue")
    assert d.chosen(0) == Do("blue")
    assert d.withdraw(0)
    assert not d.withdraw(0)
    assert not d.withdraw(2)
    assert d.acting == [0, 1]
    do(d, 0, "green")
    do(d, 1, "red")
    assert d.position.trail == ["0:green 1:red"]


def test_an_illegal_choice_is_refused_and_keeps_the_one_before() -> None:
    d = bench(secret(0, 1))
    do(d, 0, "red")
    with pytest.raises(Illegal):
        do(d, 0, "x" * 21)
    assert d.chosen(0) == Do("red")


def test_settled_ends_the_wait_early() -> None:
    d = bench(secret(0, 1, 2))
    do(d, 0, "go")
    assert do(d, 2, "stop") is not None
    assert d.position.trail == ["0:go 2:stop"]
    assert d.finished


def test_a_sealed_phase_in_a_branch_leaves_the_other_branches_alone() -> None:
    d = bench(ask(0, 1), Note("end"), a=(secret(0, 2), Note("resolved")))
    do(d, 0, "a")
    assert d.acting == [1, 0, 2]
    do(d, 2, "red")
    do(d, 1, "x")
    assert d.chosen(2) == Do("red")
    do(d, 0, "blue")
    assert d.position.trail == ["0:a", "1:x", "0:blue 2:red", "resolved", "end"]


def test_two_sealed_phases_side_by_side_resolve_apart() -> None:
    d = bench(ask(0, 1), a=lambda p, seat, ctx: secret(seat, seat + 2), seats=4)
    do(d, 0, "a")
    do(d, 1, "a")
    do(d, 0, "w")
    do(d, 3, "x")
    do(d, 1, "y")
    assert d.chosen(0) == Do("w")
    do(d, 2, "z")
    assert d.position.trail == ["0:a", "1:a", "1:y 3:x", "0:w 2:z"]


def test_a_failure_in_resolve_restores_everything() -> None:
    def fail(p: object, seat: int, ctx: object) -> None:
        raise ZeroDivisionError

    d = bench(secret(0, 1), resolve=fail)
    do(d, 0, "red")
    before = whole(d)
    for _try in range(2):
        with pytest.raises(ZeroDivisionError):
            do(d, 1, "blue")
        assert whole(d) == before


def test_a_failure_in_settled_restores_the_choices() -> None:
    d = bench(secret(0, 1, 2))
    do(d, 0, "red")
    before = whole(d)
    with pytest.raises(ValueError, match="spoilt"):
        do(d, 0, "spoil")
    assert whole(d) == before


def test_a_choice_that_is_no_longer_legal_is_dropped_and_asked_for_again() -> None:
    def shorten(p: object, seat: int, ctx: object) -> None:
        p.limit[1] = 3  # type: ignore[attr-defined]

    d = bench(ask(0, 2), a=(secret(0, 1)), b=shorten)
    do(d, 0, "a")
    do(d, 1, "purple")
    do(d, 2, "b")
    assert d.chosen(1) is None
    assert d.acting == [0, 1]
    assert d.opened(1) == d.version
    do(d, 1, "red")
    do(d, 0, "mauve")
    assert d.position.trail[-1] == "0:mauve 1:red"


def test_stored_choices_that_are_not_legal_do_not_count() -> None:
    d = bench(secret(0, 1))
    n = d.agenda[-1].n
    d.pending[n] = {1: Do("x" * 21)}
    assert do(d, 0, "red") is None
    assert d.acting == [1]
    d.pending[n + 5] = {0: Do("x")}
    d.sift_choices()
    assert d.pending == {n: {0: Do("red")}}


def test_a_choice_is_no_act_that_would_hinder_taking_back() -> None:
    d = bench(ask(0), a=secret(1, 2))
    do(d, 0, "a")
    do(d, 1, "red")
    assert d.why_no_undo(0) is None
    d.undo(0)
    assert d.acting == [0]
    assert d.pending == {}


def test_stored_choices_replay_without_being_made_one_by_one() -> None:
    d = bench(secret(0, 1, 2), ask(1))
    for seat in range(3):
        do(d, seat, f"c{seat}")
    other = bench(secret(0, 1, 2), ask(1))
    for row in d.rows:
        other.replay(other.codec.unrow(d.codec.row(row)))
    assert other.dump() == d.dump()


def test_a_phase_that_is_over_cannot_be_resolved_again() -> None:
    d = bench(secret(0, 1), ask(0))
    do(d, 0, "a")
    row = do(d, 1, "b")
    assert row is not None
    with pytest.raises(NotYourTurn):
        d.replay(row)
    with pytest.raises(NotYourTurn):
        d.resolve(d.agenda[-1].n, {Seat(0): Do("x")})


def test_pending_choices_are_in_no_dump_and_no_view() -> None:
    d = bench(secret(0, 1))
    do(d, 0, "ultramarine")
    for seat in (None, 0, 1):
        assert b"ultramarine" not in msgspec.json.encode(d.view(seat))
    assert b"ultramarine" not in d.dump()
    assert again(d).pending == {}


def test_an_imagined_game_keeps_the_own_choice_only() -> None:
    d = bench(secret(0, 1, 2))
    do(d, 0, "mine")
    do(d, 1, "theirs")
    world = d.imagine(0, Chance(bytes(32)))
    assert world.chosen(0) == Do("mine")
    assert world.chosen(1) is None
    world.play(1, Do("guess"))
    world.play(2, Do("guess"))
    assert world.position.trail == ["0:mine 1:guess 2:guess"]
    assert d.chosen(1) == Do("theirs")
    assert d.position.trail == []
