"""A word at random from the cards that somebody has, for random play and as an example."""

from __future__ import annotations

from collections.abc import Sequence

from games.letter_tycoon.material import Card
from games.letter_tycoon.moves import Spell
from games.letter_tycoon.words import WordList
from games.letter_tycoon.words.search import random_word
from parlor.engine import Stream

SELDOM = 12
"""One play in so many is of any letters, word or not."""


def sample(stream: Stream, words: WordList | None, hand: Sequence[Card], pool: Sequence[Card], powers: str) -> Spell:
    """Mostly a word that the list has; now and then, or without a list, any letters."""
    if words is not None and stream.below(SELDOM):
        found = random_word(stream, words, hand, pool, powers)
        if found is not None:
            return Spell(found)
    first = stream.choice(hand)
    rest = [card for card in (*hand, *pool) if card != first]
    return Spell((first, *stream.sample(rest, 2 + stream.below(3))))
