"""Bots choose legally, in time, and leave the game alone."""

from __future__ import annotations

import time

from parlor.engine import Bot, Driver, Illegal, Move, Planner, Seat, permit, random_bot
from parlor.engine.testing.copies import offers
from parlor.engine.testing.fault import Fault
from parlor.engine.testing.walk import Walk

PER_GAME = 2


def bots_choose(walk: Walk) -> None:
    """Asks the game's bots for a choice, each a few times a game."""
    seat = walk.stream.choice(walk.driver.acting)
    for name, bot in walk.game.bots.items():
        if walk.asked_bots.get(name, 0) < PER_GAME:
            walk.asked_bots[name] = walk.asked_bots.get(name, 0) + 1
            _ask(walk, name, _brief(bot), seat)


def _brief(bot: Bot) -> Bot:
    """A planner that plans but a little."""
    return Planner(seconds=0.0, rounds=1, limit=bot.limit) if isinstance(bot, Planner) else bot


def _ask(walk: Walk, name: str, bot: Bot, seat: int) -> None:
    where = f"bot {name!r} in {walk.phase(seat)}"
    game: Driver = walk.copy()
    before, legal = game.digest(), game.legal(seat)
    offered = offers(legal)
    began = time.thread_time()  # of the processor, so that a busy machine blames nobody
    ours = isinstance(bot, Planner) or bot is random_bot  # then it is the rules that fail in a game played ahead
    with walk.guard("move" if ours else "bot", where):
        move = bot(game.view(seat), Seat(seat), legal, walk.chance, lambda chance: game.imagine(seat, chance))
    seconds = time.thread_time() - began
    if not isinstance(move, Move):
        raise Fault("bot", f"{where} answers {move!r}, which is no move; a pattern must be sampled")
    if game.digest() != before or offers(legal) != offered:
        raise Fault("bot", f"{where} changes what it is given; a view and the legal moves are to be read only")
    try:
        permit(legal, move)
    except Illegal as why:
        raise Fault("bot", f"{where} chooses {move!r}, which is not legal: {why}") from why
    if seconds > walk.limits.bot_seconds:
        raise Fault("bot", f"{where} thinks {seconds:.1f} s; {walk.limits.bot_seconds:g} s are allowed")
