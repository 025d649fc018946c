"""What the board shows besides the view: the faces of all cards in sight, needs met, and progress to objectives."""

from __future__ import annotations

from typing import Any

from games.gaia.material import ANIMALS, LAND_NAMES, LANDS, back_of, city_of, face_of, needs_of, power_of
from games.gaia.names import CITY_NAMES, HERD_NAMES, POWER_NAMES, name_of
from games.gaia.objectives import missing
from games.gaia.position import TableView
from games.gaia.satisfaction import met
from parlor.engine import Cell, Seat, around, xy


def face(card: str) -> dict[str, Any]:
    """A card for drawing: `sort` (nature, city, animals, power, objective), `land`, `needs`, `power`, `name`."""
    back = back_of(card)
    shown: dict[str, Any] = {"sort": back, "land": None, "needs": [], "power": None, "name": name_of(card)}
    if back == "nature":
        shown["land"] = face_of(card)
    elif back == "objective":
        needs = needs_of(card)
        shown["needs"] = ["power"] * 4 if needs == "power" else list(needs)
    elif back == "power":
        shown["power"] = power_of(card)
        shown["name"] = POWER_NAMES[power_of(card)]
    else:
        city = city_of(card)
        shown["sort"] = "animals" if city is None else "city"
        shown["land"] = face_of(card) if city is None else city.base
        shown["needs"] = [] if city is None else list(city.needs)
        shown["name"] = HERD_NAMES[face_of(card)] if city is None else CITY_NAMES.get(face_of(card), "")
    return shown


def board(view: TableView, seat: Seat | None) -> dict[str, Any]:
    """`met` {cell: needs met}, `served` {cell: [whether each need of the city is met, in the card's order]},

    `missing` [per seat {objective: cards lacking}], `placed` [pawns per seat], `bounds` (left, top, right, bottom) of
    the tiles in play, `lands` the names of the lands, `face` the function that tells what a card shows.
    """
    squares = [xy(square) for square in view.land] or [(0, 0)]
    columns, rows = [x for x, _y in squares], [y for _x, y in squares]
    seats = range(len(view.home))
    return {
        "met": {square: sum(served(view, square)) for square in view.cities},
        "served": {square: served(view, square) for square in view.cities},
        "missing": [{card: missing(view, Seat(n), card) for card in view.objectives} for n in seats],
        "placed": [sum(people[n] for people in view.people.values()) + _held(view, n) for n in seats],
        "bounds": (min(columns), min(rows), max(columns), max(rows)),
        "lands": {str(land): LAND_NAMES[land] for land in LANDS},
        "face": face,
    }


def served(view: TableView, square: Cell) -> list[bool]:
    """Which needs of the city are met, in the order of the card; of equal lands the first ones are."""
    city = city_of(view.cities[square])
    assert city is not None
    near: list[str] = [view.land[at] for at in around(square) if at in view.land and at not in view.cities]
    found: list[bool] = []
    for need in city.needs:
        if need == ANIMALS:
            found.append(met(view, square, ANIMALS) > 0)
        else:
            found.append(need in near)
            if need in near:
                near.remove(need)
    return found


def _held(view: TableView, seat: int) -> int:
    return sum(holder == seat for holder in view.holders.values())
