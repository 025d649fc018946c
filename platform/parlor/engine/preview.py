"""Preview: what a move would do, told only as far as it does not depend on anything that the player cannot see."""

from __future__ import annotations

from typing import Any

import msgspec

from parlor.engine.chance import Chance
from parlor.engine.driver import Driver
from parlor.engine.log import Line
from parlor.engine.moves import Move, permit

WORLDS = 4


class Preview(msgspec.Struct):
    """The log lines that the move would write, and the fields of the mover's view that would change, with new values.

    `open` when it goes on with chance or something unseen, so that these are not all the consequences.
    """

    lines: list[Line]
    changed: dict[str, Any]
    open: bool


class _Stop(Exception):
    pass


def _stop() -> None:
    raise _Stop


class _NoChance(Chance):
    def __call__(self, name: str) -> Any:
        raise _Stop


def preview(driver: Driver, seat: int, move: Move) -> Preview:
    """What would happen if the seat made this move, up to the first chance or `ctx.reveal()`; the game stays as it is.

    Raises what `play` raises. The move is tried in several imagined games that look the same to the seat; what comes
    out alike in all of them is told. A sealed choice has no preview: its lines and changes are empty.
    """
    decision = driver.asked(seat)
    permit(decision.legal, move)
    if decision.frame.phase.sealed:
        return Preview([], {}, True)
    before = driver.view(seat)
    worlds = [_outcome(driver.imagine(seat, Chance(bytes([n]) * 32)), seat, move) for n in range(WORLDS)]
    first, fixed = worlds[0], True
    lines: list[Line] = []
    for same in zip(*(world[0] for world in worlds), strict=False):
        if any(line != same[0] for line in same):
            fixed = False
            break
        lines.append(same[0])
    changed: dict[str, Any] = {}
    for name in driver.position.__struct_fields__:
        values = [getattr(world[1], name) for world in worlds]
        if any(value != values[0] for value in values):
            fixed = False
        elif values[0] != getattr(before, name):
            changed[name] = values[0]
    stopped = any(world[2] for world in worlds)
    return Preview(lines, changed, stopped or not fixed or len(lines) < len(first[0]))


def _outcome(world: Driver, seat: int, move: Move) -> tuple[list[Line], Any, bool]:
    decision, layout, ctx = world.asked(seat), world.layout, world.context
    ctx.chance = _NoChance(b"")
    ctx._at_reveal = _stop
    ctx._quiet = False
    ctx.begin(world.position)
    stopped = False
    try:
        world.apply(decision, move)
    except _Stop:
        stopped = True
    return ctx._lines, layout.view(world.position, seat), stopped
