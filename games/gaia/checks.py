"""What holds in every position: pieces are conserved, and all lies where the rules let it lie."""

from __future__ import annotations

from games.gaia.material import HERD, PAWNS, TILES, TOKENS, back_of, city_of
from games.gaia.position import Table
from games.gaia.satisfaction import city_at, due, fits, satisfaction


def conserved(p: Table) -> None:
    """Pawns, tiles, animals and cards neither vanish nor appear. Raises AssertionError."""
    seats = len(p.home)
    for seat in range(seats):
        placed = sum(people[seat] for people in p.people.values())
        held = sum(holder == seat for holder in p.holders.values())
        assert p.home[seat] >= 0, "no negative pawns"
        assert p.home[seat] + placed + held == PAWNS[seats], f"pawns of seat {seat}"
    for land, count in TILES.items():
        assert p.stock[land] >= 0, "no negative tiles"
        assert p.stock[land] + sum(tile == land for tile in p.land.values()) == count, f"tiles of {land}"
    assert p.bank >= 0, "no negative animals"
    assert p.bank + sum(p.herds.values()) == TOKENS, "animals"
    assert all(0 < herd <= HERD for herd in p.herds.values()), "herds"
    cards = [*p.cities.values(), *p.objectives, *p.unused, *p.discard]
    for group in (*p.hands, *p.decks.values(), *p.rows.values(), *p.nature, *p.powers):
        cards += group
    assert len(set(cards)) == len(cards), "no card twice"
    backs = [back_of(card) for card in cards]
    assert backs.count("nature") == 40, "Nature cards"
    assert backs.count("life") in (30, 31), "Life cards"
    assert backs.count("power") == (30 if "power" in p.decks else 0), "Power cards"
    assert backs.count("objective") in ((9, 11) if "power" in p.decks else (9,)), "objectives"


def lawful(p: Table) -> None:
    """Cities, animals and pawns lie where they may, and pawns agree with the needs met. Raises AssertionError."""
    assert set(p.cities) == set(p.people), "each city has its pawns"
    assert not set(p.cities) & set(p.herds), "no animals under a city"
    assert set(p.cities) | set(p.herds) <= set(p.land), "all stands on tiles"
    assert all(city_of(card) for card in p.cities.values()), "only cities are built"
    for square in p.cities:
        assert fits(city_at(p, square).base, p.land[square]), "a city stands on its land"
    if p.winner is not None:
        assert p.home[p.winner] == 0, "the winner has placed all"
        return
    counts = satisfaction(p)
    for square, card in p.cities.items():
        assert counts[card] >= 1, "a city without needs met is gone"
        here = [count for count in p.people[square] if count]
        if counts[card] < 2:
            assert not here, "an empty city"
        elif p.advanced:
            assert here == [due(p, counts[card])], "one owner with the pawns due"
        else:
            assert here and set(here) == {1}, "one pawn of each owner"
    assert min(p.home) > 0, "nobody is left without pawns unnoticed"
    assert all(len(hand) <= 7 for hand in p.hands), "hands"
