"""Leaving: two, three and more seats, who is placed where, and results."""

from __future__ import annotations

from typing import Any

import pytest

from parlor.engine import Context, End, Leave, Over, PlayOn, Refused, RulesError, Seat, Standing, standings
from parlor.engine.results import with_leavers
from tests.engine.samples import Bench, Round, ask, bench, do, secret, whole


def places(result: list[Standing]) -> list[int]:
    return [standing.place for standing in result]


def test_with_two_seats_the_other_one_wins() -> None:
    d = bench(ask(0), seats=2)
    row = d.leave(1)
    assert (row.do, row.seat) == ("leave", 1)
    assert (d.finished, d.reason, d.version) == (True, "conceded", 1)
    assert places(d.result()) == [1, 2]
    assert [standing.score for standing in d.result()] == [10, 11]
    assert (d.log[-1].seat, [line.message for line in d.log[-1].lines]) == (1, ["{seat} leaves the game"])
    with pytest.raises(Over):
        d.leave(0)


def test_one_may_leave_out_of_turn_and_alone() -> None:
    d = bench(ask(0), seats=1)
    d.leave(0)
    assert (d.reason, places(d.result())) == ("conceded", [1])


def test_with_three_a_bot_plays_on_by_default() -> None:
    d = bench(ask(0, 1, 2), ask(1))
    do(d, 0, "x")
    d.leave(1)
    assert (d.gone, d.context.gone) == ((1,), ())
    assert d.acting == [1, 2]
    do(d, 1, "x")
    do(d, 2, "x")
    do(d, 1, "x")
    assert (d.finished, d.reason) == (True, "played")
    assert places(d.result()) == [2, 3, 1]


def test_a_game_may_put_a_seat_out_and_order_the_agenda_anew() -> None:
    def leave(p: Bench, seat: int, ctx: Context) -> Any:
        p.purse[seat] = 0
        ctx.log("{seat} is out", seat=seat)
        return ask(ctx.after(Seat(seat)))

    d = bench(ask(1), ask(1), leave=leave, seats=4, go=lambda p, seat, ctx: ask(ctx.after(Seat(seat))))
    d.leave(1)
    assert (d.acting, d.context.gone, d.position.purse) == ([2], (1,), [10, 0, 12, 13])
    assert [line.message for line in d.log[-1].lines] == ["{seat} leaves the game", "{seat} is out"]
    do(d, 2, "go")
    do(d, 3, "go")
    do(d, 0, "go")
    assert d.acting == [2]


def test_who_left_first_is_last_and_the_last_one_wins() -> None:
    d = bench(ask(0), seats=4)
    for seat in (2, 3, 0):
        d.leave(seat)
    assert (d.finished, d.reason) == (True, "conceded")
    assert places(d.result()) == [2, 1, 4, 3]


def test_leaving_twice_or_from_elsewhere_is_refused() -> None:
    d = bench(ask(0), seats=4)
    d.leave(2)
    before = whole(d)
    for seat in (2, 4, -1):
        with pytest.raises(Refused):
            d.leave(seat)
    assert whole(d) == before


def test_a_game_may_end_when_somebody_leaves() -> None:
    for after in (End(), None):
        d = bench(ask(0), leave=lambda p, seat, ctx, after=after: after)
        d.leave(0)
        assert (d.finished, d.reason) == (True, "played")
        assert places(d.result()) == [3, 2, 1]


def test_sealed_choices_of_a_phase_that_is_dropped_are_gone() -> None:
    d = bench(secret(0, 1, 2), leave=lambda p, seat, ctx: secret(0, 2))
    do(d, 0, "x")
    d.leave(1)
    assert (d.pending, d.acting) == ({}, [0, 2])
    other = bench(secret(0, 1, 2))
    do(other, 0, "x")
    other.leave(1)
    assert other.acting == [1, 2]


@pytest.mark.parametrize("after", [Leave(Round), "nonsense", PlayOn])
def test_rubbish_is_an_error_and_changes_nothing(after: Any) -> None:
    d = bench(ask(0), Round("r"), leave=lambda p, seat, ctx: after)
    before = whole(d)
    with pytest.raises(RulesError):
        d.leave(1)
    assert whole(d) == before


def test_a_failure_lets_nobody_leave() -> None:
    def leave(p: Bench, seat: int, ctx: Context) -> Any:
        p.purse[seat] = 0
        ctx.chance("x").below(5)
        raise KeyboardInterrupt

    d = bench(ask(0), leave=leave)
    before = whole(d)
    with pytest.raises(KeyboardInterrupt):
        d.leave(1)
    assert whole(d) == before
    assert d.gone == ()


def test_after_skips_those_who_left_and_stays_with_the_last() -> None:
    ctx = bench(ask(0), seats=4).context
    ctx.gone = (1, 2)
    assert [ctx.after(Seat(seat)) for seat in range(4)] == [3, 3, 3, 0]
    ctx.gone = (0, 1, 2, 3)
    assert ctx.after(Seat(2)) == 2


def test_there_is_no_result_before_the_end() -> None:
    with pytest.raises(Refused, match="not over"):
        bench(ask(0)).result()


def test_standings_by_score() -> None:
    assert places(standings([5, 9, 7])) == [3, 1, 2]
    assert places(standings([5, 9, 7], lowest=True)) == [1, 3, 2]
    assert places(standings([5, 9, 5, 9])) == [3, 1, 3, 1]
    assert places(standings([5, 5, 5], ties=[1, 3, 2])) == [3, 1, 2]
    assert places(standings([5, 5, 5], lowest=True, ties=[(1, 2), (1, 3), (1, 2)])) == [2, 1, 2]


def test_those_who_stayed_keep_their_order_and_ties() -> None:
    def left(earned: list[int], gone: list[int]) -> list[int]:
        result = [Standing(seat, place) for seat, place in enumerate(earned)]
        return places(with_leavers(result, len(earned), gone, conceded=False))

    assert left([5, 3, 4, 1, 2], [3, 4]) == [3, 1, 2, 5, 4]
    assert left([1, 1, 3], [0]) == [3, 1, 2]
    assert left([1, 2, 2], [0]) == [3, 1, 1]
    assert left([1, 2, 3], []) == [1, 2, 3]
