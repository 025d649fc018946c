"""Taking back: how far, and what stands in the way."""

from __future__ import annotations

import pytest

from parlor.engine import Chance, Context, Driver, End, Refused, Seat, floor_of, load
from tests.engine.samples import SEED, Bench, ask, bench, do, secret, whole


def act(p: Bench, seat: int, ctx: Context) -> None:
    p.purse[seat] += 1
    ctx.count("acts", Seat(seat))
    ctx.count("all")
    ctx.log("{seat} acts", seat=seat)


def turn(p: Bench, seat: int, ctx: Context) -> object:
    act(p, seat, ctx)
    return ask(seat)


def roll(p: Bench, seat: int, ctx: Context) -> object:
    p.purse[seat] += ctx.chance("dice").roll()
    return ask(seat)


def draw(p: Bench, seat: int, ctx: Context) -> object:
    p.hands[seat].append(p.deck.pop())
    return ask(seat)


def lay(p: Bench, seat: int, ctx: Context) -> object:
    p.row.append(p.hands[seat].pop())
    return ask(seat)


def burn(p: Bench, seat: int, ctx: Context) -> object:
    p.deck.insert(0, p.deck.pop())
    return ask(seat)


def take(p: Bench, seat: int, ctx: Context) -> object:
    p.hands[seat].append(p.row.pop())
    return ask(seat)


def say(p: Bench, seat: int, ctx: Context) -> object:
    ctx.reveal()
    return ask(seat)


def sort(p: Bench, seat: int, ctx: Context) -> object:
    ctx.chance("none").shuffle([1])
    return ask(seat)


def table(*first: object, seats: int = 3) -> Driver:
    return bench(
        *first, seats=seats, turn=turn, act=act, roll=roll, draw=draw, lay=lay, burn=burn, take=take, say=say, sort=sort
    )  # fmt: skip


def test_several_steps_are_taken_back_one_by_one() -> None:
    d = table(ask(0), ask(1))
    digests = []
    for _step in range(3):
        digests.append(d.digest())
        do(d, 0, "turn")
    assert d.statistics == {"acts": [3, 0, 0], "all": [3]}
    for digest in reversed(digests):
        d.undo(0)
        assert d.digest() == digest
    assert d.statistics == {"acts": [0, 0, 0], "all": [0]}
    assert (d.version, d.position.purse[0], d.acting) == (6, 10, [0])
    assert [entry.struck for entry in d.log] == [False, True, True, True, False, False, False]
    assert [row.do for row in d.rows] == ["move"] * 3 + ["undo"] * 3


def test_after_taking_back_one_can_do_something_else() -> None:
    d = table(ask(0), ask(1))
    do(d, 0, "turn")
    d.undo(0)
    do(d, 0, "lay")
    d.undo(0)
    assert d.why_no_undo(0) is not None
    do(d, 0, "act")
    assert d.acting == [1]


@pytest.mark.parametrize(
    ("what", "barrier"),
    [
        ("turn", False),
        ("lay", False),  # showing an own card to others tells oneself nothing
        ("take", False),
        ("burn", False),  # nothing is seen
        ("sort", False),  # nothing is drawn
        ("roll", True),
        ("draw", True),
        ("say", True),
    ],
)
def test_what_stands_in_the_way(what: str, barrier: bool) -> None:
    d = table(ask(0), ask(1))
    do(d, 0, "turn")
    before = d.digest()
    do(d, 0, what)
    if barrier:
        assert d.floor == d.version
        state = whole(d)
        with pytest.raises(Refused, match="There is nothing to take back"):
            d.undo(0)
        assert whole(d) == state
    else:
        assert d.floor == 0
        d.undo(0)
        assert d.digest() == before


def test_moves_after_a_barrier_can_be_taken_back_up_to_it() -> None:
    d = table(ask(0))
    do(d, 0, "roll")
    do(d, 0, "turn")
    d.undo(0)
    with pytest.raises(Refused):
        d.undo(0)
    assert d.floor == 1


