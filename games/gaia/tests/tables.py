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
from games.gaia.position import Table
from games.gaia.tests.play import At, Play
from games.gaia.turns import Act, Turn
from parlor.engine import Chance, Driver, Phase, Seat, cell
from parlor.engine.data import load_data

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
