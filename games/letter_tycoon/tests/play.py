"""A running game of Letter Tycoon with short words for its moves, for tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.letter_tycoon.game import GAME, LetterTycoon
from games.letter_tycoon.material import CARDS, HAND, POOL, Card, letter_of
from games.letter_tycoon.moves import (
    BONUS,
    BREAK,
    Accept,
    Challenge,
    Discard,
    Forfeit,
    Keep,
    Pass,
    Purchase,
    Replace,
    Skip,
    Spell,
    copy_of,
)
from games.letter_tycoon.position import Table
from games.letter_tycoon.words import WordList
from parlor.engine import Chance, Context, Driver, Move, Next, Preview, Reader, Seat, preview

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve"]
WORDS = """
AIOLI AREA ATE AYE BEE BEES CAT CATS DOG DOGS EASE EAT EERIE EYE IDEA OTTO QUEUE QUICKER QUIET RATE RHYTHM SAT SAY SEA
SKY STONED TEA TEAS TEE TOE TOT TRAIN TREE TREES YAY
"""
DICTIONARY = WordList(WORDS.strip().replace("\n", " ").split(" "))
DATA = {"american": DICTIONARY, "british": WordList([*DICTIONARY, "COLOUR"])}


class Prepared(LetterTycoon):
    """Letter Tycoon in which somebody owns something from the start."""

    def __init__(self, prepare: Callable[[Table], None]) -> None:
        self.prepare = prepare

    def setup(self, ctx: Context) -> tuple[Table, Next]:
        table, first = super().setup(ctx)
        self.prepare(table)
        return table, first


class Play:
    """A game that seat `first` begins. Moves are made by whose turn it is, or are told the seat."""

    def __init__(
        self,
        *hands: str,
        pool: str = "",
        deck: str = "",
        own: Mapping[int, str] | None = None,
        money: Sequence[int] = (),
        stock: Sequence[int] = (),
        seats: int = 2,
        first: int = 0,
        **options: object,
    ) -> None:
        seats = max(seats, len(hands), len(money))

        def prepare(p: Table) -> None:
            p.owners = {letter: Seat(seat) for seat, letters in (own or {}).items() for letter in letters}
            p.money[: len(money)] = money
            p.stock[: len(stock)] = stock

        order = dealt([*hands, *[""] * (seats - len(hands))], pool, deck)
        chance = Chance.scripted(bytes(32), deck=[order], first=[first])
        self.driver = Driver.start(Prepared(prepare), seats, options, chance=chance, data=DATA)

    @property
    def p(self) -> Table:
        return self.driver.position

    @property
    def stage(self) -> str:
        return type(self.driver.agenda[-1].phase).__name__

    @property
    def turn(self) -> int:
        return self.p.turn

    # -- moves --------------------------------------------------------------------------------------------------

    def make(self, move: Move, seat: int | None = None) -> Play:
        self.driver.play(self.turn if seat is None else seat, move)
        GAME.check(self.p)
        return self

    def cards(self, text: str) -> Spell:
        """CAT from the hand first, then the pool; `^E` from the pool; `e` the copy of an E; `+` the extra S; `/`."""
        left = [*self.p.hands[self.turn], *self.p.pool]
        things: list[str] = []
        for n, letter in enumerate(text):
            if letter == "^":
                continue
            if letter.islower():
                things.append(letter)
            elif letter in "+/":
                things.append(BONUS if letter == "+" else BREAK)
            else:
                among = self.p.pool if text[n - 1 : n] == "^" else left
                card = next(card for card in among if letter_of(card) == letter and card in left)
                left.remove(card)
                things.append(card)
        for n, thing in enumerate(things):
            if thing.islower() and len(thing) == 1:
                card = next(t for t in [*things, *left] if t.startswith(f"card-{thing.upper()}"))
                things[n] = copy_of(Card(card))
        return Spell(tuple(things))

    def preview(self, text: str) -> Preview:
        return preview(self.driver, self.turn, self.cards(text))

    def spell(self, text: str) -> Play:
        return self.make(self.cards(text))

    def skip(self) -> Play:
        return self.make(Skip())

    def answer(self, *challengers: int) -> Play:
        """All that are asked answer: these challenge, the others accept."""
        for seat in list(self.driver.acting):
            if self.stage == "Answer" and seat in self.driver.acting:
                self.driver.play(seat, Challenge() if seat in challengers else Accept())
        GAME.check(self.p)
        return self

    def buy(self, letter: str) -> Play:
        return self.make(Purchase(f"patent-{letter}"))

    def no_patent(self) -> Play:
        return self.make(Pass())

    def discard(self, letters: str = "") -> Play:
        return self.make(Discard(tuple(self.held(letters))))

    def forfeit(self, letter: str) -> Play:
        return self.make(Forfeit(self.held(letter)[0]))

    def keep(self) -> Play:
        return self.make(Keep())

    def replace(self, letter: str, pool: bool = False) -> Play:
        return self.make(
            Replace(next(c for c in self.p.pool if letter_of(c) == letter) if pool else self.held(letter)[0])
        )

    def turns(self, count: int) -> Play:
        """So many turns in which nothing is played."""
        for _turn in range(count):
            if self.stage == "Swap":
                self.keep()
            self.skip()
            if not self.driver.finished and self.stage == "Tidy":
                self.discard()
        return self

    # -- what can be seen ---------------------------------------------------------------------------------------

    def held(self, letters: str) -> list[Card]:
        left = list(self.p.hands[self.turn])
        found = []
        for letter in letters:
            found.append(next(card for card in left if letter_of(card) == letter))
            left.remove(found[-1])
        return found

    def hand(self, seat: int) -> str:
        return "".join(map(letter_of, self.p.hands[seat]))

    @property
    def pool(self) -> str:
        return "".join(map(letter_of, self.p.pool))

    @property
    def legal(self) -> list[Any]:
        return list(self.driver.legal(self.driver.acting[0]))

    def lines(self, reader: int | None = None) -> list[str]:
        """The log lines of the last move, as that seat reads them."""
        return [self.read(reader).line(line) for line in self.driver.log[-1].lines]

    def read(self, reader: int | None = None) -> Reader:
        return Reader(reader, lambda seat: NAMES[seat], GAME.name_of)

    def funds(self, seat: int = 0) -> tuple[int, int]:
        return self.p.money[seat], self.p.stock[seat]


def dealt(hands: Sequence[str], pool: str, deck: str) -> list[Card]:
    """An order of the deck in which hands and pool begin with these letters, and then these are drawn."""
    left = sorted(CARDS, key=lambda card: (letter_of(card) in "AEIOU", card))  # what is not told is mostly consonants

    def take(letters: str, count: int) -> list[Card]:
        taken = []
        for letter in letters:
            taken.append(next(card for card in left if letter_of(card) == letter))
            left.remove(taken[-1])
        wanted.append((taken, count))
        return taken

    wanted: list[tuple[list[Card], int]] = []
    for hand in hands:
        take(hand, HAND)
    take(pool, POOL)
    take(deck, len(deck))
    order: list[Card] = []
    for taken, count in wanted:
        while len(taken) < count:
            taken.append(left.pop(0))
        order += taken
    return [*reversed([*order, *left])]
