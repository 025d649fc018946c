"""How much a row promises: the chance that the next card wins with it, and how it is built up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.collect.alliances import alliance, different, one_animal, pairs
from games.collect.material import (
    ANIMAL_OF,
    ANIMALS,
    CHAMELEON,
    COPIES,
    DIFFERENT,
    FOUR,
    LION,
    OCTOPUS,
    PAIRS,
    Animal,
    Card,
)

WON = 1000.0
"""An alliance."""

NEXT = 60.0
"""A card that would win, times the chance that it is the next one drawn."""

RUN = (0.0, 0.0, 2.5, 7.0)
"""The longest run of one animal, by length."""

KINDS = (0.0, 0.0, 0.0, 0.5, 1.5, 3.5, 8.0, 12.0, 12.0)
"""So many different animals with a lion among them; half of it without."""

PAIRED = (0.0, 1.5, 5.0, 9.0, 9.0, 9.0, 9.0, 9.0)
"""So many pairs with an octopus in the row; half of it without."""

Outs = Mapping[Animal, float]
"""The share of each animal among the cards that still lie in the decks."""


def outs_of(rows: Sequence[Sequence[Card]], besides: Card | None = None) -> dict[Animal, float]:
    """What may still come: all cards that lie in no row (nor are `besides`), as shares."""
    left = dict.fromkeys(ANIMALS, COPIES)
    for row in rows:
        for card in row:
            left[ANIMAL_OF[card]] -= 1
    if besides is not None:
        left[ANIMAL_OF[besides]] -= 1
    total = max(1, sum(left.values()))
    return {animal: count / total for animal, count in left.items()}


def worth(row: Sequence[Card], outs: Outs) -> float:
    """What the row promises its owner; WON for an alliance."""
    if alliance(row) is not None:
        return WON
    animals = [ANIMAL_OF[card] for card in row]
    firsts = {animals[place] for place in different(animals)}
    paired = pairs(animals)
    value = RUN[_run(animals)]
    value += KINDS[len(firsts)] * (1.0 if LION in firsts else 0.5)
    value += PAIRED[len(paired)] * (1.0 if OCTOPUS in firsts else 0.5)
    return value + NEXT * sum(outs[animal] for animal in wanted(animals, firsts, list(paired)))


def wanted(animals: Sequence[Animal], firsts: set[Animal], paired: Sequence[Animal]) -> set[Animal]:
    """The animals that would make an alliance when one of them came to the right end."""
    found: set[Animal] = set()
    wild = CHAMELEON not in firsts
    run = one_animal(animals[-FOUR + 1 :]) if len(animals) >= FOUR - 1 else None
    if run is not None:
        found |= {run, CHAMELEON} if wild else {run}
    if len(firsts) == DIFFERENT - 1:
        found |= {animal for animal in ANIMALS if animal not in firsts and (animal == LION or LION in firsts)}
    elif len(firsts) == DIFFERENT and LION not in firsts:
        found.add(LION)
    if OCTOPUS in firsts and len(paired) == PAIRS - 1 and animals[-1] not in paired and animals[-1] != CHAMELEON:
        found |= {animals[-1], CHAMELEON} if wild else {animals[-1]}
    elif OCTOPUS not in firsts and len(paired) >= PAIRS:
        found.add(OCTOPUS)
    return found


def _run(animals: Sequence[Animal]) -> int:
    """The longest run of one animal, chameleons included, up to three."""
    for length in (FOUR - 1, FOUR - 2):
        if any(one_animal(animals[at : at + length]) for at in range(len(animals) - length + 1)):
            return length
    return min(1, len(animals))
