"""Games beside the game: exact copies, and worlds in which the unseen is dealt anew."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from parlor.engine import Chance, Driver, Illegal, Legal, Move, Pattern, Reader, Row, load, permit

Step = list[tuple[int, Move]]
"""One seat's move, or the choices of all seats of a sealed phase."""


def copy_of(driver: Driver) -> Driver:
    """The game as it would be after a restart: loaded from its snapshot."""
    return load(driver.game, driver.seats, driver.options, driver.chance.seed, driver.context.data, driver.dump())


def world_of(driver: Driver, seat: int, chance: Chance) -> Driver:
    """A game that looks the same to the seat, asked and answered anew. Its chance goes on as the real one's."""
    imagined = driver.imagine(seat, chance)
    world = load(driver.game, driver.seats, driver.options, driver.chance.seed, driver.context.data, imagined.dump())
    world.chance.counters = dict(driver.chance.counters)
    return world


def perform(driver: Driver, step: Step) -> Row | None:
    """Makes the step; the choices of a sealed phase one after another, until they are resolved."""
    for seat, move in step:
        row = driver.play(seat, move)
        if row is not None:
            return row
    return None


def draws_elsewhere(driver: Driver, step: Step) -> bool:
    """Makes the step, and tells whether the module random was drawn from meanwhile (by rules or another thread)."""
    before = random.getstate()
    perform(driver, step)
    return random.getstate() != before


def permitted(driver: Driver, step: Step) -> bool:
    """Whether all of the step is legal in this game."""
    for seat, move in step:
        try:
            permit(driver.legal(seat), move)
        except Illegal:
            return False
    return True


def revealed(driver: Driver) -> bool:
    """Whether the last move said `ctx.reveal()`."""
    return driver.context._revealed


def offers(legal: Legal) -> bytes:
    """All that is offered, in its order, as bytes to compare."""
    return msgspec.json.encode([(o.kind.__name__, o.parts) if isinstance(o, Pattern) else o for o in legal])


def told(driver: Driver, seat: int | None) -> list[str]:
    """The lines of the last log entry as this seat reads them."""
    reader = Reader(seat, people=lambda n: f"seat {n}", namer=driver.game.name_of)
    return [reader.line(line) for line in driver.log[-1].lines]


def differing(a: Any, b: Any) -> str:
    """The names of the fields in which two positions or views differ, for a sentence."""
    names = [name for name in a.__struct_fields__ if getattr(a, name) != getattr(b, name)]
    return ", ".join(names)
