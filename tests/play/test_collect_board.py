"""The board of Collect, drawn at every moment of games: nothing fails, and all that may be chosen can be pointed at."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from games.collect.bot import keeper
from games.collect.tests.play import Play, laid
from parlor.catalog.registry import get_game
from parlor.engine import Chance, Driver
from parlor.play import boards
from parlor.play.pictures import Around, Picture
from parlor.tables.loading import Running
from parlor.tables.models import Table

GAME = get_game("collect")
NAMES = {0: "Ann", 1: "Bea", 2: "Christopher", 3: "Dan", 4: "Emília"}


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Any:
    """A board that fails is logged and replaced by the plain one: here that fails the test."""
    monkeypatch.setattr(boards, "DRAW_SECONDS", 60)
    yield
    assert not caplog.records


def draw(driver: Driver, seat: int | None) -> tuple[str, Picture]:
    running = Running(Table(id="t", game="collect"), GAME, driver)
    running.names = NAMES
    picture = Picture(running, seat)
    return picture.live(Around()), picture


def board(play: Play, seat: int | None = 0) -> str:
    return draw(play.driver, seat)[0]


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (3, {"match": "round"}), (4, {"teams": True}), (5, {"placing": "anywhere"})],
)
def test_all_that_may_be_chosen_can_be_pointed_at(seats: int, options: dict[str, Any]) -> None:
    driver = Driver.start(GAME, seats, options, chance=Chance(bytes([seats]) * 32))
    chance = Chance(b"board" * 6 + b"!!")
    stream = chance("play")
    for turn in range(300):
        if not driver.acting:
            break
        seat = driver.acting[0]
        legal = list(driver.legal(seat))
        if turn % 4 == 0 or len(legal) in (1, 16):
            html, picture = draw(driver, seat)
            pointed = {value for choice in picture.choices for field, value in choice.items() if field != "kind"}
            assert pointed <= set(re.findall(r'data-id="([^"]+)"', html))
            twice = [one for one, count in Counter(re.findall(r' id="([^"]+)"', html)).items() if count > 1]
            assert not twice
            assert " style=" not in html and "<script" not in html
            draw(driver, None)
        driver.play(seat, legal[stream.below(len(legal))] if turn % 3 else keeper(
            driver.view(seat), seat, legal, chance, lambda chance, seat=seat: driver.imagine(seat, chance)
        ))  # fmt: skip
    for viewer in (None, 0):
        draw(driver, viewer)


def test_the_parrot_asks_its_player_alone() -> None:
    play = laid("K", "L", left="P", right="LM").draw()
    asked = board(play)
    assert 'data-id="animal-octopus"' in asked
    assert "Lion: 7 not in sight" in asked
    assert 'id="guess"' not in board(play, 1) and 'id="guess"' not in board(play, None)
    play.guess("K", "right")
    for viewer in (0, 1, None):
        html = board(play, viewer)
        assert "Ann guessed a crab. It was a lion, now at the bottom of the right deck." in html


def test_near_alliances_are_told_in_words() -> None:
    html = board(laid("KLLL", "KHDMP", "KKHH"))
    for words in ("3 of 4 lions", "5 of 7 different but no lion yet", "2 of 3 pairs but no octopus yet"):
        assert words in re.sub(r"<[^>]+>", "", html)


def test_a_won_round_is_shown_until_the_next_one_is_dealt() -> None:
    play = laid("LLL", "K", left="L").draw()
    html = board(play, 1)
    assert "Round 1: Ann wins with four in a row" in html and 'id="banner"' in html
    assert html.count("is-won") == 4
    play.deal()
    html = board(play, 1)
    assert "Round 1: Ann wins with four in a row" in html and 'id="banner"' not in html
    assert "Half crowns won: 1 of 2" in html and "Half crowns left: 2" in html


def test_a_void_round_is_told() -> None:
    assert "both decks ran out" in board(laid("L", "K", left="O", rest="").draw())


def test_partners_win_together_and_are_not_called_tied() -> None:
    play = laid("LLL", "", "", "", left="L", teams=True, match="round").draw()
    html, picture = draw(play.driver, 0)
    assert "Ann, Christopher win" in html
    assert "shared win" not in html and "tied" not in html
    assert [place.tied for place in picture.result or ()] == [False] * 4


def test_those_who_are_no_partners_are_tied() -> None:
    play = laid("LLL", "", "", left="L", match="round").draw()
    assert [place.tied for place in draw(play.driver, 0)[1].result or ()] == [False, True, True]
