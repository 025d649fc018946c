"""Playing Nature and Life cards: where each may go, and what it does."""

from __future__ import annotations

from games.gaia.material import HERD, LAND_NAMES, Card, city_of, herd_of, land_of
from games.gaia.moves import PlayAnimals, PlayCity, PlayNature
from games.gaia.position import Table
from games.gaia.satisfaction import LEAST, fits, free, frontier, grazes, met, satisfaction
from games.gaia.settle import settle
from parlor.engine import Cell, Context, End, Move, Next, Seat, _


def natures(p: Table, card: Card, edge: list[Cell]) -> list[Move]:
    """Where the Nature card's tile may go: to each cell of the frontier, while a tile of its land is left."""
    return [PlayNature(card, square) for square in edge] if p.stock[land_of(card)] else []


def lives(p: Table, card: Card) -> list[Move]:
    """Where the Life card may be played."""
    face = city_of(card)
    if face is None:
        if p.bank < HERD:
            return []
        return [PlayAnimals(card, square) for square in free(p) if grazes(herd_of(card), p.land[square])]
    return [
        PlayCity(card, square)
        for square in free(p)
        if fits(face.base, p.land[square]) and met(p, square, face.needs) >= LEAST
    ]


def natures_and_lives(p: Table, seat: Seat) -> list[Move]:
    """All plays of the seat's Nature and Life cards."""
    found: list[Move] = []
    edge = frontier(p)
    for card in p.hands[seat]:
        if card.startswith("nature"):
            found += natures(p, card, edge)
        elif card.startswith("life"):
            found += lives(p, card)
    return found


def play_nature(p: Table, seat: Seat, move: PlayNature, ctx: Context) -> Next:
    """The card stays before the player, a tile of its land goes to the cell."""
    before = satisfaction(p)
    land = land_of(move.card)
    p.hands[seat].remove(move.card)
    p.nature[seat].append(move.card)
    p.stock[land] -= 1
    p.land[move.cell] = land
    ctx.count("tiles", seat)
    ctx.log(_("{seat} lays a {land} tile at {cell}"), seat=seat, land=LAND_NAMES[land], cell=move.cell)
    return End() if settle(p, before, seat, ctx) else None


def play_animals(p: Table, seat: Seat, move: PlayAnimals, ctx: Context) -> Next:
    """Four animals go to the tile and the card leaves the game."""
    before = satisfaction(p)
    p.hands[seat].remove(move.card)
    p.discard.append(move.card)
    p.bank -= HERD
    p.herds[move.cell] = HERD
    ctx.count("animals", seat)
    told = {"seat": seat, "land": LAND_NAMES[p.land[move.cell]], "cell": move.cell}
    ctx.log(_("{seat} puts {n} animals on the {land} at {cell}"), n=HERD, **told)
    return End() if settle(p, before, seat, ctx) else None


def play_city(p: Table, seat: Seat, move: PlayCity, ctx: Context) -> Next:
    """The city covers the tile. Neighbours may lose a need by it before the founder's own pawn goes down."""
    before = satisfaction(p)
    p.hands[seat].remove(move.card)
    p.cities[move.cell] = move.card
    p.people[move.cell] = [0] * len(p.home)
    ctx.count("cities", seat)
    told = {"seat": seat, "city": move.card, "land": LAND_NAMES[p.land[move.cell]], "cell": move.cell}
    ctx.log(_("{seat} founds {city} on the {land} at {cell}"), **told)
    return End() if settle(p, before, seat, ctx) else None
