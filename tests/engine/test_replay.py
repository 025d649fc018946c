"""Snapshots and replay: from seed, options and stored steps the same game follows, byte for byte."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlor.engine import Chance, Context, Driver, Refused, Row, RulesError, Seat, load
from tests.engine.samples import SEED, Bench, again, ask, bench, do, notes, secret, show


def roll(p: Bench, seat: int, ctx: Context) -> Any:
    p.trail.append(str(ctx.chance("dice").roll()))
    ctx.count("acts", Seat(seat))
    return ask(seat)


def table(chance: Chance | None = None) -> Driver:
    return bench(
        ask(0, 1, 2), *notes("middle"), secret(0, 1, 2), ask(2), ask(0, 1, 2), ask(1), chance=chance,
        roll=roll, split=lambda p, seat, ctx: (ask(seat), ask(*range(3))), stay=lambda p, seat, ctx: ask(seat),
        resolve=lambda p, seat, ctx: notes(str(ctx.chance("dice").below(9))),
        leave=lambda p, seat, ctx: ask(*(s for s in range(3) if s not in ctx.gone)),
    )  # fmt: skip


STEPS = ["roll", "split", "stay", "x", "undo", "leave"]


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(STEPS)), max_size=25))
def test_the_stored_steps_rebuild_the_game_and_a_reload_anywhere_changes_nothing(acts: list[tuple[int, str]]) -> None:
    d = table()
    reloaded = table()
    for seat, what in acts:
        stored = len(d.rows)
        try:
            if what == "undo":
                d.undo(seat)
            elif what == "leave":
                d.leave(seat)
            else:
                do(d, seat, what)
        except Refused:
            continue
        for row in d.rows[stored:]:
            if row.do == "undo":  # needs what was before: replayed from the start
                reloaded = table()
                for earlier in d.rows[:-1]:
                    reloaded.replay(earlier)
            else:
                reloaded = again(reloaded)
            reloaded.replay(d.codec.unrow(d.codec.row(row)))
            assert reloaded.digest() == d.digest()
            assert [reloaded.opened(s) for s in range(3)] == [d.opened(s) for s in range(3)]
    other = table()
    for row in d.rows:
        other.replay(d.codec.unrow(d.codec.row(row)))
    assert other.dump() == d.dump()
    assert other.digest() == d.digest()
    assert msgspec.json.encode(other.log) == msgspec.json.encode(d.log)
    assert again(d).dump() == d.dump()


def test_a_scripted_chance_survives_a_reload() -> None:
    d = table(Chance.scripted(SEED, dice=[3, 4, 5]))
    do(d, 0, "roll")
    d = again(d)
    do(d, 0, "roll")
    do(d, 0, "roll")
    do(d, 0, "roll")
    assert [note for note in d.position.trail if note.isdigit()][:3] == ["4", "5", "6"]
    assert d.chance.counters == {"dice": 1}


def test_all_sorts_of_values_survive_a_reload() -> None:
    d = show(4)
    other = again(d)
    assert other.dump() == d.dump()
    for seat in (None, 0, 1, 2, 3):
        assert msgspec.json.encode(other.view(seat)) == msgspec.json.encode(d.view(seat))


def test_who_left_and_how_it_ended_survive_a_reload() -> None:
    d = table()
    d.leave(1)
    d = again(d)
    assert (d.gone, d.context.gone, d.acting) == ((1,), (1,), [0, 2])
    assert d.context.after(Seat(0)) == 2
    with pytest.raises(Refused, match="already left"):
        d.leave(1)
    d.leave(0)
    end = again(d)
    assert (end.finished, end.reason, end.gone) == (True, "conceded", (1, 0))
    assert [standing.place for standing in end.result()] == [2, 3, 1]


def test_a_reloaded_log_begins_after_the_snapshot() -> None:
    d = again(table())
    assert d.log == []
    do(d, 0, "stay")
    assert [entry.version for entry in d.log] == [1]
    d.undo(0)
    assert d.log[0].struck


def test_lines_hide_after_a_reload_what_they_hid_before() -> None:
    def tell(p: Bench, seat: int, ctx: Context) -> Any:
        card = p.deck.pop()
        ctx.log("{card} is burnt", card=card)
        return ask(seat)

    d = bench(ask(0), tell=tell)
    other = again(d)
    do(d, 0, "tell")
    do(other, 0, "tell")
    assert other.log[-1].lines == d.log[-1].lines
    assert d.log[-1].lines[0].seen == {"card": ()}


def test_a_statistic_that_a_new_release_counts_begins_at_zero() -> None:
    d = table()
    state = msgspec.json.decode(d.dump())
    del state["statistics"]["all"]
    other = load(d.game, 3, d.options, SEED, d.context.data, msgspec.json.encode(state))
    assert other.statistics == {"acts": [0, 0, 0], "all": [0]}


def test_what_cannot_be_read_is_an_error() -> None:
    d = table()
    state = msgspec.json.decode(d.dump())
    state["format"] = 99
    with pytest.raises(RulesError, match="format 99"):
        load(d.game, 3, d.options, SEED, {}, msgspec.json.encode(state))
    with pytest.raises(RulesError, match="a step 'jump'"):
        d.replay(Row("jump", 0))


def test_the_dump_tells_neither_seed_nor_choices() -> None:
    d = table()
    assert SEED.hex().encode() not in d.dump()
    assert set(msgspec.json.decode(d.dump())) == {
        "format", "version", "floor", "position", "agenda", "frames", "counters", "script", "statistics", "opened",
        "gone", "out", "finished", "reason",
    }  # fmt: skip
