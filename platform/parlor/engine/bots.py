"""Bots that can play any game: one at random, and one that imagines what it cannot see and plays ahead."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from parlor.engine.chance import Chance
from parlor.engine.ids import Seat
from parlor.engine.moves import Legal, Move, Pattern, pick

if TYPE_CHECKING:
    from parlor.engine.driver import Driver

Imagine = Callable[[Chance], "Driver"]
"""Deals anew what the bot's seat cannot see: returns a running game of its own on which moves can be tried."""


class Bot(Protocol):
    """Chooses a legal move from what its seat sees. A pattern among the legal moves must be turned into a move."""

    def __call__(self, view: Any, seat: Seat, legal: Legal, chance: Chance, imagine: Imagine) -> Move: ...


def random_bot(view: Any, seat: Seat, legal: Legal, chance: Chance, imagine: Imagine) -> Move:
    """Any legal move, each as likely; a pattern counts as one."""
    return pick(legal, chance("bot"))


def candidates(legal: Legal, chance: Chance, per_pattern: int = 12) -> list[Move]:
    """The moves worth trying: all that are listed, and some samples of each pattern, without repeats."""
    found: list[Move] = []
    for offer in legal:
        if isinstance(offer, Pattern):
            for _ in range(per_pattern):
                move = offer.sample(chance("bot"))
                if move not in found:
                    found.append(move)
        else:
            found.append(offer)
    return found


def play_out(trial: Driver, chance: Chance, limit: int = 400) -> None:
    """Plays random legal moves until the game ends, or `limit` moves were made."""
    stream = chance("playout")
    for _ in range(limit):
        acting = trial.acting
        if not acting:
            return
        seat = acting[0]
        trial.play(seat, pick(trial.legal(seat), stream))


def worth(trial: Driver, seat: Seat) -> float:
    """How well the seat stands, 0 to 1: by place, and a little by the distance of the scores."""
    standings = trial.game.result(trial.position)
    own = next(standing for standing in standings if standing.seat == seat)
    below = sum(other.place > own.place for other in standings)
    level = sum(other.place == own.place for other in standings) - 1
    value = (below + level / 2) / max(1, len(standings) - 1)
    won = 1.0 if own.place == 1 else 0.0
    return 0.5 * won + 0.5 * value


class Planner:
    """Tries each move in many imagined games, played to the end at random, and takes the one that did best.

    `seconds` bounds the time of a move, `rounds` the number of imagined games per move; the earlier one counts.
    """

    def __init__(self, seconds: float = 0.5, rounds: int = 200, limit: int = 400) -> None:
        self.seconds = seconds
        self.rounds = rounds
        self.limit = limit

    def __call__(self, view: Any, seat: Seat, legal: Legal, chance: Chance, imagine: Imagine) -> Move:
        moves = candidates(legal, chance)
        if len(moves) == 1:
            return moves[0]
        until = time.monotonic() + self.seconds
        totals = [0.0] * len(moves)
        for played in range(1, self.rounds + 1):
            world = imagine(chance)
            for index, move in enumerate(moves):
                trial = world.twin(chance)
                trial.play(seat, move)
                play_out(trial, chance, self.limit)
                totals[index] += worth(trial, seat)
            if time.monotonic() > until and played >= 1:
                break
        return moves[max(range(len(moves)), key=totals.__getitem__)]


play_ahead = Planner()
