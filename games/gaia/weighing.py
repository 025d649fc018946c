"""How well a seat stands in a position, as the bot sees it: pawns placed and how safe they are, objectives, hand."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.gaia.material import (
    ANIMALS,
    HERD,
    PAWNS,
    POWER_OBJECTIVE,
    POWERS_NEEDED,
    Card,
    City,
    city_of,
    herd_of,
    land_of,
    needs_of,
)
from games.gaia.objectives import missing
from games.gaia.position import Table
from games.gaia.satisfaction import LEAST, city, city_at, fits, grazes, met
from parlor.engine import Cell, Seat, around

WON = 1000.0
ENDED = 500.0


class Weights(NamedTuple):
    """What things are worth, where a pawn that can never be lost is worth 1. Found by play against itself."""

    safe: tuple[float, ...] = (0, 0, 0.78, 0.92, 1.0)
    """A pawn on a city by needs met, where several may live there."""
    risky: tuple[float, ...] = (0, 0, 0.66, 0.76, 1.0)
    """The same where a rival takes the city by raising it."""
    hungry: tuple[float, float] = (0.35, 0.07)
    """A pawn on a city that stands by its animals alone: at least, and for each animal around."""
    progress: float = 0.05
    """For the square of the pawns placed: the last ones count most."""
    rival: float = 0.7
    objective: tuple[float, float] = (0.5, 0.2)
    """The nearest objective and the next, by the share of cards lying before the player."""
    held: float = 0.7
    """How much a card in hand counts for an objective, beside one played."""
    card: float = 0.02
    wish: float = 0.4
    """A card that would bring a pawn on a city in play."""
    site: tuple[float, float, float, float] = (0.04, 0.1, 0.22, 0.42)
    """A city card without its land, and with no, one, two or more needs met there."""
    helper: float = 0.08
    """A Nature card for a need of a city in hand."""
    power: float = 0.06


WEIGHTS = Weights()


def weigh(p: Table, seat: Seat, w: Weights = WEIGHTS) -> float:
    """The worth of the position for the seat; about 1 for each pawn placed more than the rivals have."""
    if p.winner is not None:
        return WON if p.winner == seat else -WON
    if p.ender is not None:
        best = min(home for other, home in enumerate(p.home) if other != seat)
        return ENDED if p.home[seat] < best else -ENDED
    pawns = PAWNS[len(p.home)]
    worth = on_cities(p, w)
    for holder in p.holders.values():
        worth[holder] += 1.0
    for other, home in enumerate(p.home):
        worth[other] += w.progress * (pawns - home) ** 2 + towards_objectives(p, other, w)
    rivals = [value for other, value in enumerate(worth) if other != seat]
    return worth[seat] - w.rival * max(rivals) - 0.2 * sum(rivals) / len(rivals) + in_hand(p, seat, w)


def on_cities(p: Table, w: Weights) -> list[float]:
    """For each seat what its pawns on cities are worth."""
    worth = [0.0] * len(p.home)
    safe = w.risky if p.advanced else w.safe
    for square, people in p.people.items():
        if not any(people):
            continue
        needs = city_at(p, square).needs
        count = met(p, square, needs)
        value = safe[count]
        if ANIMALS in needs and count <= LEAST:
            animals = sum(p.herds.get(near, 0) for near in around(square))
            if animals:
                value = min(value, w.hungry[0] + w.hungry[1] * animals)
        for owner, pawns in enumerate(people):
            worth[owner] += value * pawns
    return worth


def towards_objectives(p: Table, seat: int, w: Weights) -> float:
    """How near the seat is to the two objectives nearest to it, by the cards before it."""
    first = second = 0.0
    front = "".join([card[-1] for card in p.nature[seat]])
    for card in p.objectives:
        if card in p.holders:
            continue
        needs = needs_of(card)
        if needs == POWER_OBJECTIVE:
            share = 1 - missing(p, Seat(seat), card) / POWERS_NEEDED
        else:
            share = 1 - lack(needs, front) / len(needs)
        if share > second:
            first, second = max(first, share), min(first, share)
    return w.objective[0] * curve(first) + w.objective[1] * curve(second)


def curve(share: float) -> float:
    """Half of an objective is worth less than half."""
    return 0.35 * share + 0.65 * share * share


@lru_cache(maxsize=65536)
def lack(needs: str, front: str) -> int:
    """How many of the lands that an objective shows are not among these."""
    return sum(max(0, needs.count(land) - front.count(land)) for land in dict.fromkeys(needs))


@lru_cache(maxsize=65536)
def help_of(needs: str, front: str, hand: str, held: float) -> float:
    """What Nature cards in hand add to an objective."""
    lacking = lack(needs, front)
    helped = held * (lacking - lack(needs, front + hand))
    return curve(1 - (lacking - helped) / len(needs)) - curve(1 - lacking / len(needs))


def in_hand(p: Table, seat: Seat, w: Weights) -> float:
    """What the cards in hand promise."""
    wanted = wishes(p, seat)
    free = [square for square in p.land if square not in p.cities and square not in p.herds]
    value = w.card * min(len(p.hands[seat]), 5)
    lands: list[str] = []
    lacking: list[str] = []
    for card in p.hands[seat]:
        if card.startswith("nature"):
            lands.append(land_of(card))
        elif card.startswith("power"):
            value += w.power
        else:
            face = city_of(card)
            if face is None:
                value += herd(p, card, free, wanted, w)
            else:
                count, needs = site(p, face, free)
                value += w.site[min(count, LEAST) + 1]
                if count < LEAST:
                    lacking += needs
    for land in dict.fromkeys(lands):
        if land in wanted:
            value += w.wish
        elif land in lacking:
            value += w.helper
    return value + for_objectives(p, seat, lands, w)


def for_objectives(p: Table, seat: Seat, lands: list[str], w: Weights) -> float:
    """What the Nature cards in hand promise for the objective that they bring nearest."""
    best = 0.0
    front = "".join([card[-1] for card in p.nature[seat]])
    hand = "".join(lands)
    for card in p.objectives:
        needs = needs_of(card)
        if card not in p.holders and needs != POWER_OBJECTIVE:
            best = max(best, help_of(needs, front, hand, w.held))
    return w.objective[0] * best


def herd(p: Table, card: Card, free: list[Cell], wanted: list[str], w: Weights) -> float:
    """What an animal card promises."""
    if ANIMALS not in wanted or p.bank < HERD:
        return 0.0
    lands = herd_of(card)
    return w.wish if any(grazes(lands, p.land[square]) for square in free) else w.helper


def site(p: Table, face: City, free: list[Cell]) -> tuple[int, list[str]]:
    """The most needs that a city card has met anywhere now (-1 without its land), and what it lacks."""
    best, at = -1, None
    for square in free:
        if fits(face.base, p.land[square]):
            count = met(p, square, face.needs)
            if count > best:
                best, at = count, square
    if at is None:
        return best, [face.base]
    lands: list[str] = [p.land[near] for near in around(at) if near in p.land and near not in p.cities]
    return best, [need for need in face.needs if need not in lands]


def wishes(p: Table, seat: Seat) -> list[str]:
    """The lands (and animals) that would bring the seat a pawn on a city in play."""
    found: list[str] = []
    for square, card in p.cities.items():
        mine = p.people[square][seat]
        if mine and not p.advanced:
            continue
        needs = city(card).needs
        count = met(p, square, needs)
        if mine and count != 3:
            continue
        near = around(square)
        lands: list[str] = [p.land[at] for at in near if at in p.land and at not in p.cities]
        room = any(at not in p.land for at in near)
        for need in needs:
            if need in lands:
                lands.remove(need)
            elif (room and need != ANIMALS) or (need == ANIMALS and not any(at in p.herds for at in near)):
                found.append(need)
    return found
