"""A running round of Collect in few words, for tests.

An animal is a letter: W the wild chameleon, K crab, H hermit crab, D crocodile, M monkey, P parrot, L lion, O octopus.
A row is written from left to right, a deck from its top down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.collect.game import Collect
from games.collect.material import ANIMAL_OF, ANIMALS, CARDS, LEFT, RIGHT, Animal, Card, Deck
from games.collect.moves import (
    Bite,
    Deal,
    Draw,
    Guess,
    Keep,
    MoveNone,
    Put,
    PutLast,
    Retreat,
    Shift,
    Stop,
    Swap,
)
from games.collect.position import Table
from games.collect.settling import Round
from games.collect.turns import Match, Turn
from parlor.engine import Chance, Context, Driver, Move, Next, Reader, Seat

ANIMAL: dict[str, Animal] = dict(zip("WKHDMPLO", ANIMALS, strict=True))
LETTER = {animal: letter for letter, animal in ANIMAL.items()}
DECK: dict[str, Deck] = {"left": LEFT, "right": RIGHT}


class Laid(Collect):
    """Collect from a given position on, with seat 0 to draw."""

    def __init__(self, rows: Sequence[str], left: str, right: str, rest: str, crowns: dict[str, Any]) -> None:
        self.laid = (rows, left, right, rest)
        self.crowns = crowns

    def setup(self, ctx: Context) -> tuple[Table, Next]:
        p, _next = super().setup(ctx)
        rows, left, right, rest = self.laid
        pool = list(CARDS)
        p.rows = [_take(pool, row) for row in rows]
        p.decks = {LEFT: _take(pool, left)[::-1], RIGHT: _take(pool, right)[::-1]}
        if rest:
            p.decks[DECK[rest]] = pool + p.decks[DECK[rest]]
        p.round, p.starter = 1, Seat(0)
        for name, value in self.crowns.items():
            setattr(p, name, value)
        return p, (Turn(Seat(0)), Round(), Match())


def _take(pool: list[Card], letters: str) -> list[Card]:
    found = []
    for letter in letters:
        found.append(next(card for card in pool if ANIMAL_OF[card] == ANIMAL[letter]))
        pool.remove(found[-1])
    return found


class Play:
    """A running game with short words. Each move is made by whoever is asked."""

    def __init__(self, driver: Driver, whole: bool) -> None:
        self.driver = driver
        self.whole = whole

    @property
    def p(self) -> Table:
        return self.driver.position

    @property
    def seat(self) -> int:
        return self.driver.acting[0]

    @property
    def asked(self) -> str:
        """The name of the phase that asks, "" when the game is over."""
        return type(self.driver.agenda[-1].phase).__name__ if self.driver.agenda else ""

    @property
    def rows(self) -> list[str]:
        return ["".join(LETTER[ANIMAL_OF[card]] for card in row) for row in self.p.rows]

    def deck(self, name: str) -> str:
        """The animals of a deck from its top down."""
        return "".join(LETTER[ANIMAL_OF[card]] for card in reversed(self.p.decks[DECK[name]]))

    def bottom(self, name: str) -> str:
        return self.deck(name)[-1]

    def card(self, at: tuple[int, int]) -> Card:
        """The card of a seat's row at a place, counted from 0."""
        return self.p.rows[at[0]][at[1]]

    def make(self, move: Move) -> Play:
        self.driver.play(self.seat, move)
        if self.whole:
            self.driver.game.check(self.p)
        return self

    @property
    def legal(self) -> list[Move]:
        return list(self.driver.legal(self.seat))  # type: ignore[arg-type]

    def offered(self) -> set[str]:
        """The kinds of the legal moves."""
        return {type(move).__name__ for move in self.legal}

    def draw(self, deck: str = "left") -> Play:
        return self.make(Draw(DECK[deck]))

    def put(self, at: tuple[int, int] | None) -> Play:
        return self.make(PutLast() if at is None else Put(self.card(at)))

    def shift(self, card: tuple[int, int], to: tuple[int, int]) -> Play:
        return self.make(Shift(self.card(card), self.card(to)))

    def move_none(self) -> Play:
        return self.make(MoveNone())

    def bite(self, card: tuple[int, int], deck: str = "right") -> Play:
        return self.make(Bite(self.card(card), DECK[deck]))

    def swap(self, card: tuple[int, int]) -> Play:
        return self.make(Swap(self.card(card)))

    def keep(self) -> Play:
        return self.make(Keep())

    def guess(self, animal: str, deck: str = "left") -> Play:
        return self.make(Guess(DECK[deck], ANIMAL[animal]))

    def retreat(self, deck: str = "left") -> Play:
        return self.make(Retreat(DECK[deck]))

    def stop(self) -> Play:
        return self.make(Stop())

    def deal(self) -> Play:
        return self.make(Deal())

    def lines(self, reader: int | None = None) -> list[str]:
        """The log lines of the last move, as that seat reads them."""
        names = ["Ann", "Bob", "Cid", "Dan", "Eve"]
        reads = Reader(reader, lambda seat: names[seat], self.driver.game.name_of)
        return [reads.line(line) for line in self.driver.log[-1].lines]

    @property
    def winner(self) -> int | None:
        """Who won the last round."""
        return self.p.last.seat if self.p.last is not None else None

    def places(self) -> list[int]:
        return [standing.place for standing in self.driver.result()]


def laid(
    *rows: str,
    left: str = "",
    right: str = "",
    rest: str = "right",
    crowns: dict[str, Any] | None = None,
    **options: Any,
) -> Play:
    """A round with these rows, seat 0 to draw. All other cards lie under the deck `rest`; "" leaves them out."""
    game = Laid(rows, left, right, rest, crowns or {})
    return Play(Driver.start(game, len(rows), options, chance=Chance.scripted(b"laid", first=[0])), bool(rest))
