"""The start of a turn: each of the player's cities that needs animals eats one from a neighbouring tile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.gaia.material import ANIMALS, LAND_NAMES, Card
from games.gaia.moves import Feed
from games.gaia.position import Table
from games.gaia.satisfaction import city, satisfaction
from games.gaia.settle import settle
from parlor.engine import Cell, Context, End, Legal, Next, Phase, Plural, Seat, _, around

FED = Plural(
    _("{seat} feeds {city} from the {land} at {cell}; {left} animal stays there"),
    _("{seat} feeds {city} from the {land} at {cell}; {left} animals stay there"),
    "left",
)


class Feeding(Phase[Table]):
    """`cities` are still to be fed; which they are is fixed when feeding starts.

    What leaves no choice happens by itself; else the player chooses the order and where each animal comes from.
    """

    prompt = _("{seat} feeds the cities")
    ask = _("Feed your cities: which one, and from where?")
    seat: Seat
    cities: tuple[Card, ...]

    def seats(self, p: Table) -> Sequence[Seat]:
        moves = feeds(p, self.seat, self.cities)
        return (self.seat,) if moves and forced(p, moves) is None else ()

    def legal(self, p: Table, seat: Seat) -> Legal:
        return feeds(p, seat, self.cities)

    def enter(self, p: Table, ctx: Context) -> Next:
        moves = feeds(p, self.seat, self.cities)
        move = forced(p, moves)
        return None if move is None else self.apply(p, self.seat, move, ctx)

    def apply(self, p: Table, seat: Seat, move: Feed, ctx: Context) -> Next:
        fed = p.cities[move.city]
        if feed(p, seat, move, ctx):
            return End()
        rest = tuple(card for card in self.cities if card != fed)
        return Feeding(seat, rest) if rest else None


def hungry(p: Table, seat: Seat) -> tuple[Card, ...]:
    """The cities that the seat must feed: its pawn is there and the card shows animals."""
    return tuple(
        card for square, card in p.cities.items() if p.people[square][seat] and ANIMALS in city(card).needs
    )  # fmt: skip


def feeds(p: Table, seat: Seat, cities: Iterable[Card]) -> list[Feed]:
    """The ways to feed one of the cities now; those without animals around, or lost meanwhile, are left out."""
    at = {card: square for square, card in p.cities.items()}
    found: list[Feed] = []
    for card in cities:
        square = at.get(card)
        if square is not None and p.people[square][seat]:
            found += [Feed(square, near) for near in around(square) if near in p.herds]
    return found


def forced(p: Table, moves: Sequence[Feed]) -> Feed | None:
    """The feeding that needs no choice: the only one, or one from a herd that cannot be eaten up now."""
    if len(moves) == 1:
        return moves[0]
    sources: dict[Cell, int] = {}
    eaters: dict[Cell, int] = {}
    for move in moves:
        sources[move.city] = sources.get(move.city, 0) + 1
        eaters[move.cell] = eaters.get(move.cell, 0) + 1
    for move in moves:
        if sources[move.city] == 1 and eaters[move.cell] < p.herds[move.cell]:
            return move
    return None


def feed(p: Table, seat: Seat, move: Feed, ctx: Context) -> bool:
    """The city eats. Returns whether what follows ends the game."""
    before = satisfaction(p)
    left = p.herds[move.cell] - 1
    p.bank += 1
    told = {"seat": seat, "city": p.cities[move.city], "land": LAND_NAMES[p.land[move.cell]], "cell": move.cell}
    if left:
        p.herds[move.cell] = left
        ctx.log(FED, **told, left=left)
        return False
    del p.herds[move.cell]
    ctx.log(_("{seat} feeds {city} with the last animal from the {land} at {cell}"), **told)
    return settle(p, before, seat, ctx)
