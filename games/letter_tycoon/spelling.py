"""From the list of a `Spell` to the words in it, and what such a list may hold."""

from __future__ import annotations

from collections.abc import Sequence

from games.letter_tycoon.material import POOL, SHORTEST, Card, letter_of
from games.letter_tycoon.moves import BONUS, BREAK, Spell, copy_of
from games.letter_tycoon.position import Table, TableView
from parlor.engine import Illegal, _, sort_of


def split(cards: Sequence[str]) -> list[list[str]]:
    """The word, or the two words, each as its cards, copies and extra S."""
    words: list[list[str]] = [[]]
    for thing in cards:
        if thing == BREAK:
            words.append([])
        else:
            words[-1].append(thing)
    return words


def words_of(cards: Sequence[str]) -> list[str]:
    """The words as text, such as CAT."""
    return ["".join(map(letter_of, word)) for word in split(cards)]


def real(cards: Sequence[str]) -> list[Card]:
    """The cards that are really played: neither copies nor the extra S."""
    return [Card(thing) for thing in cards if sort_of(thing) == "card"]


def offered(hand: Sequence[Card], pool: Sequence[Card], powers: str) -> tuple[list[str], int]:
    """What may stand in the list, for a player with these cards and patents, and how many of it at most."""
    things: list[str] = [*hand, *pool]
    if "X" in powers:
        things += map(copy_of, (*hand, *pool))
    if "Z" in powers:
        things.append(BONUS)
    if "V" in powers:
        things.append(BREAK)
    return things, len(hand) + len(pool) + sum(power in powers for power in "XZV")


def check(move: Spell, hand: Sequence[Card]) -> None:
    """Raises Illegal for a list that breaks the rules of spelling; whether its words are any is not asked here."""
    played = real(move.cards)
    copies = [thing for thing in move.cards if sort_of(thing) == "copy"]
    if len(copies) > 1:
        raise Illegal(_("Only one card can be used twice in a turn."))
    if copies and copies[0] not in map(copy_of, played):
        raise Illegal(_("Only a card that you play can be used twice."))
    words = split(move.cards)
    for word in words:
        if len(word) < SHORTEST:
            raise Illegal(_("A word has at least 3 letters."))
        if not any(thing in hand for thing in word):
            raise Illegal(_("Each word needs a card of your hand."))
        if BONUS in word[:-1]:
            raise Illegal(_("The extra S can only be the last letter of a word."))
    if copies and len(played) < SHORTEST:
        raise Illegal(_("Using a card twice takes at least three cards."))


def lay(p: Table, move: Spell) -> None:
    """The cards go from hand and pool onto the table."""
    hand = p.hands[p.turn]
    p.spelling = list(move.cards)
    p.laid = real(move.cards)
    p.borrowed = [card for card in p.laid if card in p.pool]
    p.hands[p.turn] = [card for card in hand if card not in p.laid]
    p.pool = [card for card in p.pool if card not in p.laid]


def take_back(p: Table) -> None:
    """The cards return to where they came from."""
    p.hands[p.turn] += [card for card in p.laid if card not in p.borrowed]
    p.pool += p.borrowed
    p.laid, p.borrowed, p.spelling = [], [], []
    assert len(p.pool) == POOL


def letters_played(p: Table | TableView) -> list[str]:
    """The letters on real cards of the word on the table, each once, in order: those whose patents may be bought."""
    return list(dict.fromkeys(map(letter_of, p.laid)))
