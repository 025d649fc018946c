"""What is in the box of Letter Tycoon: cards, patents, goals, and what words earn.

Counts, prices, goals and the table of earnings agree in all sources that have them (sure).
"""

from __future__ import annotations

from typing import NewType

Card = NewType("Card", str)
"""`card-E7` is the seventh E: the letter stands after the hyphen."""

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
VOWELS = "AEIOU"
"""Y is either, as its player likes."""

COUNTS = {
    "A": 9, "B": 2, "C": 2, "D": 4, "E": 12, "F": 2, "G": 3, "H": 4, "I": 9, "J": 1, "K": 1, "L": 4, "M": 2,
    "N": 6, "O": 8, "P": 2, "Q": 1, "R": 6, "S": 6, "T": 6, "U": 4, "V": 2, "W": 2, "X": 1, "Y": 2, "Z": 1,
}  # fmt: skip
"""Cards of each letter, 102 in all."""

PRICES = {
    "A": 8, "B": 2, "C": 3, "D": 4, "E": 10, "F": 3, "G": 3, "H": 5, "I": 7, "J": 2, "K": 2, "L": 4, "M": 3,
    "N": 7, "O": 7, "P": 3, "Q": 2, "R": 6, "S": 6, "T": 8, "U": 3, "V": 2, "W": 3, "X": 2, "Y": 3, "Z": 2,
}  # fmt: skip
"""Price of each patent in dollars, which is also what it counts at the end; 110 in all."""

POWERS = "BJKQVXZ"
"""Letters whose patents do something, besides royalties."""

DOUBLERS = "BJK"
"""Patents that double what a word earns."""

GOALS = {2: (45, 6), 3: (34, 5), 4: (26, 3), 5: (21, 3)}
"""By number of players: value and least number of patents that bring on the last round."""

HAND = 7
POOL = 3
SHORTEST = 3
LONGEST = HAND + POOL + 2
"""Ten cards, one of them used twice, and an S."""

EARNINGS = {
    3: (1, 0), 4: (2, 0), 5: (3, 0), 6: (4, 1), 7: (6, 1),
    8: (6, 2), 9: (6, 3), 10: (6, 4), 11: (6, 5), 12: (6, 6),
}  # fmt: skip
"""Money and stock of a word by its length."""

CARDS: tuple[Card, ...] = tuple(
    Card(f"card-{letter}{n}") for letter in ALPHABET for n in range(1, COUNTS[letter] + 1)
)  # fmt: skip


def letter_of(thing: str) -> str:
    """The letter of a card, of its copy, of the extra S, or of a patent."""
    return thing.partition("-")[2][:1]
