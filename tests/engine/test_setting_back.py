"""A game that is set back by a step of its own, and replay from its log alone."""

import pytest

from games.no_thanks.game import GAME
from parlor.engine import Chance, Driver, Refused, load
from parlor.engine.setting_back import set_back, take_over

SEED = bytes(range(32))


def begun() -> Driver:
    return Driver.start(GAME, 3, chance=Chance(SEED))


def go_on(driver: Driver, steps: int) -> list[bytes]:
    """Plays the last legal move of whoever acts; returns the states before each."""
    states = []
    for _n in range(steps):
        states.append(driver.dump())
        seat = driver.acting[0]
        driver.play(seat, driver.legal(seat)[-1])
    return states


def replayed(driver: Driver) -> Driver:
    again = begun()
    for row in driver.rows:
        again.replay(again.codec.unrow(again.codec.row(row)))
    return again


def test_a_game_is_as_it_was_and_the_log_keeps_what_happened() -> None:
    driver = begun()
    states = go_on(driver, 5)
    before = load(GAME, 3, driver.options, SEED, {}, states[2])
    set_back(driver, to=2, state=states[2], steps=3, note="wrong card")
    assert driver.digest() == before.digest()
    assert driver.version == 6 and len(driver.rows) == 6 and driver.floor == 6
    assert [entry.version for entry in driver.log if entry.struck] == [3, 4, 5]
    assert driver.log[-1].lines[0].values == {"n": 3, "note": "wrong card"}
    assert driver.opened(driver.acting[0]) == 6, "a move made for what was before is stale"


def test_the_log_alone_gives_the_game_again_and_it_goes_on() -> None:
    driver = begun()
    states = go_on(driver, 4)
    set_back(driver, to=1, state=states[1], steps=3, note="")
    go_on(driver, 6)
    again = replayed(driver)
    assert (again.version, again.dump()) == (driver.version, driver.dump())


def test_nothing_is_taken_back_by_its_player_across_it() -> None:
    driver = begun()
    states = go_on(driver, 2)
    set_back(driver, to=1, state=states[1], steps=1, note="")
    assert all(driver.why_no_undo(seat) for seat in range(3))


def test_it_cannot_go_beyond_somebodys_leaving_nor_forward() -> None:
    driver = begun()
    states = go_on(driver, 2)
    driver.leave(1)
    with pytest.raises(Refused, match="left"):
        set_back(driver, to=1, state=states[1], steps=1, note="")
    with pytest.raises(Refused):
        set_back(driver, to=driver.version, state=driver.dump(), steps=1, note="")


def test_what_is_taken_over_is_where_replay_goes_on() -> None:
    driver = begun()
    go_on(driver, 3)
    kept = driver.digest()
    row = take_over(driver)
    later = begun()
    go_on(later, 1)  # other steps than were made: what was before does not matter any more
    later.replay(later.codec.unrow(later.codec.row(row)))
    assert later.digest() == kept == driver.digest()
