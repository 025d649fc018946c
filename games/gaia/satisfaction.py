"""Where tiles, herds and cities may lie, and how many needs of a city are met. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator

from games.gaia.material import ANIMALS, ANY, SEA, Card, City, city_of
from games.gaia.position import Table
from parlor.engine import Cell, around, cell

CENTRE = cell(0, 0)
LEAST = 2
"""Needs that a city must have met to be founded and to hold pawns (rulebook)."""


def frontier(p: Table) -> list[Cell]:
    """The empty cells that share a side with a tile in play; the centre when there is none. In a fixed order."""
    if not p.land:
        return [CENTRE]
    found: dict[Cell, None] = {}
    for square in p.land:
        for near in around(square):
            if near not in p.land:
                found[near] = None
    return list(found)


def free(p: Table) -> Iterator[Cell]:
    """The tiles with neither city nor animals."""
    return (square for square in p.land if square not in p.cities and square not in p.herds)


def fits(base: str, land: str) -> bool:
    """Whether a city with this base may stand on the land: the star is any land but sea."""
    return land == base or (base == ANY and land != SEA)


def grazes(herd: str, land: str) -> bool:
    """Whether an animal card allows the land: its star is any land, sea too."""
    return herd in (land, ANY)


def city_at(p: Table, square: Cell) -> City:
    """The face of the city on the tile."""
    return city(p.cities[square])


def city(card: Card) -> City:
    """The face of a card that is known to be a city."""
    face = city_of(card)
    assert face is not None, f"{card} is no city"
    return face


def met(p: Table, square: Cell, needs: str) -> int:
    """How many of the needs a city on this cell has met.

    Each neighbour that no city covers serves one need of its land; animals on any neighbour serve the need of animals,
    whatever land they stand on serves besides.
    """
    land, cities, herds = p.land, p.cities, p.herds
    near = around(square)
    lands: list[str] = [land[at] for at in near if at in land and at not in cities]
    count = 0
    for need in needs:
        if need == ANIMALS:
            count += any(at in herds for at in near)
        elif need in lands:
            lands.remove(need)
            count += 1
    return count


def satisfaction(p: Table) -> dict[Card, int]:
    """The number of needs met of every city in play."""
    return {card: met(p, square, city(card).needs) for square, card in p.cities.items()}


def due(p: Table, count: int) -> int:
    """How many pawns its owner has on a city with so many needs met."""
    if count < LEAST:
        return 0
    return 2 if p.advanced and count == 4 else 1
