"""Positions and moves survive being stored."""

from __future__ import annotations

from typing import Any

import msgspec

from parlor.engine import Part
from parlor.engine.testing.copies import differing
from parlor.engine.testing.fault import Fault
from parlor.engine.testing.walk import Walk

ATOMS = (int, str, bool, float, type(None))


def position_is_plain(walk: Walk) -> None:
    """The position holds numbers, texts, lists, dicts and parts only, keys are text or numbers."""
    position = walk.driver.position
    for name in position.__struct_fields__:
        _plain(f"{type(position).__name__}.{name}", getattr(position, name))


def position_survives(walk: Walk) -> None:
    """Stored and loaded again, the position is equal."""
    position = walk.driver.position
    with walk.guard("json", f"{walk.now()}: storing the position"):
        stored = msgspec.json.decode(msgspec.json.encode(position), type=type(position))
        if stored != position:
            raise Fault(
                "json",
                f"{type(position).__name__}: {differing(position, stored)} comes back from JSON changed; "
                "use values of the declared type",
            )


def snapshot_survives(walk: Walk) -> None:
    """A reloaded game has the same digest and snapshot, and asks the same seats."""
    driver = walk.driver
    with walk.guard("json", f"{walk.now()}: loading a snapshot"):
        copy = walk.copy()
        if copy.digest() != driver.digest() or copy.dump() != driver.dump():
            raise Fault(
                "json", f"{walk.now()}: a snapshot of a loaded snapshot differs; phases and position must be plain data"
            )
    if copy.acting != driver.acting or copy.finished != driver.finished:
        raise Fault("reload", f"{walk.now()}: other seats must act after a reload")


def moves_survive(walk: Walk) -> None:
    """A move is the same after its way through JSON."""
    codec = walk.driver.codec
    for _, move in walk.step:
        name = type(move).__name__
        if type(move) not in walk.game.moves:
            raise Fault("move", f"{walk.now()}: {name} is not among the game's moves; add it to `moves`")
        with walk.guard("json", f"storing the move {move!r}"):
            back = codec.move(msgspec.json.decode(msgspec.json.encode(codec.raw(move))))
        if type(back) is not type(move) or back != move:
            raise Fault(
                "json", f"{name}: {move!r} comes back from JSON as {back!r}; type its fields exactly, tuples as tuples"
            )


def _plain(where: str, value: Any) -> None:
    kind = type(value)
    if kind in ATOMS:
        return
    if kind is list:
        for item in value:
            _plain(where, item)
    elif kind is dict:
        for key, item in value.items():
            if type(key) not in (str, int):
                raise Fault("json", f"{where} has the key {key!r}; keys are text or numbers")
            _plain(where, item)
    elif isinstance(value, Part):
        for name in value.__struct_fields__:
            _plain(f"{where}.{name}", getattr(value, name))
    elif not (isinstance(value, msgspec.Struct) and value.__struct_config__.frozen) and not _flat_tuple(value):
        raise Fault(
            "json",
            f"{where} holds {value!r}, a {kind.__name__}; a position holds numbers, text, lists, dicts and parts",
        )


def _flat_tuple(value: Any) -> bool:
    return type(value) is tuple and all(type(item) in ATOMS or _flat_tuple(item) for item in value)
