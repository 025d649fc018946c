"""Each move of this game is a fault of its own; `Fine` is none."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parlor.engine import (
    Context,
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


class Score(Position):
    scores: Public[list[int]]
    mode: Public[str]


class Fine(Move, frozen=True):
    label = "Fine"


class Do(Move, frozen=True):
    """Does the fault of this name."""

    label = "Do"
    what: str


FAULTS = (
    "raise", "loop", "sleep", "regex", "number", "object", "type", "legal raises", "legal is rubbish", "view raises",
)  # fmt: skip
FLAG = "FAULT_LOOP"
"""The variable names a file: while it exists, nobody can say what is legal after a move was made."""


def loop() -> None:
    while True:
        sum(range(100))


class Turn(Phase[Score], frozen=True):
    seat: Seat

    def seats(self, p: Score) -> Sequence[Seat]:
        return (self.seat,)

    def legal(self, p: Score, seat: Seat) -> Legal:
        if p.mode == "legal raises":
            raise ZeroDivisionError("planted")
        if p.mode == "legal is rubbish":
            return ["Fine", None]  # type: ignore[list-item]
        if any(p.scores) and Path(os.environ.get(FLAG, "/nowhere")).exists():
            loop()
        return [Fine(), *(Do(what) for what in FAULTS if seat == 0)]

    def apply(self, p: Score, seat: Seat, move: Move, ctx: Context) -> Next:
        p.scores[seat] += 1
        ctx.log("{seat} goes on", seat=seat)
        return self.fault(p, move.what, ctx) if isinstance(move, Do) else Turn(ctx.after(seat))

    def fault(self, p: Any, what: str, ctx: Context) -> Any:
        match what:
            case "raise":
                raise ZeroDivisionError("planted")
            case "loop":
                loop()
            case "sleep":  # in C, with the interpreter free for others
                time.sleep(1_000_000)
            case "regex":  # in C, with the interpreter in its hand
                re.match(r"(a+)+$", "a" * 60 + "b")
            case "number":
                return 7
            case "object":
                p.scores.append(object())
            case "type":
                p.scores = "no list"
            case "view raises":
                ctx.log("{thing} breaks", thing="cup-1")
            case _:
                p.mode = what
        return Turn(ctx.after(self.seat))


def endless(*_anything: object) -> Move:
    loop()
    return Fine()


class Trouble(Game[Score, Score]):
    slug = "trouble"
    name = "Trouble"
    seats = (2, 3)
    position = Score
    phases = (Turn,)
    moves = (Fine, Do)
    bots = {"random": random_bot, "endless": endless}

    def setup(self, ctx: Context) -> tuple[Score, Next]:
        return Score([0] * len(ctx.seats), ""), Turn(Seat(0))

    def result(self, p: Score) -> list[Standing]:
        return standings(p.scores)

    def name_of(self, thing: str) -> str:
        if thing == "cup-1":
            raise ZeroDivisionError("planted")
        return thing


GAME = Trouble()
