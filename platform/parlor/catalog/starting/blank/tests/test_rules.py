"""The rules of Starting Blank: given this table, when these moves, then this."""

from __future__ import annotations

import pytest

from parlor.catalog.starting.blank.game import GAME
from parlor.catalog.starting.blank.rules import Table, Take
from parlor.engine import Chance, Driver, Illegal

SEED = bytes(32)


def start(seats: int = 2) -> Driver:
    """A table at which the first seat begins."""
    return Driver.start(GAME, seats, chance=Chance.scripted(SEED, first=[0]))


def table(driver: Driver) -> Table:
    assert isinstance(driver.position, Table)
    return driver.position


def test_stones_go_from_the_heap_to_the_player() -> None:
    driver = start()
    driver.play(0, Take(3))
    assert (table(driver).heap, table(driver).taken) == (18, [3, 0])
    assert driver.acting == [1]


def test_more_than_three_are_refused() -> None:
    with pytest.raises(Illegal):
        start().play(0, Take(4))


def test_no_more_than_there_are() -> None:
    driver = start()
    for stones in (3, 3, 3, 3, 3, 3, 1):
        driver.play(driver.acting[0], Take(stones))
    assert table(driver).heap == 2
    assert driver.legal(driver.acting[0]) == [Take(1), Take(2)]


def test_whoever_takes_the_last_stone_wins() -> None:
    driver = start(3)
    for _turn in range(7):
        driver.play(driver.acting[0], Take(3))
    assert driver.finished
    assert [standing.place for standing in driver.result()] == [1, 2, 2]
