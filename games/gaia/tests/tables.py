"""Builds tables of Gaia for tests from a drawing of the land, and plays them with short words.

    play = table("PF / SD", cities={(1, 1): ("D_FSSA", "0")}, herds={(0, 1): 4}, hands=["nature:S life:X"])

draws a plain at (0, 0), a forest at (1, 0), a sea at (0, 1), a desert at (1, 1), `.` being no tile. A city is its face
and its pawns by seat ("01": one of each, "00": two of seat 0). A card is `back:face`; it is taken from the deck, so
that all pieces are conserved. Cards not named lie in the decks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.gaia.game import GAME, Gaia
from games.gaia.material import DEALT, PAWNS, TILES, TOKENS, Card, Deck, back_of, face_of
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
from games.gaia.turns import Act, Turn
from parlor.engine import Cell, Chance, Driver, Move, Phase, Reader, Seat, cell
from parlor.engine.data import load_data

At = tuple[int, int]
DECK: Deck = load_data(GAME)["deck"]


class Prepared(Gaia):
    """Gaia that begins in a given position."""

    def __init__(self, position: Table, phase: Phase[Table]) -> None:
        self.begin = position, phase

    def setup(self, ctx: Any) -> Any:
        return self.begin


class Pool:
    """The cards not yet placed, by back."""

    def __init__(self, powers: bool) -> None:
        self.cards = {"nature": list(DECK.nature), "life": list(DECK.life)}
        self.cards["objective"] = [*DECK.objectives, *(DECK.power_objectives if powers else ())]
        if powers:
            self.cards["power"] = list(DECK.powers)
        self.made = 100

    def take(self, named: str) -> Card:
        """A card such as `life:D_FSSA`; one that no deck holds is made, and takes the place of another."""
        back, _colon, face = named.partition(":")
        cards = self.cards[back]
        for card in cards:
            if face_of(card) == face:
                cards.remove(card)
                return card
        cards.pop()
        self.made += 1
        return Card(f"{back}-{self.made}_{face}")

    def all(self, named: str) -> list[Card]:
        return [self.take(one) for one in named.split()]


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


def table(
    land: str = "",
    *,
    cities: Mapping[At, tuple[str, str]] | None = None,
    herds: Mapping[At, int] | None = None,
    hands: Sequence[str] = (),
    front: Sequence[str] = (),
    objectives: str = "",
    held: Mapping[str, int] | None = None,
    rows: Mapping[str, str] | None = None,
    empty: Iterable[str] = (),
    stock: Mapping[str, int] | None = None,
    bank: int | None = None,
    spare: Mapping[int, int] | None = None,
    seats: int = 2,
    seat: int = 0,
    left: int = 2,
    turn: bool = False,
    advanced: bool = False,
    powers: bool = False,
    distinct: bool = False,
    chance: Chance | None = None,
) -> Play:
    """A game that begins with the drawn land; seat `seat` has `left` actions, or begins its turn (`turn`).

    `front` are the cards before each seat, `held` the objectives {face: seat} fulfilled, `empty` the decks without
    cards. `spare` leaves a seat that many pawns, `stock` a land that many tiles, `bank` that many animals: what is
    over lies on objectives, tiles and herds far away.
    """
    advanced = advanced or powers
    pool = Pool(powers)
    lands = _drawn(land)
    if stock:
        _use_up(lands, stock)
    people, built = {}, {}
    for place, (face, owners) in (cities or {}).items():
        built[cell(*place)] = pool.take(f"life:{face}")
        people[cell(*place)] = [owners.count(str(n)) for n in range(seats)]
    tokens = {cell(*place): count for place, count in (herds or {}).items()}
    if bank is not None:
        _eat_up(lands, tokens, bank)
    fronts = [pool.all(front[n]) if n < len(front) else [] for n in range(seats)]
    owned = [pool.all(hands[n]) if n < len(hands) else [] for n in range(seats)]
    shown = pool.all(objectives)
    holders: dict[Card, Seat] = {}
    for face, owner in (held or {}).items():
        card = pool.take(f"objective:{face}")
        shown.append(card)
        holders[card] = Seat(owner)
    home = [PAWNS[seats] - sum(p[n] for p in people.values()) for n in range(seats)]
    home = [count - sum(owner == n for owner in holders.values()) for n, count in enumerate(home)]
    for n, count in (spare or {}).items():
        while home[n] > count:
            card = pool.cards["objective"].pop(0)
            shown.append(card)
            holders[card] = Seat(n)
            home[n] -= 1
    kinds = [kind for kind in DEALT if kind in pool.cards]
    faces_up = {kind: pool.all((rows or {}).get(kind, "")) for kind in kinds}
    decks = {kind: [] if kind in empty else pool.cards[kind] for kind in kinds}
    gone = [card for kind in empty for card in pool.cards[kind]]
    used = list(lands.values())
    position = Table(
        land=lands,
        stock={kind: count - used.count(kind) for kind, count in TILES.items()},
        herds=tokens,
        bank=TOKENS - sum(tokens.values()),
        cities=built,
        people=people,
        home=home,
        hands=owned,
        decks=decks,
        rows=faces_up,
        nature=[[card for card in cards if back_of(card) == "nature"] for cards in fronts],
        powers=[[card for card in cards if back_of(card) == "power"] for cards in fronts],
        objectives=shown,
        holders=holders,
        discard=gone,
        unused=pool.cards["objective"],
        advanced=advanced,
        distinct=distinct,
        winner=None,
        ender=None,
    )
    phase = Turn(Seat(seat)) if turn else Act(Seat(seat), left)
    options = {"advanced": advanced, "powers": powers}
    if not turn:
        GAME.check(position)
    driver = Driver.start(Prepared(position, phase), seats, options, chance=chance or Chance(b"gaia"))
    return Play(driver)


def _drawn(land: str) -> dict[Any, Any]:
    rows = [row.replace(" ", "") for row in land.split("/")]
    return {cell(x, y): tile for y, row in enumerate(rows) for x, tile in enumerate(row) if tile != "."}


def _use_up(lands: dict[Any, Any], stock: Mapping[str, int]) -> None:
    """Lays tiles far away until only so many are left."""
    x = 50
    for kind, left in stock.items():
        for _n in range(TILES[kind] - left - list(lands.values()).count(kind)):  # type: ignore[index]
            lands[cell(x, 50)] = kind
            x += 2


def _eat_up(lands: dict[Any, Any], tokens: dict[Any, int], bank: int) -> None:
    """Puts animals far away until the bank has only so many."""
    x = 50
    while (over := TOKENS - sum(tokens.values()) - bank) > 0:
        lands[cell(x, 60)] = "P"
        tokens[cell(x, 60)] = min(4, over)
        x += 2
