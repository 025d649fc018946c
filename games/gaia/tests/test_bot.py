"""The bot: it chooses legally, in time, and beats random play."""

import time
from hashlib import sha256

import pytest

from games.gaia.bot import sage
from games.gaia.game import GAME
from games.gaia.moves import DrawNone
from games.gaia.tests.tables import table
from parlor.engine import Chance, Driver, random_bot
from parlor.engine.data import load_data

KINDS = {"basic": {}, "advanced": {"advanced": True}, "powers": {"advanced": True, "powers": True}}


def play(seed: int, sages: int, seats: int = 2, **options: object) -> tuple[Driver, float]:
    """A game between one sage, at seat `sages`, and random players; with the longest time of a move in seconds."""
    digest = sha256(f"sage {seed}".encode()).digest()
    driver = Driver.start(GAME, seats, options, chance=Chance(digest), data=load_data(GAME))
    chance = Chance(digest[::-1])
    longest = 0.0
    while driver.acting:
        seat = driver.acting[0]
        bot = sage if seat == sages else random_bot
        began = time.process_time()
        move = bot(driver.view(seat), seat, driver.legal(seat), chance, lambda c, seat=seat: driver.imagine(seat, c))
        if seat == sages:
            longest = max(longest, time.process_time() - began)
        driver.play(seat, move)
    return driver, longest


def wins(games: int, **options: object) -> int:
    return sum(play(n, n % 2, **options)[0].result()[n % 2].place == 1 for n in range(games))


@pytest.mark.parametrize("kind", KINDS)
def test_the_sage_beats_random_play(kind: str) -> None:
    assert wins(4, **KINDS[kind]) >= 3


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_the_sage_beats_random_play_in_500_games(kind: str) -> None:
    assert wins(500, **KINDS[kind]) >= 475


def test_a_move_takes_little_time() -> None:
    assert play(1, 0, 3, **KINDS["powers"])[1] < 0.5


def choose(built: object) -> object:
    driver = built.driver  # type: ignore[attr-defined]
    seat = driver.acting[0]
    return sage(driver.view(seat), seat, driver.legal(seat), Chance(b"x"), lambda c: driver.imagine(seat, c))


def test_it_takes_the_winning_move() -> None:
    built = table("PF / S.", hands=["nature:P life:P_FSWA life:X"], spare={0: 1}, left=1)
    assert built.make(choose(built)).p.winner == 0


def test_it_does_not_end_a_game_that_it_would_lose() -> None:
    losing = table("P", held={"SSPP": 1}, empty=["life"])
    assert not isinstance(choose(losing), DrawNone)
    winning = table("P", held={"SSPP": 0}, empty=["life"])
    assert isinstance(choose(winning), DrawNone)
