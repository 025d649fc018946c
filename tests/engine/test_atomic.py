"""A step happens wholly or not at all, whatever the rules raise and wherever."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from parlor.engine import Chance, Context, Driver, Illegal, NotYourTurn, Over, Refused, RulesError, Seat, Statistic
from tests.engine.samples import BENCH, SEED, Bench, Do, Note, ask, bench, do, secret, whole


class Slow(BaseException):
    """What stops rules that run too long is no ordinary exception."""


def mess(p: Bench, seat: int, ctx: Context) -> None:
    """Changes all that rules can change."""
    p.purse[0] = 999
    p.deck.clear()
    p.hands[0].append("card-99")
    ctx.chance("dice").roll()
    ctx.chance("scripted").below(9)
    ctx.count("acts", Seat(0))
    ctx.log("mess")
    ctx.reveal()


def failing(error: BaseException) -> Callable[..., Any]:
    def plan(p: Bench, seat: int, ctx: Context) -> Any:
        mess(p, seat, ctx)
        raise error

    return plan


def unknown_statistic(p: Bench, seat: int, ctx: Context) -> None:
    mess(p, seat, ctx)
    ctx.count("acst", Seat(0))


def no_legal_move(p: Bench, seat: int, ctx: Context) -> Any:
    mess(p, seat, ctx)
    p.limit[1] = 0
    return ask(1)


def table(plan: Callable[..., Any], *first: Any) -> Driver:
    chance = Chance.scripted(SEED, scripted=[4, 5, 6])
    return bench(*(first or (ask(0),)), ask(1), chance=chance, bad=plan, at_bad=plan, resolve=plan, leave=plan,
                 enter=Note("bad"), split=Note("bad"), ok=lambda p, seat, ctx: ask(seat))  # fmt: skip


FAULTS = [
    failing(ZeroDivisionError()),
    failing(Slow()),
    failing(Refused("no")),
    failing(RecursionError()),
    unknown_statistic,
    no_legal_move,
    lambda p, seat, ctx: mess(p, seat, ctx) or 5,
]
WAYS: dict[str, tuple[list[Any], Callable[[Driver], Any]]] = {
    "apply": ([ask(0)], lambda d: do(d, 0, "bad")),
    "enter": ([ask(0)], lambda d: do(d, 0, "enter")),
    "a branch": ([ask(0, 1, 2)], lambda d: do(d, 0, "bad")),
    "the enter of a branch": ([ask(0, 1, 2)], lambda d: do(d, 0, "split")),
    "resolve": ([secret(0, 2)], lambda d: [do(d, 2, "x"), do(d, 0, "y")]),
    "leave": ([ask(0)], lambda d: d.leave(0)),
}


@pytest.mark.parametrize("plan", FAULTS, ids=range(len(FAULTS)))
@pytest.mark.parametrize("way", WAYS)
def test_rules_that_fail_leave_everything_as_it_was(way: str, plan: Callable[..., Any]) -> None:
    first, act = WAYS[way]
    d = table(plan, *first)
    if way == "resolve":
        do(d, 2, "x")
    else:
        do(d, 0, "ok")
    before, position = whole(d), d.position
    with pytest.raises((ZeroDivisionError, Slow, Refused, RecursionError, RulesError, TypeError)):
        act(d)
    assert whole(d) == before
    assert d.position is position
    assert not d.finished


def test_a_position_that_makes_no_sense_is_noticed_in_time() -> None:
    def spoil(p: Bench, seat: int, ctx: Context) -> Any:
        p.hands = 5  # type: ignore[assignment]
        ctx.count("acts", Seat(0))
        return ask(1)

    d = table(spoil)
    before = whole(d)
    with pytest.raises(TypeError):
        do(d, 0, "bad")
    assert whole(d) == before


def test_the_game_goes_on_after_a_failure_as_if_nothing_had_been() -> None:
    d, other = table(failing(Slow())), table(failing(Slow()))
    with pytest.raises(Slow):
        do(d, 0, "bad")
    for game in (d, other):
        do(game, 0, "ok")
    assert whole(d) == whole(other)
    assert d.log == other.log


@pytest.mark.parametrize("plan", [failing(ZeroDivisionError()), unknown_statistic])
def test_a_set_up_that_fails_makes_no_game(plan: Callable[..., Any]) -> None:
    with pytest.raises((ZeroDivisionError, RulesError)):
        bench(Note("bad"), at_bad=plan)


@pytest.mark.parametrize(
    ("name", "seat", "why"),
    [
        ("acst", 0, "the statistic 'acst' is not declared; add it to the game's `statistics`"),
        ("acts", None, "the statistic 'acts' is counted per seat, not for None"),
        ("acts", 7, "the statistic 'acts' is counted per seat, not for 7"),
        ("all", 0, "the statistic 'all' is counted per table, not for 0"),
    ],
)
def test_a_statistic_counted_wrongly_is_named(name: str, seat: Any, why: str) -> None:
    d = bench(ask(0), a=lambda p, _seat, ctx: ctx.count(name, seat))
    with pytest.raises(RulesError) as error:
        do(d, 0, "a")
    assert str(error.value) == why
    assert d.statistics == {"acts": [0, 0, 0], "all": [0]}


def test_statistics_of_the_set_up_count() -> None:
    d = bench(Note("x"), ask(0), at_x=lambda p, seat, ctx: ctx.count("acts", Seat(1), 5))
    assert d.statistics["acts"] == [0, 5, 0]
    assert [statistic.per_seat for statistic in BENCH.statistics] == [True, False]
    assert Statistic("x", "X").per_seat


def test_refusals() -> None:
    d = bench(ask(0), ask(1))
    before = whole(d)
    with pytest.raises(NotYourTurn, match="It is not your turn"):
        do(d, 1, "x")
    with pytest.raises(NotYourTurn):
        do(d, 9, "x")
    with pytest.raises(Illegal):
        do(d, 0, "")
    with pytest.raises(Illegal):
        d.play(0, Note("x"))  # type: ignore[arg-type]
    assert whole(d) == before
    do(d, 0, "x")
    do(d, 1, "x")
    with pytest.raises(Over, match="The game is over"):
        do(d, 1, "x")


@pytest.mark.parametrize("seats", [0, 6])
def test_a_table_too_small_or_too_large_is_refused(seats: int) -> None:
    with pytest.raises(Refused, match=f"Bench is for 1 to 5 players, not {seats}"):
        bench(ask(0), seats=seats)


def test_a_dead_end_is_an_error_that_names_phase_and_seat() -> None:
    d = bench(ask(0), ask(1), a=no_legal_move)
    with pytest.raises(RulesError, match="Ask: seat 1 must act and has no legal move"):
        do(d, 0, "a")


def test_moves_are_told_apart_by_kind_and_fields() -> None:
    assert Do("a") == Do("a") != Do("b")
