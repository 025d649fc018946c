"""Remembers whether hidden values that are not cards are ever imagined otherwise than they are."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from parlor.engine import Driver, Mark, Part
from parlor.engine.compiling import fields, marked
from parlor.engine.testing.fault import Fault

ENOUGH = 20
VARIED = 3
BY_SEAT = (Mark.OWNER, Mark.HAND, Mark.TEAM, Mark.OTHERS)


class Guesses:
    """Over all games of a run, per unseen field: the values it had, and whether any world had another."""

    def __init__(self) -> None:
        self.values: dict[str, set[bytes]] = {}
        self.tries: dict[str, int] = {}
        self.changed: set[str] = set()

    def note(self, real: Driver, world: Driver, seat: int) -> None:
        """Takes in one imagined world of the seat."""
        there = unseen(world, seat)
        for field, value in unseen(real, seat).items():
            if field in self.changed:
                continue
            encoded = msgspec.json.encode(value)
            self.values.setdefault(field, set()).add(encoded)
            self.tries[field] = self.tries.get(field, 0) + 1
            if encoded != msgspec.json.encode(there[field]):
                self.changed.add(field)

    def judge(self) -> None:
        """Raises a Fault for a field that differs from game to game and is never imagined anew."""
        for field, values in self.values.items():
            if field not in self.changed and self.tries[field] >= ENOUGH and len(values) >= VARIED:
                raise Fault(
                    "imagine",
                    f"{field} is unseen and no card of a supply, and in {self.tries[field]} imagined games it kept its "
                    "real value: let imagine(p, seat, chance) put something there that could be, or mark it Public "
                    "if all may know it",
                )


def unseen(driver: Driver, seat: int) -> dict[str, list[Any]]:
    """What the seat cannot see outside the supplies, by field (`areas.secret` for a field of a part)."""
    found: dict[str, list[Any]] = {}

    def part(thing: Any, path: str, owner: int | None, visible: bool) -> None:
        kind: type[msgspec.Struct] = type(thing)
        for name, own_mark in _marks(kind):
            inner = f"{path}.{name}" if path else name
            if inner in driver.layout.supply_of:
                continue
            mark = Mark.PUBLIC if inner in driver.layout.opened else own_mark
            content = getattr(thing, name)
            if owner is None and mark in BY_SEAT:
                for i, entry in enumerate(content):
                    value(entry, inner, i, visible and _sees(driver, mark, i, seat))
            else:
                value(content, inner, owner, visible and _sees(driver, mark, owner, seat))

    def value(thing: Any, path: str, owner: int | None, visible: bool) -> None:
        if isinstance(thing, Part):
            part(thing, path, -1 if owner is None else owner, visible)
        elif isinstance(thing, list | dict) and any(isinstance(item, Part) for item in _items(thing)):
            by_seat = owner is None and isinstance(thing, list)
            for i, item in enumerate(_items(thing)):
                value(item, path, i if by_seat else owner, visible)
        elif not visible:
            found.setdefault(path, []).append(thing)

    part(driver.position, "", None, True)
    return found


@cache
def _marks(cls: type) -> tuple[tuple[str, Mark], ...]:
    return tuple((name, marked(cls, name, hint)) for name, hint in fields(cls).items())


def _items(thing: Any) -> list[Any]:
    return list(thing.values()) if isinstance(thing, dict) else thing


def _sees(driver: Driver, mark: Mark, owner: int | None, seat: int) -> bool:
    if mark is Mark.TEAM:
        return owner in driver.layout.mates(seat)
    if mark is Mark.OTHERS:
        return owner != seat
    return mark is Mark.PUBLIC or (mark in (Mark.OWNER, Mark.HAND) and owner == seat)
