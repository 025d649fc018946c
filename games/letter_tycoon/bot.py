"""Bots of three strengths, which differ in the words they know, in how long they look, and in what they think of.

The expert knows the table's dictionary by heart and looks at every play. The others know usual words only, of their own
vocabulary; what is not in it they may challenge, the sooner the less it looks like English. None of them bluffs.

Measured with two players and the usual options, 40 games each, seats in turn: see `tests/test_bot.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.letter_tycoon.liking import forfeited, liking, market, replaced, unwanted
from games.letter_tycoon.material import Card, letter_of
from games.letter_tycoon.moves import Accept, Challenge, Discard, Forfeit, Keep, Pass, Purchase, Replace, Skip, Spell
from games.letter_tycoon.position import TableView, owned
from games.letter_tycoon.spelling import words_of
from games.letter_tycoon.words import WordList
from games.letter_tycoon.words.best import Play, Search, best_plays
from games.letter_tycoon.words.search import Found
from parlor.engine import Chance, Imagine, Legal, Move, Seat, Stream, pick


class Strength(NamedTuple):
    """How good a bot is. `vocabulary` is a data set, or empty for the table's own dictionary.

    `looks` is which part of all plays it sees, in hundredths; `longest` the letters of the longest words that come to
    its mind; `powers` whether it uses patents that make longer or further words, and weighs patents by what they will
    bring. `doubt` is how often it challenges a word that it does not know, in hundredths: where the word looks like
    English, and where it does not.
    """

    vocabulary: str
    looks: int
    longest: int
    powers: bool
    doubt: tuple[int, int]


BEGINNER = Strength("everyday", 20, 6, False, (15, 50))
READER = Strength("wellread", 50, 9, True, (25, 80))
EXPERT = Strength("", 100, 12, True, (100, 100))


class Speller:
    """A bot of some strength."""

    def __init__(self, strength: Strength) -> None:
        self.strength = strength

    def __call__(self, view: TableView, seat: Seat, legal: Legal, chance: Chance, imagine: Imagine) -> Move:
        stream = chance("bot")
        words = self._vocabulary(view, imagine, chance)
        kinds = {type(one) if isinstance(one, Move) else one.kind for one in legal}
        if Challenge in kinds:
            return Challenge() if self._doubts(view, words, stream) else Accept()
        if Spell in kinds:
            return self._write(view, seat, words, stream)
        if Keep in kinds:
            return self._swap(view, seat, words)
        if Pass in kinds:
            offers = [letter_of(one.patent) for one in legal if isinstance(one, Purchase)]
            chosen = market(view, seat, offers, careful=self.strength.powers)
            return Purchase(f"patent-{chosen}") if chosen else Pass()
        if Forfeit in kinds:
            return Forfeit(forfeited(_hand(view, seat)))
        if Discard in kinds:
            return Discard(tuple(unwanted(_hand(view, seat))) if self.strength.powers else ())
        return pick(legal, stream)

    def _vocabulary(self, view: TableView, imagine: Imagine, chance: Chance) -> WordList:
        known: WordList = imagine(chance).context.data[self.strength.vocabulary or view.dictionary]
        return known

    def _doubts(self, view: TableView, words: WordList, stream: Stream) -> bool:
        """Whether it challenges what lies on the table."""
        for word in words_of(view.spelling):
            if word not in words:
                likely, unlikely = self.strength.doubt
                doubt = likely if likely == unlikely or words.looks_like(word) else unlikely
                if stream.below(100) < doubt:
                    return True
        return False

    def _write(self, view: TableView, seat: Seat, words: WordList, stream: Stream) -> Move:
        strength = self.strength

        def sift(one: Found) -> bool:
            return one.length <= strength.longest and (strength.looks == 100 or stream.below(100) < strength.looks)

        plays = self._plays(view, seat, words, sift)
        return Spell(plays[0].cards) if plays else Skip()

    def _plays(
        self, view: TableView, seat: Seat, words: WordList, sift: Callable[[Found], bool] | None = None
    ) -> list[Play]:
        powers = owned(view, seat)
        if not self.strength.powers:
            powers = "".join(letter for letter in powers if letter in "BJK")
        search = Search(
            words,
            _hand(view, seat),
            view.pool,
            powers,
            view.stacking,
            liking(view, seat, careful=self.strength.powers),
            lambda word: word not in view.refused,
        )
        return best_plays(search, sift)

    def _swap(self, view: TableView, seat: Seat, words: WordList) -> Move:
        """Replaces a card that the best play does not need, as that costs nothing."""
        plays = self._plays(view, seat, words)
        needed = plays[0].cards if plays else ()
        free: list[Card] = [card for card in (*_hand(view, seat), *view.pool) if card not in needed]
        return Replace(replaced(free)) if free else Keep()


def _hand(view: TableView, seat: Seat) -> list[Card]:
    own = view.hands[seat]
    assert isinstance(own, list)
    return [Card(card) for card in own]


beginner, reader, expert = Speller(BEGINNER), Speller(READER), Speller(EXPERT)
