"""Whole games between bots, each seeing its own view only, to measure how well they play."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from games.collect.game import GAME
from parlor.engine import Bot, Chance, Driver, Seat


def play_game(bots: Sequence[Bot], seed: int, times: list[float] | None = None, **options: Any) -> Driver:
    """A finished game of the bots, by seat; the same for the same seed. `times` gets the seconds of each choice."""
    d = Driver.start(GAME, len(bots), options, chance=Chance(seed.to_bytes(32, "big")))
    chance = Chance(seed.to_bytes(32, "little") + b"bots")
    while not d.finished:
        seat = Seat(d.acting[0])
        view, legal, began = d.view(seat), d.legal(seat), time.process_time()
        move = bots[seat](view, seat, legal, chance, lambda chance, seat=seat: d.imagine(seat, chance))
        if times is not None:
            times.append(time.process_time() - began)
        d.play(seat, move)
    return d


def share_of_wins(bot: Bot, others: Bot, games: int, seats: int = 2, **options: Any) -> float:
    """The part of the games that `bot` wins against `others` in all other seats, changing seats."""
    won = 0
    for seed in range(games):
        own = seed % seats
        bots = [bot if seat == own else others for seat in range(seats)]
        won += play_game(bots, seed, **options).result()[own].place == 1
    return won / games
