"""What follows when needs are met or fail: pawns go down and up, cities vanish, and one of them may be the last pawn.

Every action compares the needs of each city before and after. First what fell: with one need left all pawns go home,
with none the city goes too. Then what rose, to the good of the player who acted. A vanished city frees its tile, so
the comparison is made again until nothing vanishes.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.gaia.material import Card
from games.gaia.position import Table
from games.gaia.satisfaction import LEAST, due, satisfaction
from parlor.engine import Cell, Context, Plural, Seat, _

PAWNS_HOME = Plural(
    _("{city} has {n} needs left: one pawn of {seat} goes home"),
    _("{city} has {n} needs left: {count} pawns of {seat} go home"),
    "count",
)
PLACED = Plural(
    _("{seat} places a pawn on {city}, which has {n} needs met"),
    _("{seat} places {count} pawns on {city}, which has {n} needs met"),
    "count",
)
STOLEN = Plural(
    _("{seat} takes {city} from {seat_from}, now with {n} needs met"),
    _("{seat} takes {city} from {seat_from} with {count} pawns, now with {n} needs met"),
    "count",
)


def settle(p: Table, before: Mapping[Card, int], seat: Seat, ctx: Context) -> bool:
    """Moves pawns and cities after an action of the seat; `before` is the satisfaction it found, a new city counts 0.

    Returns whether the seat placed its last pawn, which ends the game at once.
    """
    while True:
        after = satisfaction(p)
        doomed = _lower(p, before, after, ctx)
        if _raise(p, before, after, seat, ctx):
            return True
        if not doomed:
            return False
        before = after


def won(p: Table, seat: Seat, ctx: Context) -> bool:
    """Whether the seat has no pawn left to place; if so, it has won."""
    if p.home[seat]:
        return False
    p.winner = seat
    ctx.log(_("{seat} has placed the last pawn and wins"), seat=seat)
    return True


def destroy(p: Table, square: Cell, ctx: Context) -> list[Seat]:
    """Takes the city from the tile out of the game and sends its pawns home; returns whose they were."""
    owners = send_home(p, square, ctx)
    p.discard.append(p.cities.pop(square))
    del p.people[square]
    return owners


def send_home(p: Table, square: Cell, ctx: Context) -> list[Seat]:
    """All pawns on the city go home; returns whose they were."""
    people = p.people[square]
    owners = [seat for seat in ctx.seats if people[seat]]
    for owner in owners:
        _home(p, square, owner, people[owner], ctx)
    return owners


def _home(p: Table, square: Cell, owner: Seat, count: int, ctx: Context) -> None:
    p.people[square][owner] -= count
    p.home[owner] += count
    ctx.count("lost", owner, count)


def _lower(p: Table, before: Mapping[Card, int], after: Mapping[Card, int], ctx: Context) -> bool:
    """Pawns go home from the cities that fell, and those with no need met vanish together. Whether some vanished."""
    doomed: list[Cell] = []
    for square, card in p.cities.items():
        count = after[card]
        if count >= before.get(card, 0):
            continue
        if count >= LEAST:
            _thin(p, square, card, count, ctx)
            continue
        owners = send_home(p, square, ctx)
        if count == 0:
            doomed.append(square)
            if owners:
                ctx.log(_("{city} has no need left and is gone: the pawns of {seats} go home"), city=card, seats=owners)
            else:
                ctx.log(_("{city} has no need left and is gone"), city=card)
        elif owners:
            ctx.log(_("{city} has one need left: the pawns of {seats} go home"), city=card, seats=owners)
    for square in doomed:
        destroy(p, square, ctx)
    return bool(doomed)


def _thin(p: Table, square: Cell, card: Card, count: int, ctx: Context) -> None:
    """Below four needs, nobody keeps a second pawn."""
    for owner in ctx.seats:
        surplus = p.people[square][owner] - due(p, count)
        if surplus > 0:
            _home(p, square, owner, surplus, ctx)
            ctx.log(PAWNS_HOME, city=card, n=count, seat=owner, count=surplus)


def _raise(p: Table, before: Mapping[Card, int], after: Mapping[Card, int], seat: Seat, ctx: Context) -> bool:
    """Pawns of the seat go on the cities that rose. Whether one of them was its last."""
    for square, card in list(p.cities.items()):
        count = after[card]
        if count <= before.get(card, 0) or count < LEAST:
            continue
        rivals = [other for other in ctx.seats if other != seat and p.people[square][other]] if p.advanced else []
        missing = due(p, count) - p.people[square][seat]
        for rival in rivals:
            pawns = p.people[square][rival]
            _home(p, square, rival, pawns, ctx)
            ctx.count("stolen", seat, pawns)
        placed = min(missing, p.home[seat])
        if placed <= 0:
            continue
        p.people[square][seat] += placed
        p.home[seat] -= placed
        ctx.count("placed", seat, placed)
        if rivals:
            ctx.log(STOLEN, seat=seat, city=card, seat_from=rivals[0], count=placed, n=count)
        else:
            ctx.log(PLACED, seat=seat, city=card, count=placed, n=count)
        if won(p, seat, ctx):
            return True
    return False
