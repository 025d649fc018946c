"""Whole games between bots, each seeing its own view only, to measure how well they play."""

from __future__ import annotations

from collections.abc import Sequence

from games.no_thanks.game import GAME
from parlor.engine import Bot, Chance, Driver, Seat


def play_game(bots: Sequence[Bot], seed: int, options: dict[str, object] | None = None) -> Driver:
    """A finished game of the bots, by seat; the same for the same seed."""
    d = Driver.start(GAME, len(bots), options or {}, chance=Chance(seed.to_bytes(32, "big")))
    chance = Chance(seed.to_bytes(32, "little") + b"bots")
    while not d.finished:
        seat = Seat(d.acting[0])
        move = bots[seat](d.view(seat), seat, d.legal(seat), chance, lambda chance, seat=seat: d.imagine(seat, chance))
        d.play(seat, move)
    return d


def share_of_wins(bot: Bot, others: Bot, games: int, seats: int = 4) -> float:
    """The part of the games that `bot` wins against `others` in all other seats, changing seats; ties are shared."""
    won = 0.0
    for seed in range(games):
        own = seed % seats
        standings = play_game([bot if seat == own else others for seat in range(seats)], seed).result()
        if standings[own].place == 1:
            won += 1 / sum(standing.place == 1 for standing in standings)
    return won / games
