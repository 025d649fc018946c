"""Twins and imagined games: what a seat cannot see is dealt anew, and nothing it sees changes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlor.engine import Chance, Driver, RulesError, Seat, pick, play_out
from tests.engine.samples import SEED, Do, Pick, ask, bench, do, secret, show, whole

SEEDS = st.binary(min_size=1, max_size=8)


def cards(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [card for item in values for card in cards(item)]


@settings(max_examples=30)
@given(SEEDS, st.sampled_from([2, 3, 4]), st.booleans(), st.data())
def test_the_view_of_the_seat_stays_as_it_is(seed: bytes, seats: int, opened: bool, data: st.DataObject) -> None:
    d = show(seats, chips="open" if opened else "hidden")
    seat = data.draw(st.integers(0, seats - 1))
    before = d.dump()
    world = d.imagine(seat, Chance(seed))
    assert msgspec.json.encode(world.view(seat)) == msgspec.json.encode(d.view(seat))
    assert d.dump() == before


@settings(max_examples=30)
@given(SEEDS)
def test_cards_are_exchanged_within_their_supply_and_among_equal_backs(seed: bytes) -> None:
    d = show(3)
    real, world = d.position, d.imagine(0, Chance(seed)).position

    def supply(p: Any) -> list[str]:
        return sorted(cards([p.counted, p.hands, [a.hand for a in p.areas], p.piles, p.market.facedown]))

    assert supply(world) == supply(real)
    assert sorted(cards([world.tiles, [k.hand for k in world.kept]])) == sorted(
        cards([real.tiles, [k.hand for k in real.kept]])
    )
    assert [[tile[:6] for tile in hand] for hand in world.tiles] == [["tile-a", "tile-b"]] * 3
    assert [len(hand) for hand in world.hands] == [2, 2, 2]
    assert world.named["a"].facedown == ["jar-1"]


def test_everything_unseen_is_dealt_anew_also_in_parts() -> None:
    d = show(3)
    worlds = [d.imagine(1, Chance(bytes([n]))).position for n in range(12)]

    def differs(what: Any) -> bool:
        return len({msgspec.json.encode(what(p)) for p in [d.position, *worlds]}) > 3

    assert differs(lambda p: p.hands[0])
    assert differs(lambda p: p.areas[0].hand)
    assert differs(lambda p: p.piles)
    assert differs(lambda p: p.market.facedown)
    assert differs(lambda p: p.tiles[0]) and differs(lambda p: p.kept[2].hand)
    for unseen in (
        lambda p: p.hidden, lambda p: p.own[0], lambda p: p.team[0], lambda p: p.others[1],
        lambda p: p.areas[0].own, lambda p: p.areas[1].others, lambda p: p.areas[1].hidden, lambda p: p.kept[0].own,
        lambda p: p.kept[1].hidden, lambda p: p.areas[0].pouch.kept, lambda p: p.market.secret,
    ):  # fmt: skip
        assert differs(unseen)
    for seen in (
        lambda p: p.hands[1], lambda p: p.areas[1].hand, lambda p: p.public, lambda p: p.own[1], lambda p: p.others[0],
        lambda p: p.areas[1].own, lambda p: p.areas[0].others, lambda p: p.areas[0].public, lambda p: p.kept[1].own,
        lambda p: p.areas[1].pouch.kept, lambda p: p.areas[0].pouch.shown, lambda p: p.market.price, lambda p: p.tiles[1],
    ):  # fmt: skip
        assert {msgspec.json.encode(seen(p)) for p in worlds} == {msgspec.json.encode(seen(d.position))}


def test_others_may_do_in_an_imagined_game_what_fits_the_cards_dealt_there() -> None:
    d = show(3)
    world = d.imagine(0, Chance(b"x"))
    assert world.legal(0) == d.legal(0)
    for seat in (1, 2):
        assert world.legal(seat) == [Pick(card) for card in world.position.hands[seat]]
    assert any(world.legal(seat) != d.legal(seat) for seat in (1, 2))


def test_a_deal_with_a_dead_end_is_dealt_again() -> None:
    d = show(2)
    d.position.piles["south"].append("card-300")
    empty = d.position.hands[1]
    empty.clear()
    with pytest.raises(RulesError, match="seat 1 must act and has no legal move"):
        d.imagine(0, Chance(b"x"))


def test_a_twin_never_touches_the_original() -> None:
    d = show(3)
    before = whole(d)
    for trial in (d.twin(Chance(SEED)), d.imagine(0, Chance(SEED))):
        play_out(trial, Chance(SEED))
        assert trial.finished
        trial.position.public.append(9)
        trial.position.areas[0].public.append(9)
    assert whole(d) == before


def test_a_twin_counts_and_logs_nothing_and_draws_its_own_chance() -> None:
    def roll(p: Any, seat: int, ctx: Any) -> Any:
        p.trail.append(str(ctx.chance("dice").below(1000)))
        ctx.count("acts", Seat(seat))
        ctx.log("roll")
        return (ask(seat), secret(0, 1))

    d = bench(ask(0), roll=roll)
    before = whole(d)
    twins = [d.twin(Chance(bytes([n]))) for n in range(5)]
    for twin in twins:
        assert do(twin, 0, "roll") is None
        do(twin, 0, "x")
        do(twin, 0, "x")
        do(twin, 1, "x")
        assert twin.finished
    assert len({twin.position.trail[1] for twin in twins}) == 5
    assert whole(d) == before
    do(d, 0, "roll")
    assert all(twin.position.trail[1] != d.position.trail[1] for twin in twins)


def test_a_twin_of_a_twin() -> None:
    d = bench(ask(0), ask(1))
    one = d.twin(Chance(b"1"))
    do(one, 0, "x")
    two = one.twin(Chance(b"2"))
    do(two, 1, "y")
    assert (d.position.trail, one.position.trail, two.position.trail) == ([], ["0:x"], ["0:x", "1:y"])


def test_a_twin_can_be_left_and_leaves_the_original_alone() -> None:
    d = bench(ask(0), leave=ask(0))
    before = whole(d)
    twin = d.twin(Chance(b"1"))
    twin.leave(2)
    twin.leave(1)
    assert twin.finished
    assert whole(d) == before


def test_scripts_and_seed_of_the_game_are_not_in_an_imagined_one() -> None:
    d = bench(ask(0), chance=Chance.scripted(SEED, dice=[1, 2, 3]))
    world = d.imagine(0, Chance(b"x"))
    assert world.chance.script == {}
    assert world.chance.seed != d.chance.seed
    assert world.context.chance is world.chance


def drivers(d: Driver, n: int) -> list[Driver]:
    return [d.imagine(0, Chance(bytes([i]))) for i in range(n)]


def test_imagining_is_as_repeatable_as_its_chance() -> None:
    d = show(3)
    assert d.imagine(1, Chance(b"a")).dump() == d.imagine(1, Chance(b"a")).dump()
    assert len({world.dump() for world in drivers(d, 6)}) == 6


def test_moves_on_an_imagined_game() -> None:
    d = bench(ask(0, 1))
    world = d.imagine(1, Chance(b"x"))
    world.play(1, pick(world.legal(1), Chance(b"y")("bot")))
    world.play(0, Do("x"))
    assert world.finished
