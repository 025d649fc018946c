"""What looks new to whom, found from two positions, is what their views show when they are compared."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.collect.game import Collect
from games.gaia.game import Gaia
from games.letter_tycoon.game import LetterTycoon
from games.no_thanks.game import NoThanks
from parlor.engine import Chance, Driver, Game, Pattern, pick
from parlor.engine.layout import Layout
from tests.engine.samples import show


def compared(layout: Layout, before: Any, after: Any, seat: int | None) -> dict[str, Any]:
    old, new = layout.view(before, seat), layout.view(after, seat)
    pairs = {name: (getattr(old, name), getattr(new, name)) for name in new.__struct_fields__}
    return {name: (known, value) for name, (known, value) in pairs.items() if value != known}


def found(layout: Layout, before: Any, after: Any, seat: int | None) -> dict[str, Any]:
    changes, others = layout.changes(before, after)
    own = layout.own_changes(before, after, seat)
    assert others or not own
    assert not changes.keys() & own.keys()
    return {**changes, **own}


def altered(value: Any) -> Any:
    """Something else of the same shape."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value}z"
    if isinstance(value, list):
        return [altered(item) for item in value]
    if isinstance(value, tuple):
        return tuple(altered(item) for item in value)
    if isinstance(value, dict):
        return {key: altered(item) for key, item in value.items()}
    if isinstance(value, msgspec.Struct):
        return type(value)(*(altered(getattr(value, name)) for name in value.__struct_fields__))
    return value


def parts_of(value: Any) -> list[Any]:
    """All structs in a position, itself first."""
    inner = value if isinstance(value, list) else value.values() if isinstance(value, dict) else []
    if isinstance(value, msgspec.Struct):
        inner = [getattr(value, name) for name in value.__struct_fields__]
    return [value] * isinstance(value, msgspec.Struct) + [part for item in inner for part in parts_of(item)]


def test_each_field_of_the_sample_with_every_mark() -> None:
    driver = show(4)
    layout, before = driver.layout, driver.position
    many = 0
    for n, part in enumerate(parts_of(layout.copy(before))):
        for name in part.__struct_fields__:
            after = layout.copy(before)
            there = parts_of(after)[n]
            if type(there).__struct_config__.frozen:
                continue
            setattr(there, name, altered(getattr(there, name)))
            for seat in (None, 0, 1, 3):
                assert found(layout, before, after, seat) == compared(layout, before, after, seat), (part, name, seat)
                many += 1
    assert many > 60


@pytest.mark.parametrize("game", [NoThanks(), Gaia(), LetterTycoon(), Collect()], ids=lambda game: game.slug)
def test_each_step_of_a_game(game: Game[Any, Any]) -> None:
    from parlor.catalog.registry import load_data

    chance = Chance(b"\x03" * 32)
    driver = Driver.start(game, 3, chance=chance, data=load_data(game, {}) if game.data else None)
    choose = Chance(b"\x04" * 32)("moves")
    own = steps = 0
    while not driver.finished and steps < 80:
        seat, layout, before = driver.acting[0], driver.layout, driver.position
        offer = pick(driver.legal(seat), choose)
        driver.play(seat, offer.sample(choose) if isinstance(offer, Pattern) else offer)
        steps += 1
        if driver.finished:
            break
        for viewer in (None, *range(driver.seats)):
            assert found(layout, before, driver.position, viewer) == compared(layout, before, driver.position, viewer)
            own += bool(layout.own_changes(before, driver.position, viewer))
    assert steps > 20
    assert own or not any(mark.name in ("OWNER", "HAND") for mark in driver.layout.marks.values())
