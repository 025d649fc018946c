"""Whole games without a server: bots at every seat, as fast as they think."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from parlor.engine import Bot, Chance, Driver, Game, RulesError
from parlor.engine.data import load_data

MOVES = 20_000


class Played(msgspec.Struct):
    """One game by bots: the driver as it stands, the moves made, and whether it came to its end."""

    driver: Driver
    moves: int
    finished: bool


def seed_of(*words: object) -> bytes:
    """A seed made from words and numbers, the same everywhere."""
    return sha256(" ".join(map(str, words)).encode()).digest()


def play_game(
    game: Game[Any, Any],
    seats: int,
    options: Mapping[str, object],
    seed: bytes,
    bots: Sequence[Bot],
    *,
    limit: int = MOVES,
) -> Played:
    """Plays one game to its end, or for `limit` moves. `bots` has one per seat. Raises what rules or bots raise."""
    driver = Driver.start(game, seats, options, chance=Chance(seed), data=load_data(game))
    minds = [Chance(seed_of(seed.hex(), "bot", seat)) for seat in range(seats)]
    moves = 0
    while driver.acting and moves < limit:
        seat = driver.acting[0]
        move = bots[seat](driver.view(seat), seat, driver.legal(seat), minds[seat], _imagine(driver, seat))
        driver.play(seat, move)
        moves += 1
    return Played(driver, moves, driver.finished)


def _imagine(driver: Driver, seat: int) -> Any:
    return lambda chance: driver.imagine(seat, chance)


def bot_named(game: Game[Any, Any], name: str) -> Bot:
    """The game's bot of this name. Raises RulesError listing those there are."""
    if name not in game.bots:
        raise RulesError(f"{game.name} has no bot {name!r}. It has: {', '.join(game.bots)}.")
    return game.bots[name]
