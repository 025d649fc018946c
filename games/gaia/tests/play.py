"""A running game of Gaia with short words for its moves, for tests."""

from __future__ import annotations

from typing import Any

from games.gaia.game import GAME
from games.gaia.material import PAWNS, Card, back_of, face_of
from games.gaia.moves import (
    Burn,
    Discard,
    Draw,
    DrawBlind,
    DrawNone,
    Feed,
    Fulfil,
    PlayAnimals,
    PlayCity,
    PlayEarthquake,
    PlayLightning,
    PlayNature,
    PlayRain,
    PlaySun,
    PlayTheft,
    PlayVolcano,
)
from games.gaia.position import Table
from parlor.engine import Cell, Driver, Move, Phase, Reader, Seat, cell

At = tuple[int, int]


class Play:
    """A running game with short words. Each move is made by whoever is asked, and the position is checked after it."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    @property
    def p(self) -> Table:
        return self.driver.position

    @property
    def seat(self) -> int:
        return self.driver.acting[0]

    @property
    def phase(self) -> Phase[Table]:
        return self.driver.agenda[-1].phase

    @property
    def home(self) -> list[int]:
        return self.p.home

    @property
    def finished(self) -> bool:
        return self.driver.finished

    @property
    def legal(self) -> list[Move]:
        return list(self.driver.legal(self.seat))

    def make(self, move: Move) -> Play:
        self.driver.play(self.seat, move)
        self.driver.game.check(self.p)
        return self

    def held(self, named: str) -> Card:
        """The card of that back and face in the hand of the seat that is asked."""
        back, _colon, face = named.partition(":")
        hand = self.p.hands[self.seat]
        return next(card for card in hand if back_of(card) == back and (face_of(card) == face or not face))

    def offers(self, kind: type[Move], named: str = "") -> list[Any]:
        """The legal moves of a kind, of one card if it is named."""
        card = self.held(named) if named else None
        return [m for m in self.legal if type(m) is kind and (card is None or m.card == card)]  # type: ignore[attr-defined]

    def cells(self, kind: type[Move], named: str = "") -> set[At]:
        """Where moves of that kind may go."""
        return {at(move.cell) for move in self.offers(kind, named)}

    def nature(self, land: str, x: int, y: int) -> Play:
        return self.make(PlayNature(self.held(f"nature:{land}"), cell(x, y)))

    def animals(self, land: str, x: int, y: int) -> Play:
        return self.make(PlayAnimals(self.held(f"life:{land}"), cell(x, y)))

    def city(self, face: str, x: int, y: int) -> Play:
        return self.make(PlayCity(self.held(f"life:{face}"), cell(x, y)))

    def sun(self, x: int, y: int) -> Play:
        return self.make(PlaySun(self.held("power:sun"), cell(x, y)))

    def rain(self, x: int, y: int) -> Play:
        return self.make(PlayRain(self.held("power:rain"), cell(x, y)))

    def earthquake(self, a: At, b: At) -> Play:
        return self.make(PlayEarthquake(self.held("power:earthquake"), cell(*a), cell(*b)))

    def lightning(self, x: int, y: int) -> Play:
        return self.make(PlayLightning(self.held("power:lightning"), cell(x, y)))

    def volcano(self, x: int, y: int) -> Play:
        return self.make(PlayVolcano(self.held("power:volcano"), cell(x, y)))

    def burn(self, x: int, y: int) -> Play:
        return self.make(Burn(cell(x, y)))

    def theft(self, seat: int) -> Play:
        return self.make(PlayTheft(self.held("power:theft"), Seat(seat)))

    def feed(self, city: At, source: At) -> Play:
        return self.make(Feed(cell(*city), cell(*source)))

    def take(self, named: str) -> Play:
        back, _colon, face = named.partition(":")
        return self.make(Draw(next(card for card in self.p.rows[back] if face_of(card) == face)))

    def blind(self, back: str = "nature") -> Play:
        return self.make(DrawBlind(f"deck-{back}"))

    def none(self) -> Play:
        return self.make(DrawNone())

    def discard(self, named: str) -> Play:
        return self.make(Discard(self.held(named)))

    def fulfil(self, face: str) -> Play:
        return self.make(Fulfil(next(card for card in self.p.objectives if face_of(card) == face)))

    def people(self, x: int, y: int) -> list[int]:
        """Pawns by seat on the city at that place."""
        return self.p.people[cell(x, y)]

    def cities(self) -> set[At]:
        return {at(square) for square in self.p.cities}

    def herd(self, x: int, y: int) -> int:
        return self.p.herds.get(cell(x, y), 0)

    def land(self, x: int, y: int) -> str | None:
        return self.p.land.get(cell(x, y))

    def placed(self) -> list[int]:
        return [PAWNS[len(self.home)] - home for home in self.home]

    def lines(self, reader: int | None = None) -> list[str]:
        """The log lines of the last move, as that seat reads them."""
        names = ["Ann", "Bob", "Cid", "Dan", "Eve"]
        reads = Reader(reader, lambda seat: names[seat], GAME.name_of)
        return [reads.line(line) for line in self.driver.log[-1].lines]

    def places(self) -> list[int]:
        return [standing.place for standing in self.driver.result()]


def at(square: Cell) -> At:
    """The place of a cell."""
    x, _bar, y = square.removeprefix("cell-").partition("_")
    return int(x), int(y)
