"""The agenda: what comes next, side by side, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlor.engine import End, Leave, RulesError
from tests.engine.samples import Ask, Note, Round, Stray, again, ask, bench, do, notes, secret, whole


def trail(driver: Any) -> list[str]:
    return list(driver.position.trail)


def test_returned_phases_run_in_order_before_what_was_waiting() -> None:
    d = bench(ask(0), Note("later"), ask(1), a=(Note("x"), Note("y")))
    do(d, 0, "a")
    assert trail(d) == ["0:a", "x", "y", "later"]
    assert d.acting == [1]


def test_returning_nothing_goes_on_with_what_was_waiting() -> None:
    d = bench(ask(0), ask(1))
    do(d, 0, "a")
    assert d.acting == [1]


def test_a_list_of_phases_is_as_good_as_a_tuple() -> None:
    d = bench(ask(0), a=[Note("x"), Note("y")])
    do(d, 0, "a")
    assert trail(d) == ["0:a", "x", "y"]


def test_a_phase_that_returns_itself_stays_and_asks_again() -> None:
    d = bench(ask(0), a=ask(0), b=None)
    do(d, 0, "a")
    assert d.acting == [0]
    do(d, 0, "b")
    assert d.finished


def test_an_empty_agenda_ends_the_game() -> None:
    d = bench(ask(0))
    do(d, 0, "a")
    assert (d.finished, d.reason, d.acting) == (True, "played", [])


def test_a_set_up_without_phases_is_a_finished_game() -> None:
    assert bench().finished


@pytest.mark.parametrize("where", ["apply", "enter", "branch", "enter of a branch", "resolve", "set-up"])
def test_end_ends_the_game_from_anywhere(where: str) -> None:
    after = {
        "apply": lambda: (bench(ask(0), ask(1), a=(Note("x"), End())), [(0, "a")]),
        "enter": lambda: (bench(ask(0), ask(1), a=Note("x"), at_x=End()), [(0, "a")]),
        "branch": lambda: (bench(ask(0, 1), ask(2), a=End()), [(1, "a")]),
        "enter of a branch": lambda: (bench(ask(0, 1), ask(2), a=Note("x"), at_x=End()), [(1, "a")]),
        "resolve": lambda: (bench(secret(0, 1), ask(2), resolve=End()), [(0, "a"), (1, "a")]),
        "set-up": lambda: (bench(End(), ask(0)), []),
    }
    d, moves = after[where]()
    for seat, what in moves:
        do(d, seat, what)
    assert (d.finished, d.agenda, d.reason) == (True, (), "played")


def test_leave_drops_all_that_waits_above_the_nearest_phase_of_that_kind() -> None:
    d = bench(ask(0), Note("dropped"), Round("near"), Note("between"), Round("far"), a=Leave(Round))
    do(d, 0, "a")
    assert trail(d) == ["0:a", "near", "between", "far"]


def test_phases_returned_with_a_leave_come_on_top_of_it() -> None:
    d = bench(ask(0), Note("dropped"), Round("round"), a=(Leave(Round), Note("first")))
    do(d, 0, "a")
    assert trail(d) == ["0:a", "first", "round"]


def test_leave_from_enter() -> None:
    d = bench(Note("x"), Note("dropped"), Round("round"), at_x=Leave(Round))
    assert trail(d) == ["x", "round"]


def test_leave_inside_a_branch_keeps_the_other_branches() -> None:
    d = bench(ask(0, 1), a=(ask(0), Note("dropped"), Round("mine"), ask(0)), b=Leave(Round))
    do(d, 0, "a")
    do(d, 0, "b")
    assert trail(d)[-1] == "mine"
    assert d.acting == [1, 0]


def test_leave_out_of_a_branch_drops_the_branching_phase() -> None:
    d = bench(ask(0, 1, 2), Note("dropped"), Round("round"), ask(2), a=Leave(Round))
    do(d, 1, "a")
    assert trail(d) == ["1:a", "round"]
    assert d.acting == [2]


def test_leave_from_deep_inside_a_branch_finds_its_phase_outside() -> None:
    d = bench(ask(0, 1), Note("dropped"), Round("round"), ask(2), a=ask(0), b=(Leave(Round), Note("first")))
    do(d, 0, "a")
    do(d, 0, "b")
    assert trail(d) == ["0:a", "0:b", "first", "round"]
    assert d.acting == [2]


def test_leave_from_an_enter_inside_a_branch_finds_its_phase_outside() -> None:
    d = bench(ask(0, 1), Note("dropped"), Round("round"), ask(2), a=Note("x"), at_x=Leave(Round))
    do(d, 0, "a")
    assert trail(d) == ["0:a", "x", "round"]
    assert d.acting == [2]


@pytest.mark.parametrize(
    "way", [{"a": Leave(Ask)}, {"a": Note("x"), "at_x": Leave(Ask)}, {"a": ask(0), "b": Leave(Ask)}]
)
def test_leave_for_the_kind_that_one_branches_from_looks_below_it(way: dict[str, Any]) -> None:
    d = bench(ask(0, 1), Note("dropped"), ask(2, tag="below"), **way)
    do(d, 0, "a")
    if "b" in way:
        do(d, 0, "b")
    assert d.acting == [2]
    assert "dropped" not in trail(d)


@pytest.mark.parametrize("first", [[ask(0)], [ask(0, 1)], [Note("x"), ask(0)]])
def test_leave_for_a_phase_that_does_not_wait_is_an_error_that_names_the_phase(first: list[Any]) -> None:
    with pytest.raises(RulesError, match=r"(Ask|Note) leaves for a phase that does not wait"):
        do(bench(*first, a=Leave(Round), at_x=Leave(Round)), 0, "a")


def test_a_phase_without_seats_runs_once() -> None:
    d = bench(Note("x"), ask(0), a=Note("y"))
    do(d, 0, "a")
    assert trail(d) == ["x", "0:a", "y"]


def test_an_endless_loop_is_an_error_that_names_the_phase() -> None:
    d = bench(ask(0), a=Note("loop"), at_loop=Note("loop"))
    before = whole(d)
    with pytest.raises(RulesError, match=r"Note: 1000 phases passed without a decision"):
        do(d, 0, "a")
    assert whole(d) == before


def test_a_thousand_passes_are_allowed() -> None:
    d = bench(ask(0), a=notes(*(str(n) for n in range(1000))))
    do(d, 0, "a")
    assert len(trail(d)) == 1001
    other = bench(ask(0), a=notes(*(str(n) for n in range(1001))))
    with pytest.raises(RulesError):
        do(other, 0, "a")


def test_a_phase_with_several_seats_waits_for_each() -> None:
    d = bench(ask(0, 1, 2), Note("after"))
    assert d.acting == [0, 1, 2]
    do(d, 1, "x")
    assert d.acting == [0, 2]
    do(d, 2, "x")
    assert "after" not in trail(d)
    do(d, 0, "x")
    assert trail(d) == ["1:x", "2:x", "0:x", "after"]


def test_what_a_seat_does_next_runs_side_by_side_with_the_others() -> None:
    d = bench(ask(0, 1), Note("after"), a=(Note("mine"), ask(0, tag="more")))
    do(d, 0, "a")
    assert trail(d) == ["0:a", "mine"]
    assert d.acting == [1, 0]
    do(d, 0, "x")
    do(d, 1, "a")
    assert d.acting == [0]
    do(d, 0, "x")
    assert trail(d)[-1] == "after"


def test_branches_nest() -> None:
    d = bench(ask(0, 1), Note("end"), a=(ask(0, 2), Note("joined")), b=(ask(2), ask(2)))
    do(d, 0, "a")
    assert d.acting == [1, 0, 2]
    do(d, 2, "b")
    assert d.decision(2) is not None and d.decision(2).path == (0, 2)  # type: ignore[union-attr]
    do(d, 1, "x")
    do(d, 2, "x")
    do(d, 0, "x")
    assert d.acting == [2]
    do(d, 2, "x")
    assert trail(d)[-2:] == ["joined", "end"]


def test_branches_survive_a_reload() -> None:
    d = bench(ask(0, 1), Note("end"), a=(ask(0, 2), Note("joined")))
    do(d, 0, "a")
    d = again(d)
    for seat in (2, 1, 0):
        do(d, seat, "x")
    assert trail(d) == ["0:a", "2:x", "1:x", "0:x", "joined", "end"]


def test_a_seat_asked_in_two_branches_answers_one_after_the_other() -> None:
    d = bench(ask(0, 1), Note("end"), a=ask(2, tag="first"), b=ask(2, tag="second"))
    do(d, 0, "a")
    do(d, 1, "b")
    assert d.acting == [2]
    tags = []
    while not d.finished:
        decision = d.decision(2)
        assert decision is not None
        tags.append(decision.frame.phase.tag)
        do(d, 2, "x")
    assert tags == ["first", "second"]
    assert trail(d)[-1] == "end"


@pytest.mark.parametrize(
    ("after", "why"),
    [
        (ask(1, 1), "Ask asks a seat twice"),
        (ask(7), "Ask asks seat 7"),
        (ask(-1), "Ask asks seat -1"),
        (Stray(), "Stray is not among the game's phases"),
        ((Note("x"), Stray()), "Stray is not among the game's phases"),
        ("Note", "Ask returned 'Note'"),
        (End, "Ask returned .*End"),
        (True, "Ask returned True"),
    ],
)
def test_rubbish_is_an_error_that_names_the_phase_and_changes_nothing(after: Any, why: str) -> None:
    d = bench(ask(0), ask(1), a=lambda p, seat, ctx: after)
    before = whole(d)
    with pytest.raises(RulesError, match=why):
        do(d, 0, "a")
    assert whole(d) == before


def test_frames_are_numbered_anew_for_each_phase_and_go_on_after_a_reload() -> None:
    d = bench(ask(0), a=ask(0))
    for _turn in range(3):
        do(d, 0, "a")
    numbers = [d.agenda[-1].n]
    d = again(d)
    do(d, 0, "a")
    numbers.append(d.agenda[-1].n)
    assert numbers == [4, 5]


@given(st.data())
def test_whatever_the_order_of_acts_every_branch_is_run_to_its_end(data: st.DataObject) -> None:
    seats = data.draw(st.integers(2, 5))
    d = bench(ask(*range(seats)), Note("end"), seats=seats, a=lambda p, seat, ctx: (ask(seat), Note(f"done {seat}")))
    while not d.finished:
        seat = data.draw(st.sampled_from(d.acting))
        deep = d.decision(seat).path  # type: ignore[union-attr]
        do(d, seat, "x" if deep or data.draw(st.booleans()) else "a")
    branched = sorted(note[5:] for note in trail(d) if note.startswith("done"))
    assert branched == sorted(note[0] for note in trail(d) if note.endswith(":a"))
    assert trail(d)[-1] == "end"
