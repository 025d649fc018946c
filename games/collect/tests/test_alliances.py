"""When a row is an alliance, and how near it is (rules, "Create an Animal Alliance to win")."""

from __future__ import annotations

import pytest

from games.collect.alliances import alliance, nears
from games.collect.material import ANIMAL_OF, Card
from games.collect.tests.play import CARDS, LETTER, _take


def row(letters: str) -> list[Card]:
    return _take(list(CARDS), letters)


def kind(letters: str) -> str | None:
    found = alliance(row(letters))
    return None if found is None else found.kind


def used(letters: str) -> str:
    """The animals of the alliance, in the order of the row."""
    cards, found = row(letters), alliance(row(letters))
    return "" if found is None else "".join(LETTER[ANIMAL_OF[cards[place]]] for place in found.places)


@pytest.mark.parametrize(
    ("letters", "won"),
    [
        ("LLLL", True),
        ("KHDDDDM", True),
        ("LLL", False),
        ("LLLKL", False),  # adjacent
        ("LWLL", True),  # the chameleon stands for any animal, in the middle
        ("WPPP", True),  # at an end
        ("PPWKK", False),  # for one animal at a time
        ("KKHH", False),  # a hermit crab is no crab
    ],
)
def test_four_adjacent_cards_of_one_animal(letters: str, won: bool) -> None:
    assert kind(letters) == ("four" if won else None)


@pytest.mark.parametrize(
    ("letters", "won"),
    [
        ("LKHDMPO", True),  # seven different ones, in no order
        ("OKLKHKDKMKP", True),  # among others, not adjacent
        ("LKHDMP", False),  # six
        ("LKHDMPW", True),  # the chameleon for the one that is missing
        ("WKHDMPO", False),  # but the lion must be a lion: the chameleon is none
        ("KHDMPO", False),
    ],
)
def test_seven_different_animals_with_a_lion(letters: str, won: bool) -> None:
    assert kind(letters) == ("lion" if won else None)


@pytest.mark.parametrize(
    ("letters", "won"),
    [
        ("KKHHDDO", True),
        ("KKMHHLDDO", True),  # the pairs need not touch
        ("OKKHHDD", True),  # nor does the octopus, anywhere in the row
        ("KHKHDDO", False),  # the cards of a pair must (the earlier revision said otherwise)
        ("KKHHOO", True),  # octopuses may be a pair
        ("KKHHDD", False),  # without an octopus
        ("KKHHKKO", False),  # three different animals
        ("KKKHHO", False),  # three crabs are one pair
        ("KKHHDWO", True),  # the chameleon in a pair
        ("KKHHWO", True),  # with an octopus
        ("KKHHW", False),  # but it is not the octopus that is asked for
        ("KKWHHO", False),  # beside animals that have a pair already it adds none
        ("KKHHOKWD", True),  # it takes the neighbour that has none
    ],
)
def test_three_different_adjacent_pairs_with_an_octopus(letters: str, won: bool) -> None:
    assert kind(letters) == ("octopus" if won else None)


def test_the_cards_of_an_alliance_are_shown() -> None:
    assert used("KHLLWLD") == "LLWL"
    assert used("KKHDMKPLOW") == "KHDMPLO"
    assert used("LKKLHHLDDLO") == "KKHHDDO"
    assert used("KKHHOO") == "KKHHOO"


def test_an_empty_row_is_none() -> None:
    assert kind("") is None
    assert nears([]) == []


def told(letters: str) -> list[tuple[str, int, str | None]]:
    return [(near.kind, near.have, LETTER.get(near.lacking) if near.lacking else None) for near in nears(row(letters))]


def test_near_alliances() -> None:
    assert told("KLLL") == [("four", 3, None)]
    assert told("KLWL") == [("four", 3, None)]
    assert told("LKHDM") == [("lion", 5, None)]
    assert told("KHDMPO") == [("lion", 6, "L")]
    assert told("KKHHO") == [("octopus", 2, None)]
    assert told("KKHHDD") == [("octopus", 3, "O")]
    assert told("KKLH") == []
