"""Copies of a running game to try moves on: as it is, or with all that a seat cannot see dealt anew."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from parlor.engine.chance import Chance
from parlor.engine.context import Context
from parlor.engine.decisions import decide
from parlor.engine.errors import RulesError
from parlor.engine.ids import Seat
from parlor.engine.state import seers_of

if TYPE_CHECKING:
    from parlor.engine.driver import Driver

DEALS = 20


def twin(driver: Driver, chance: Chance) -> Driver:
    """A copy to try moves on, with chance of its own; it keeps no log and cannot undo."""
    other: Driver = object.__new__(type(driver))
    other.__dict__.update(driver.__dict__)
    other.position = driver.layout.copy(driver.position)
    other.chance = Chance(sha256(chance.seed + chance("twin").below(2**32).to_bytes(4, "big")).digest())
    other.pending = {n: dict(chosen) for n, chosen in driver.pending.items()}
    other.statistics = {name: list(numbers) for name, numbers in driver.statistics.items()}
    other.log, other.rows, other.history, other._trial = [], [], [], True
    ctx = driver.context
    other.context = Context(driver.seats, driver.options, other.chance, ctx.data, seers_of(other), ctx._per_seat)
    other.context.gone = ctx.gone
    other.context._quiet = True
    other.context._position = other.position
    return other


def imagine(driver: Driver, seat: int, chance: Chance) -> Driver:
    """A twin in which all that the seat cannot see is dealt anew, and others' sealed choices are gone.

    A deal that leaves somebody who must act without a legal move is dealt again; RulesError when that does not help.
    """
    other = twin(driver, chance)
    other.pending = {n: {s: m for s, m in chosen.items() if s == seat} for n, chosen in driver.pending.items()}
    for deal in range(1, DEALS + 1):
        _deal(other, seat, chance)
        other.game.imagine(other.position, Seat(seat), chance)
        other.layout.keep_seen(driver.position, other.position, seat)
        try:
            other._ask(decide(other.agenda, other.position, driver._decisions, driver.version, driver.context.data))
        except RulesError:
            if deal == DEALS:
                raise
        else:
            break
    return other


def _deal(other: Driver, seat: int, chance: Chance) -> None:
    """Shuffles the things of each supply, among those with the same back, over the places that the seat cannot see."""
    stream = chance("imagine")
    piles: dict[tuple[int, str], tuple[list[tuple[Any, Any]], list[str]]] = {}
    for supply, container, key, thing, visible in other.layout.slots(other.position, seat):
        if not visible:
            back = supply.back(thing) if supply.back is not None else ""
            places, things = piles.setdefault((id(supply), back), ([], []))
            places.append((container, key))
            things.append(thing)
    for places, things in piles.values():
        things.sort()  # a deal must not tell the real order to one who knows its chance, as that of a preview is known
        stream.shuffle(things)
        for (container, key), thing in zip(places, things, strict=True):
            if isinstance(container, list | dict):
                container[key] = thing
            else:
                setattr(container, key, thing)
