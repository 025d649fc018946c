"""Bots for any game: at random, and by playing ahead in imagined games."""

from __future__ import annotations

from typing import Any

from parlor.engine import (
    Chance,
    Context,
    Driver,
    Game,
    Legal,
    Move,
    Next,
    Pattern,
    Phase,
    Planner,
    Position,
    Public,
    Seat,
    Standing,
    between,
    play_out,
    random_bot,
    standings,
    worth,
)
from tests.engine.samples import SEED


class Purse(Position):
    gold: Public[list[int]]


class Gain(Move):
    gold: int


class Turn(Phase[Purse]):
    seat: Seat
    left: int

    def seats(self, p: Purse) -> list[Seat]:
        return [self.seat]

    def legal(self, p: Purse, seat: Seat) -> Legal:
        listed: Legal = [Gain(1), Gain(5), Gain(3)]
        return listed if seat == 0 else [Pattern(Gain, {"gold": between(0, 9)}, sample=lambda s: Gain(s.below(10)))]

    def apply(self, p: Purse, seat: Seat, move: Gain, ctx: Context) -> Next:
        p.gold[seat] += move.gold
        return Turn(ctx.after(seat), self.left - 1) if self.left else None


class Race(Game[Purse, Any]):
    slug = "race"
    name = "Race"
    seats = (2, 3)
    position = Purse
    phases = (Turn,)
    moves = (Gain,)

    def setup(self, ctx: Context) -> tuple[Purse, Next]:
        return Purse([0 for _seat in ctx.seats]), Turn(Seat(0), 2)

    def result(self, p: Purse) -> list[Standing]:
        return standings(p.gold)


def race(seats: int = 2) -> Driver:
    return Driver.start(Race(), seats, chance=Chance(SEED))


def choose(bot: Any, d: Driver, seed: bytes = SEED) -> Move:
    seat = d.acting[0]
    move: Move = bot(d.view(seat), seat, d.legal(seat), Chance(seed), lambda chance: d.imagine(seat, chance))
    return move


def test_the_random_bot_makes_every_legal_move_sometimes() -> None:
    d = race()
    assert {choose(random_bot, d, bytes([n])) for n in range(30)} == {Gain(1), Gain(5), Gain(3)}


def test_the_planner_finds_the_best_move() -> None:
    d = race()
    before = d.dump()
    assert choose(Planner(seconds=5, rounds=60), d) == Gain(5)
    assert d.dump() == before


def test_the_planner_turns_patterns_into_moves() -> None:
    d = race()
    d.play(0, Gain(1))
    move = choose(Planner(seconds=5, rounds=30), d)
    assert isinstance(move, Gain) and move.gold > 4


def test_the_planner_keeps_to_its_time() -> None:
    d = race()
    assert choose(Planner(seconds=0, rounds=10**9), d) in d.legal(0)


def test_a_single_move_needs_no_thought() -> None:
    d = race()
    legal = [Gain(1)]
    assert Planner()(d.view(0), Seat(0), legal, Chance(SEED), lambda chance: 1 / 0) == Gain(1)  # type: ignore[arg-type, return-value]


def test_playing_out_ends_the_game_or_stops_at_the_limit() -> None:
    d = race()
    trial = d.twin(Chance(SEED))
    play_out(trial, Chance(SEED), limit=1)
    assert trial.acting == [1]
    play_out(trial, Chance(SEED))
    assert trial.finished


def test_a_position_is_worth_more_to_those_who_stand_better() -> None:
    d = race(3)
    d.position.gold = [5, 9, 7]
    first, second, third = worth(d, Seat(1)), worth(d, Seat(2)), worth(d, Seat(0))
    assert 1 >= first > second > third >= 0
    d.position.gold = [9, 9, 7]
    assert worth(d, Seat(0)) == worth(d, Seat(1)) < first
