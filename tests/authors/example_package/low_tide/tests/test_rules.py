"""The rules of Low Tide: given these shells, when these cards are played, then this."""

from __future__ import annotations

from parlor.engine import Chance, Driver, Seat, ids
from parlor.engine.data import load_data

from low_tide.game import GAME
from low_tide.material import Card, hand_of
from low_tide.rules import Play, Table

SHELLS = ids("shell", ["mussel", "cockle", "limpet", "whelk", "scallop", "conch", "nautilus"])


def start(seats: int = 3, **options: str) -> Driver:
    """A table to which the sea brings the nautilus first, then the conch, and so on down."""
    chance = Chance.scripted(bytes(32), sea=[SHELLS])
    return Driver.start(GAME, seats, options, chance=chance, data=load_data(GAME))


def reach(driver: Driver, *numbers: int) -> Table:
    """All play these cards, by seat."""
    for seat, n in enumerate(numbers):
        driver.play(seat, Play(Card(f"card-{seat}x{n}")))
    assert isinstance(driver.position, Table)
    return driver.position


def test_the_highest_that_is_alone_picks_up_the_shells() -> None:
    table = reach(start(), 7, 7, 3)
    assert (table.points, table.shells) == ([0, 0, 7], [[], [], ["shell-nautilus"]])
    assert table.beach == ["shell-conch"]


def test_where_nobody_is_alone_the_shells_stay() -> None:
    driver = start(2)
    assert reach(driver, 4, 4).beach == ["shell-nautilus", "shell-conch"]
    assert reach(driver, 5, 1).points == [13, 0]


def test_or_the_sea_takes_them() -> None:
    table = reach(start(2, ties="sea"), 4, 4)
    assert (table.beach, table.lost) == (["shell-conch"], ["shell-nautilus"])


def test_a_choice_is_unseen_until_all_are_in() -> None:
    driver = start(2)
    before = driver.view(Seat(1))
    driver.play(0, Play(hand_of(0)[6]))
    assert (driver.view(Seat(1)), driver.version) == (before, 0)


def test_after_seven_waves_most_points_win() -> None:
    driver = start(2)
    for n in range(1, 8):
        reach(driver, n, n % 7 + 1)
    assert driver.finished
    assert [standing.place for standing in driver.result()] == [2, 1]
