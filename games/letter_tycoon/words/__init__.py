"""Dictionaries: a list of words in a few numbers each, quick to ask and to search."""

from games.letter_tycoon.words.lists import LONGEST, SHORTEST, WordList, pack, parse_words

__all__ = ["LONGEST", "SHORTEST", "WordList", "pack", "parse_words"]
