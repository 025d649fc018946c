"""Alliances: the three ways in which a row wins, and how near it is to each of them.

A row has one chameleon at most when it is judged, for two of them retreat first. It stands for any one animal, but it
is neither the lion nor the octopus that the second and the third way ask for.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.collect.material import ANIMAL_OF, CHAMELEON, DIFFERENT, FOUR, LION, OCTOPUS, PAIRS, Animal, Card


class Alliance(msgspec.Struct, frozen=True):
    """A won row: `kind` is "four", "lion" or "octopus", `places` are those of its cards in the row, in order."""

    kind: str
    places: tuple[int, ...]


class Near(msgspec.Struct, frozen=True):
    """A row that comes near: `have` of what `kind` needs, the animal of a run, and the one that is still `lacking`."""

    kind: str
    have: int
    places: tuple[int, ...]
    animal: Animal | None = None
    lacking: Animal | None = None


def alliance(row: Sequence[Card]) -> Alliance | None:
    """The alliance in the row, if there is one; of several the first by the order of the rules."""
    animals = [ANIMAL_OF[card] for card in row]
    if len(animals) < FOUR:
        return None
    return _four(animals) or _lion(animals) or _octopus(animals)


def nears(row: Sequence[Card]) -> list[Near]:
    """Three in a row, five or six of seven different, two (or more) of three pairs: what others should see coming."""
    animals = [ANIMAL_OF[card] for card in row]
    found: list[Near] = []
    for start in range(len(animals) - FOUR + 2):
        window = animals[start : start + FOUR - 1]
        kind = one_animal(window)
        if kind is not None:
            found.append(Near("four", FOUR - 1, tuple(range(start, start + FOUR - 1)), kind))
    firsts = different(animals)
    if len(firsts) >= DIFFERENT - 2:
        found.append(Near("lion", len(firsts), tuple(firsts), None, None if LION in animals else LION))
    paired = pairs(animals)
    if len(paired) >= PAIRS - 1:
        places = tuple(sorted(place for pair in paired.values() for place in pair))
        found.append(Near("octopus", len(paired), places, None, None if OCTOPUS in animals else OCTOPUS))
    return found


def one_animal(window: Sequence[Animal]) -> Animal | None:
    """The animal that all of these are or stand for; None when there are two kinds, or chameleons alone."""
    kinds = {animal for animal in window if animal != CHAMELEON}
    return kinds.pop() if len(kinds) == 1 else None


def different(animals: Sequence[Animal]) -> list[int]:
    """The places of the first card of each animal. The chameleon counts for one more, which it is anyway."""
    return [place for place, animal in enumerate(animals) if animals.index(animal) == place]


def pairs(animals: Sequence[Animal]) -> dict[Animal, tuple[int, int]]:
    """One adjacent pair for each animal that has one.

    Pairs of different animals share no card. The chameleon makes one pair more, with a neighbour whose animal has none.
    """
    found: dict[Animal, tuple[int, int]] = {}
    for place in range(len(animals) - 1):
        if animals[place] == animals[place + 1] != CHAMELEON:
            found.setdefault(animals[place], (place, place + 1))
    for place, animal in enumerate(animals):
        if animal == CHAMELEON:
            for near in (place - 1, place + 1):
                if 0 <= near < len(animals) and animals[near] not in (*found, CHAMELEON):
                    found[animals[near]] = (min(near, place), max(near, place))
                    break
    return found


def _four(animals: Sequence[Animal]) -> Alliance | None:
    for start in range(len(animals) - FOUR + 1):
        if one_animal(animals[start : start + FOUR]) is not None:
            return Alliance("four", tuple(range(start, start + FOUR)))
    return None


def _lion(animals: Sequence[Animal]) -> Alliance | None:
    if LION not in animals:
        return None
    firsts = different(animals)
    if len(firsts) < DIFFERENT:
        return None
    lion = animals.index(LION)
    others = [place for place in firsts if place != lion]
    return Alliance("lion", tuple(sorted([lion, *others[: DIFFERENT - 1]])))


def _octopus(animals: Sequence[Animal]) -> Alliance | None:
    if OCTOPUS not in animals:
        return None
    paired = pairs(animals)
    if len(paired) < PAIRS:
        return None
    places = {place for pair in list(paired.values())[:PAIRS] for place in pair}
    return Alliance("octopus", tuple(sorted(places | {animals.index(OCTOPUS)})))
