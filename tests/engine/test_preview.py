"""Preview: what a move would do, as far as it depends on nothing unseen."""

from __future__ import annotations

from typing import Any

import pytest

from parlor.engine import Context, Driver, End, Illegal, NotYourTurn, Over, Preview, preview
from tests.engine.samples import Bench, Do, ask, bench, do, secret, whole


def pay(p: Bench, seat: int, ctx: Context) -> Any:
    p.purse[seat] -= 3
    p.row.append(p.hands[seat].pop())
    ctx.log("{seat} pays 3 for {card}", seat=seat, card=p.row[-1])


def gamble(p: Bench, seat: int, ctx: Context) -> Any:
    p.purse[seat] -= 1
    ctx.log("{seat} rolls", seat=seat)
    p.purse[seat] += ctx.chance("dice").roll()
    ctx.log("{seat} has {n}", seat=seat, n=p.purse[seat])


def draw(p: Bench, seat: int, ctx: Context) -> Any:
    p.limit[seat] = 9
    ctx.log("{seat} draws", seat=seat)
    p.hands[seat].append(p.deck.pop())
    ctx.log("it is {card}", card=p.hands[seat][-1])
    ctx.log("done")


def look_up(p: Bench, seat: int, ctx: Context) -> Any:
    p.limit[seat] = 9
    ctx.log("{seat} looks it up", seat=seat)
    ctx.reveal()
    p.purse[seat] += 1
    ctx.log("it is there")


def table() -> Driver:
    return bench(ask(0), ask(1), pay=pay, gamble=gamble, draw=draw, look=look_up, end=End())


def look(d: Driver, what: str, seat: int = 0) -> Preview:
    before = whole(d)
    seen = preview(d, seat, Do(what))
    assert whole(d) == before
    return seen


def test_the_consequences_are_lines_and_the_fields_that_change() -> None:
    d = table()
    seen = look(d, "pay")
    assert [line.message for line in seen.lines] == ["{seat} pays 3 for {card}"]
    assert seen.changed == {
        "trail": ["0:pay"],
        "row": ["card-6", "card-11"],
        "purse": [7, None, None],
        "hands": [["card-12"], 2, 2],
    }
    assert not seen.open
    do(d, 0, "pay")
    assert d.log[-1].lines == seen.lines


def test_it_stops_at_chance() -> None:
    seen = look(table(), "gamble")
    assert [line.message for line in seen.lines] == ["{seat} rolls"]
    assert seen.changed == {"trail": ["0:gamble"], "purse": [9, None, None]}
    assert seen.open


def test_it_stops_where_the_rules_reveal_something() -> None:
    d = table()
    seen = look(d, "look")
    assert [line.message for line in seen.lines] == ["{seat} looks it up"]
    assert seen.changed == {"trail": ["0:look"], "limit": [9, 20, 20]}
    assert seen.open
    do(d, 0, "look")
    assert [line.message for line in d.log[-1].lines] == ["{seat} looks it up", "it is there"]
    assert d.position.purse[0] == 11
    assert d.why_no_undo(0) is not None


def test_nothing_is_told_that_depends_on_unseen_things() -> None:
    d = table()
    seen = look(d, "draw")
    assert [line.message for line in seen.lines] == ["{seat} draws"]
    assert seen.changed == {"trail": ["0:draw"], "deck": 4, "limit": [9, 20, 20]}
    assert seen.open


def test_the_end_of_the_game_is_shown_without_what_it_reveals() -> None:
    seen = look(table(), "end")
    assert seen.changed == {"trail": ["0:end"]}


def test_a_sealed_choice_has_no_preview() -> None:
    assert look(bench(secret(0, 1)), "x") == Preview([], {}, True)


def test_it_refuses_what_play_refuses() -> None:
    d = table()
    with pytest.raises(NotYourTurn):
        preview(d, 1, Do("pay"))
    with pytest.raises(Illegal):
        preview(d, 0, Do("x" * 30))
    do(d, 0, "end")
    with pytest.raises(Over):
        preview(d, 0, Do("pay"))


def test_rules_that_fail_fail_in_the_preview_too() -> None:
    d = bench(ask(0), a=lambda p, seat, ctx: 1 / 0)
    before = whole(d)
    with pytest.raises(ZeroDivisionError):
        preview(d, 0, Do("a"))
    assert whole(d) == before
