"""Two small games for the tests of tables: one whose moves misbehave on demand, one of sealed bids."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from parlor.engine import (
    Context,
    End,
    Game,
    Legal,
    Move,
    Next,
    Phase,
    Position,
    Public,
    Seat,
    Standing,
    random_bot,
    standings,
)


class Tally(Position):
    scores: Public[list[int]]
    rounds: Public[int]


class Fine(Move, frozen=True):
    label = "Fine"


class Raise(Move, frozen=True):
    label = "Raise"


class Loop(Move, frozen=True):
    label = "Loop"


class Stop(Move, frozen=True):
    label = "Stop"


class Turn(Phase[Tally], frozen=True):
    seat: Seat

    def seats(self, p: Tally) -> Sequence[Seat]:
        return (self.seat,)

    def legal(self, p: Tally, seat: Seat) -> Legal:
        return [Fine(), Raise(), Loop(), Stop()]

    def apply(self, p: Tally, seat: Seat, move: Move, ctx: Context) -> Next:
        p.scores[seat] += 1
        ctx.log("{seat} goes on", seat=seat)
        if isinstance(move, Raise):
            raise ZeroDivisionError("planted")
        while isinstance(move, Loop):
            time.sleep(0)
        return End() if isinstance(move, Stop) else Turn(ctx.after(seat))


def rubbish(*_anything: object) -> Move:
    return Bid(99)


def stuck(*_anything: object) -> Move:
    while True:
        time.sleep(0.01)


class Misbehaving(Game[Tally, Tally]):
    slug = "misbehaving"
    name = "Misbehaving"
    seats = (2, 3)
    position = Tally
    phases = (Turn,)
    moves = (Fine, Raise, Loop, Stop)
    bots = {"random": random_bot}

    def setup(self, ctx: Context) -> tuple[Tally, Next]:
        return Tally([0] * len(ctx.seats), 0), Turn(Seat(0))

    def result(self, p: Tally) -> list[Standing]:
        return standings(p.scores)


class Bid(Move, frozen=True):
    label = "Bid"
    coins: int


class Bids(Phase[Tally], frozen=True):
    sealed = True
    round: int

    def seats(self, p: Tally) -> Sequence[Seat]:
        return [Seat(n) for n in range(len(p.scores))]

    def legal(self, p: Tally, seat: Seat) -> Legal:
        return [Bid(n) for n in range(4)]

    def resolve(self, p: Tally, moves: Mapping[Seat, Bid], ctx: Context) -> Next:
        for seat, bid in moves.items():
            p.scores[seat] += bid.coins
        p.rounds += 1
        ctx.log("Bids: {bids}", bids=[bid.coins for bid in moves.values()])
        return Bids(self.round + 1) if self.round < 3 else End()


class Auction(Game[Tally, Tally]):
    slug = "auction"
    name = "Auction"
    seats = (2, 4)
    position = Tally
    phases = (Bids,)
    moves = (Bid,)
    bots = {"random": random_bot, "rubbish": rubbish, "stuck": stuck}

    def setup(self, ctx: Context) -> tuple[Tally, Next]:
        return Tally([0] * len(ctx.seats), 0), Bids(1)

    def result(self, p: Tally) -> list[Standing]:
        return standings(p.scores)


GAME = Auction()
MISBEHAVING = Misbehaving()
