"""The rules of Starting Grid: given this board, when these squares are claimed, then this."""

from __future__ import annotations

import pytest

from parlor.catalog.starting.grid.game import GAME
from parlor.catalog.starting.grid.material import CELLS
from parlor.catalog.starting.grid.rules import Claim, Table, largest
from parlor.engine import Chance, Driver, Illegal, Seat, cell

SEED = bytes(32)


def start(seats: int = 2) -> Driver:
    """A table at which the first seat begins."""
    return Driver.start(GAME, seats, chance=Chance.scripted(SEED, first=[0]))


def table(driver: Driver) -> Table:
    assert isinstance(driver.position, Table)
    return driver.position


def test_a_claimed_square_is_taken() -> None:
    driver = start()
    driver.play(0, Claim(cell(2, 2)))
    assert table(driver).land == {cell(2, 2): 0}
    with pytest.raises(Illegal):
        driver.play(1, Claim(cell(2, 2)))


def test_squares_are_connected_by_edges_not_by_corners() -> None:
    me = Seat(0)
    land = {cell(0, 0): me, cell(1, 0): me, cell(2, 1): me, cell(1, 1): Seat(1)}
    assert largest(land, me) == 2
    assert largest({**land, cell(2, 0): me}, me) == 4
    assert largest({}, me) == 0


def test_the_game_ends_when_the_board_is_full() -> None:
    driver = start()
    for square in CELLS:
        assert not driver.finished
        driver.play(driver.acting[0], Claim(square))
    assert driver.finished
    assert len(driver.result()) == 2


def test_squares_have_names() -> None:
    assert [GAME.name_of(square) for square in (cell(0, 0), cell(4, 2))] == ["A1", "E3"]
