"""The child process in which bots think: one question a line in, one answer a line out, no database.

It is handed the state so that it can build the bot's view and imagine what is unseen; the bot itself gets no more
than its seat sees.
"""

from __future__ import annotations

import importlib
import logging
import sys
from typing import Any

import msgspec

from parlor.engine import Chance, Seat, load, settle
from parlor.engine.data import load_data


class Question(msgspec.Struct):
    """Which move does this bot make? `module` holds the game; `seed` gives the bot chance of its own."""

    module: str
    seats: int
    options: dict[str, Any]
    state: str
    seat: int
    bot: str
    seed: str


class Thought(msgspec.Struct):
    """The move, in the form that programs send; or the error that the bot ran into."""

    move: dict[str, Any] | None = None
    error: str | None = None


def think(question: Question) -> Thought:
    """Lets the bot choose."""
    game = importlib.import_module(question.module).GAME
    options = settle(game.options, question.options, question.seats)
    driver = load(game, question.seats, options, bytes(32), load_data(game), question.state.encode())
    seat, chance = Seat(question.seat), Chance(bytes.fromhex(question.seed))
    bot = game.bots.get(question.bot) or next(iter(game.bots.values()))
    move = bot(driver.view(seat), seat, driver.legal(seat), chance, lambda chance: driver.imagine(seat, chance))
    return Thought(driver.codec.raw(move))


def main() -> None:
    """Answers until the input ends."""
    logging.basicConfig(stream=sys.stderr)
    encoder, decoder = msgspec.json.Encoder(), msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        try:
            thought = think(decoder.decode(line))
        except Exception as error:
            thought = Thought(error=f"{type(error).__name__}: {error}")
        sys.stdout.buffer.write(encoder.encode(thought) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
