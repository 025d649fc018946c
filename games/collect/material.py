"""What is in the box of Collect: 64 animal cards and the crowns, with what each number rests on.

The source is a page of rules in two revisions; the later one (2026-06-04) counts. An earlier one (2026-06-01) spoke of
68 cards, but eight animals with eight cards each are 64, and there are eight powers. Nothing else was found.
"""

from __future__ import annotations

from typing import NewType

Animal = NewType("Animal", str)
"""The id of a kind of animal: `animal-lion`."""

Card = NewType("Card", str)
"""The id of a card, which tells its animal and which of the eight it is: `card-lion_3`."""

Deck = NewType("Deck", str)
"""The id of one of the two face-down decks."""

CHAMELEON = Animal("animal-chameleon")
CRAB = Animal("animal-crab")
HERMIT = Animal("animal-hermit")
CROCODILE = Animal("animal-crocodile")
MONKEY = Animal("animal-monkey")
PARROT = Animal("animal-parrot")
LION = Animal("animal-lion")
OCTOPUS = Animal("animal-octopus")

ANIMALS: tuple[Animal, ...] = (CHAMELEON, CRAB, HERMIT, CROCODILE, MONKEY, PARROT, LION, OCTOPUS)
"""Eight kinds (the rules list eight powers; sure)."""

COPIES = 8
"""Cards of each animal (both revisions; sure)."""

CARDS: tuple[Card, ...] = tuple(
    Card(f"card-{animal.partition('-')[2]}_{n}") for animal in ANIMALS for n in range(1, COPIES + 1)
)
"""64 cards (the later revision; sure)."""

ANIMAL_OF: dict[Card, Animal] = {card: Animal(f"animal-{card[5:-2]}") for card in CARDS}

LEFT = Deck("deck-left")
RIGHT = Deck("deck-right")
DECKS: tuple[Deck, ...] = (LEFT, RIGHT)
"""Two decks (sure), of 32 cards each (this site's reading of "split into two")."""

FOUR = 4
"""So many adjacent cards of one animal are an alliance (sure)."""

DIFFERENT = 7
"""So many different animals, one of them a lion, are an alliance (sure)."""

PAIRS = 3
"""So many adjacent pairs of different animals, with an octopus in the row, are an alliance (later revision; sure)."""

GOAL = 2
"""Half crowns that win the match (sure)."""

HALVES = 3
"""Half crowns in the box: a guess. With three, and the full crown, the box would hold the 68 cards once mentioned."""
