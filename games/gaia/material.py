"""What is in the box of Gaia: lands, tiles, pawns, animals, and the cards as read from the data set `deck`.

A card's id tells its face, so that rules, boards and programs need no table: `nature-17_S` (sea), `life-7_D_FSSA` (a
city on desert that needs forest, sea, sea, animals), `life-25_X` (animals for any land), `power-8_sun`,
`objective-2_MMDD`, `objective-10_power`. The number only keeps equal cards apart. Before the dash is the back.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NamedTuple, NewType

from parlor.engine import _, ids, sort_of

Card = NewType("Card", str)
Land = NewType("Land", str)
"""A kind of land: P, F, S, D, M or W."""

PLAIN, FOREST, SEA = Land("P"), Land("F"), Land("S")
DESERT, MOUNTAIN, SWAMP = Land("D"), Land("M"), Land("W")
LANDS: tuple[Land, ...] = (PLAIN, FOREST, SEA, DESERT, MOUNTAIN, SWAMP)
ANIMALS = "A"
ANY = "X"
"""The star of a card: any land (for cities any land but sea)."""

LAND_NAMES = {
    PLAIN: _("plain"),
    FOREST: _("forest"),
    SEA: _("sea"),
    DESERT: _("desert"),
    MOUNTAIN: _("mountain"),
    SWAMP: _("swamp"),
}
POWERS = ("sun", "rain", "earthquake", "lightning", "volcano", "theft")
BACKS = ("nature", "life", "power")
"""The three decks that are drawn from."""

TILES: dict[Land, int] = {PLAIN: 10, FOREST: 8, SEA: 7, DESERT: 10, MOUNTAIN: 6, SWAMP: 7}
"""48 tiles (component lists of several reviews agree; sure)."""

PAWNS = {2: 6, 3: 5, 4: 5, 5: 5}
"""Pawns of each player by number of players (several reviews agree; sure)."""

TOKENS = 20
HERD = 4
"""Animals in the bank at the start, and how many a card brings (rulebook; sure)."""

ROW = {"nature": 3, "life": 2, "power": 2}
"""Cards that lie face up (rulebook for Nature and Life; one review for Power)."""

DEALT = {"nature": 2, "life": 1, "power": 1}
"""Each player's cards at the start (rulebook; the Power card from one review)."""

HAND_LIMIT = 6
POWER_LIMIT = 2
ACTIONS = 2
POWER_OBJECTIVE = "power"
POWERS_NEEDED = 4


class Deck(NamedTuple):
    """All cards of a data set as ids; `own` are those whose value is wholly or partly this site's proposal."""

    nature: tuple[Card, ...]
    life: tuple[Card, ...]
    extra: tuple[Card, ...]
    objectives: tuple[Card, ...]
    power_objectives: tuple[Card, ...]
    powers: tuple[Card, ...]
    own: tuple[Card, ...]


class City(NamedTuple):
    """The face of a city card: the land it stands on (or ANY) and its four needs, lands or ANIMALS."""

    base: str
    needs: str


def parse_deck(content: bytes) -> Deck:
    """The deck in a data set's bytes. Raises ValueError for faces that the rules do not know."""
    raw: dict[str, Any] = json.loads(content)
    own: list[Card] = []

    def cards(sort: str, faces: list[tuple[str, str]], first: int = 1) -> tuple[Card, ...]:
        made = ids(sort, [f"{n}_{face}" for n, (face, _mark) in enumerate(faces, first)])
        own.extend(Card(card) for card, (_face, mark) in zip(made, faces, strict=True) if mark != "attested")
        return tuple(Card(card) for card in made)

    def letters(text: str, allowed: str) -> str:
        if not text or any(letter not in allowed for letter in text):
            raise ValueError(f"{text!r} is none of the letters {allowed}")
        return text.replace("*", ANY)

    def many(group: dict[str, Any], allowed: str) -> list[tuple[str, str]]:
        return [(letters(k, allowed), group["mark"]) for k, count in group["cards"].items() for _n in range(count)]

    lands = "".join(LANDS)

    def city(one: dict[str, Any]) -> tuple[str, str]:
        return f"{letters(one['base'], lands + '*')}_{letters(one['needs'], lands + ANIMALS)}", one["mark"]

    nature = cards("nature", many(raw["nature"], lands))
    cities = [city(one) for one in raw["cities"] if not one.get("extra")]
    animals = many(raw["animals"], lands + "*")
    life = cards("life", cities + animals)
    extra = cards("life", [city(one) for one in raw["cities"] if one.get("extra")], len(life) + 1)
    listed = [(o["needs"], o["mark"]) for o in raw["objectives"] if o["needs"] != POWER_OBJECTIVE]
    objectives = cards("objective", [(letters(needs, lands), mark) for needs, mark in listed])
    strong = [(POWER_OBJECTIVE, o["mark"]) for o in raw["objectives"] if o["needs"] == POWER_OBJECTIVE]
    power_objectives = cards("objective", strong, len(objectives) + 1)
    for one in raw["powers"]:
        if one["power"] not in POWERS:
            raise ValueError(f"there is no power {one['power']!r}")
    powers = cards("power", [(one["power"], one["mark"]) for one in raw["powers"] for _n in range(one["copies"])])
    return Deck(nature, life, extra, objectives, power_objectives, powers, tuple(own))


def back_of(card: str) -> str:
    """What the back shows: nature, life, power or objective."""
    return sort_of(card)


@lru_cache(maxsize=4096)
def face_of(card: str) -> str:
    """What follows the number: `D_FSSA` for `life-7_D_FSSA`."""
    return card.partition("_")[2]


def land_of(card: str) -> Land:
    """The land of a Nature card."""
    return Land(face_of(card))


@lru_cache(maxsize=4096)
def city_of(card: str) -> City | None:
    """The city on a Life card; None for an animal card."""
    base, bar, needs = face_of(card).partition("_")
    return City(base, needs) if bar else None


def herd_of(card: str) -> str:
    """The land that an animal card names, or ANY."""
    return face_of(card)


def power_of(card: str) -> str:
    """Which power a Power card is."""
    return face_of(card)


def needs_of(objective: str) -> str:
    """The lands that an objective shows, or POWER_OBJECTIVE."""
    return face_of(objective)