def test_nobody_takes_back_what_others_have_answered() -> None:
    d = table(ask(0), ask(1))
    do(d, 0, "act")
    assert d.why_no_undo(1) == "Somebody else has acted since your last move."
    do(d, 1, "turn")
    assert d.why_no_undo(0) == "Somebody else has acted since your last move."
    d.undo(1)
    assert d.why_no_undo(0) is not None


def test_in_a_parallel_phase_the_own_act_is_taken_back_and_the_others_stay() -> None:
    d = table(ask(0, 1, 2))
    do(d, 1, "act")
    do(d, 0, "act")
    d.undo(0)
    assert d.acting == [0, 2]
    assert d.position.purse == [10, 12, 12]
    assert d.statistics["acts"] == [0, 1, 0]
    assert d.why_no_undo(1) is not None


def test_a_finished_game_stays_finished() -> None:
    d = bench(ask(0), a=End())
    do(d, 0, "a")
    assert d.why_no_undo(0) == "The game is over."
    assert d.floor == d.version
    with pytest.raises(Refused, match="The game is over"):
        d.undo(0)


def test_a_sealed_phase_that_was_resolved_and_a_seat_that_left_are_barriers() -> None:
    d = table(ask(0), secret(0, 1), ask(0))
    do(d, 0, "act")
    do(d, 0, "x")
    do(d, 1, "y")
    assert d.floor == d.version == 2
    assert d.why_no_undo(0) is not None
    do(d, 0, "turn")
    d.leave(2)
    assert d.floor == d.version == 4
    assert d.why_no_undo(0) is not None


def test_after_taking_back_the_decision_is_new() -> None:
    d = table(ask(0), ask(1))
    do(d, 0, "act")
    assert d.opened(1) == 1
    d.undo(0)
    assert (d.opened(0), d.opened(1)) == (2, None)


def test_moves_can_be_taken_back_after_a_reload_from_a_snapshot_at_the_floor() -> None:
    d = table(ask(0), ask(1))
    do(d, 0, "roll")
    at_floor = d.dump()
    do(d, 0, "turn")
    do(d, 0, "lay")
    assert floor_of(d.dump()) == 1 == floor_of(at_floor)
    other = load(d.game, 3, d.options, SEED, d.context.data, at_floor)
    for row in d.rows[1:]:
        other.replay(row)
    for game in (d, other):
        game.undo(0)
        game.undo(0)
    assert other.dump() == d.dump()
    assert other.digest() == d.digest()
    assert [entry.struck for entry in other.log] == [True, True, False, False]


def test_a_reload_from_a_later_snapshot_has_nothing_to_take_back_and_goes_on() -> None:
    d = table(ask(0), ask(1))
    do(d, 0, "turn")
    other = load(d.game, 3, d.options, SEED, d.context.data, d.dump())
    with pytest.raises(Refused):
        other.undo(0)
    do(other, 0, "turn")
    other.undo(0)
    assert other.digest() == d.digest()
    assert other.floor == 1


def test_a_failure_while_taking_back_changes_nothing() -> None:
    d = table(ask(0), ask(1))
    do(d, 0, "act")
    d.history[-1].position.limit[0] = object()  # the rules cannot say any more what is legal
    state = [d.version, len(d.history), d.position, d.agenda, dict(d.statistics), len(d.log)]
    legal = type(d.agenda[-1].phase).legal
    try:
        type(d.agenda[-1].phase).legal = lambda self, p, seat: 1 / 0  # type: ignore[assignment, method-assign, return-value]
        with pytest.raises(ZeroDivisionError):
            d.undo(0)
    finally:
        type(d.agenda[-1].phase).legal = legal  # type: ignore[method-assign]
    assert [d.version, len(d.history), d.position, d.agenda, dict(d.statistics), len(d.log)] == state


def test_taking_back_replays_the_same_in_another_process_order() -> None:
    d = table(ask(0), ask(1))
    for step in ("turn", "lay"):
        do(d, 0, step)
    d.undo(0)
    do(d, 0, "act")
    do(d, 1, "roll")
    other = table(ask(0), ask(1))
    for row in d.rows:
        other.replay(row)
    assert other.dump() == d.dump()
    assert d.chance.counters == {"dice": 1}
    assert Chance(SEED)("dice").roll() == d.position.purse[1] - 11
