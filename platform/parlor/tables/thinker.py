"""The child process in which bots think: one question a line in, one answer a line out, no database.

For a data set that an admin has installed it asks back, once, and gets the content on the next line.

It is handed the state so that it can build the bot's view and imagine what is unseen; the bot itself gets no more
than its seat sees.
"""

from __future__ import annotations

import importlib
import logging
import signal
import sys
from typing import Any

import msgspec

from parlor.engine import Chance, Seat, load, settle
from parlor.engine.data import Installed, load_data, options_of, provide


class Question(msgspec.Struct):
    """Which move does this bot make? `module` holds the game; `seed` gives the bot chance of its own."""

    module: str
    seats: int
    options: dict[str, Any]
    state: str
    seat: int
    bot: str
    seed: str
    data: dict[str, str]


class Thought(msgspec.Struct):
    """The move, in the form that programs send; or the error that the bot ran into.

    `needs` is the digest of a data set without which there is no thought yet; a `Supplied` is then awaited.
    """

    move: dict[str, Any] | None = None
    error: str | None = None
    needs: str | None = None


class Supplied(msgspec.Struct):
    """The content that was asked for; None where there is none."""

    content: bytes | None


class _Needs(Exception):
    """The thought has to wait for the data set with this digest."""


class _Handed:
    """Installed data sets, as far as they have been handed over the pipe. What is parsed is kept by the engine."""

    def __init__(self) -> None:
        self.contents: dict[str, bytes | None] = {}

    def listed(self, game: str) -> list[Installed]:
        return []

    def content(self, digest: str) -> bytes | None:
        if digest not in self.contents:
            raise _Needs(digest)
        return self.contents.pop(digest)


def think(question: Question) -> Thought:
    """Lets the bot choose."""
    game = importlib.import_module(question.module).GAME
    options = settle(options_of(game, question.data), question.options, question.seats)
    data = load_data(game, question.data)
    driver = load(game, question.seats, options, bytes(32), data, question.state.encode())
    seat, chance = Seat(question.seat), Chance(bytes.fromhex(question.seed))
    bot = game.bots.get(question.bot) or next(iter(game.bots.values()))
    move = bot(driver.view(seat), seat, driver.legal(seat), chance, lambda chance: driver.imagine(seat, chance))
    return Thought(driver.codec.raw(move))


def main() -> None:
    """Answers until the input ends. A thought that takes longer than the given seconds is the last one.

    Who asks gives up sooner; but a server that was killed asks no more, and its bot must not think on for ever.
    """
    seconds = float(sys.argv[1])
    logging.basicConfig(stream=sys.stderr)
    encoder, decoder = msgspec.json.Encoder(), msgspec.json.Decoder(Question)
    supplies = msgspec.json.Decoder(Supplied)
    handed = _Handed()
    provide(handed)

    def say(thought: Thought) -> None:
        sys.stdout.buffer.write(encoder.encode(thought) + b"\n")
        sys.stdout.buffer.flush()

    for line in sys.stdin.buffer:
        signal.setitimer(signal.ITIMER_REAL, seconds)  # the signal ends the process, even one stuck in C
        thought = None
        while thought is None:
            try:
                thought = think(decoder.decode(line))
            except _Needs as needs:
                digest = str(needs)
                say(Thought(needs=digest))
                handed.contents[digest] = supplies.decode(sys.stdin.buffer.readline()).content
            except Exception as error:
                thought = Thought(error=f"{type(error).__name__}: {error}")
        signal.setitimer(signal.ITIMER_REAL, 0)
        say(thought)


if __name__ == "__main__":
    main()
