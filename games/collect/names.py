"""What animals, cards and decks are called, and what each animal does in one line."""

from __future__ import annotations

from games.collect.material import (
    ANIMAL_OF,
    CHAMELEON,
    CRAB,
    CROCODILE,
    HERMIT,
    LEFT,
    LION,
    MONKEY,
    OCTOPUS,
    PARROT,
    RIGHT,
)
from parlor.engine import _

A_NAMES = {
    CHAMELEON: _("a chameleon"),
    CRAB: _("a crab"),
    HERMIT: _("a hermit crab"),
    CROCODILE: _("a crocodile"),
    MONKEY: _("a monkey"),
    PARROT: _("a parrot"),
    LION: _("a lion"),
    OCTOPUS: _("an octopus"),
}
NAMES = {
    CHAMELEON: _("Chameleon"),
    CRAB: _("Crab"),
    HERMIT: _("Hermit crab"),
    CROCODILE: _("Crocodile"),
    MONKEY: _("Monkey"),
    PARROT: _("Parrot"),
    LION: _("Lion"),
    OCTOPUS: _("Octopus"),
}
MANY = {
    CRAB: _("crabs"),
    HERMIT: _("hermit crabs"),
    CROCODILE: _("crocodiles"),
    MONKEY: _("monkeys"),
    PARROT: _("parrots"),
    LION: _("lions"),
    OCTOPUS: _("octopuses"),
}
POWERS = {
    CHAMELEON: _("stands for any animal; two in one row both retreat under a deck"),
    CRAB: _("you may move one card of any row to another place in it"),
    HERMIT: _("with a crab or chameleon in your row you may draw again"),
    CROCODILE: _("send a card of another row under a deck"),
    MONKEY: _("you may swap it for a card of another row"),
    PARROT: _("guess the top card of a deck; if right, it is yours"),
    LION: _("with it, seven different animals win"),
    OCTOPUS: _("with it, three pairs side by side win"),
}
DECK_NAMES = {LEFT: _("the left deck"), RIGHT: _("the right deck")}


NAMES_OF: dict[str, str] = {
    **{str(card): A_NAMES[animal] for card, animal in ANIMAL_OF.items()},
    **{str(animal): name for animal, name in A_NAMES.items()},
    **{str(deck): name for deck, name in DECK_NAMES.items()},
}


def name_of(thing: str) -> str:
    """The name of a card, an animal or a deck by its id, as it stands in a sentence."""
    return NAMES_OF.get(thing) or thing.partition("-")[2] or thing
