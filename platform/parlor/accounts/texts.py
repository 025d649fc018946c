"""Texts of people, made fit to stand among those of others: nothing that hides, turns round, or towers over them."""

from __future__ import annotations

import unicodedata

MARKS_MAX = 3  # accents and the like on one letter; every living script does with fewer
JOINERS = "\u200c\u200d"  # Persian, Indic scripts and emoji need them
FORMAT = {"Cc", "Cf", "Cs", "Co", "Cn"}


def fit_line(text: str) -> str:
    """One line without control characters, marks of direction and private signs, and with few marks on each letter."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", " ".join(text.split())):
        kind = unicodedata.category(letter)
        if kind in FORMAT and letter not in JOINERS:
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= MARKS_MAX:
            kept.append(letter)
    line = " ".join("".join(kept).split())
    return line if line.strip(JOINERS + " ") else ""


def towers(text: str) -> bool:
    """Whether more marks stand on one letter than any script needs."""
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks > MARKS_MAX:
            return True
    return False
