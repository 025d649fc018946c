"""The board of Gaia, drawn at every moment of random games: nothing fails, and all that may be chosen is there to be pointed at."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from parlor.catalog.registry import get_game, load_data
from parlor.engine import Chance, Driver
from parlor.play import boards
from parlor.play.pictures import Around, Picture
from parlor.tables.loading import Running
from parlor.tables.models import Table

GAME = get_game("gaia")
NAMES = {0: "Ann", 1: "Bea", 2: "Christopher", 3: "Dan", 4: "Emília"}


def driver(seats: int, seed: int, **options: Any) -> Driver:
    return Driver.start(GAME, seats, options, chance=Chance(bytes([seed]) * 32), data=load_data(GAME))


def draw(played: Driver, seat: int | None) -> tuple[str, Picture]:
    running = Running(Table(id="t", game="gaia"), GAME, played)
    running.names = NAMES
    picture = Picture(running, seat)
    return picture.live(Around()), picture


def pointed(choices: list[dict[str, Any]]) -> set[str]:
    """Every id that a move names."""
    return {value for choice in choices for field, value in choice.items() if field != "kind"}


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (3, {"advanced": True}), (5, {"advanced": True, "powers": True, "power_objectives": "added"})],
)
def test_all_that_may_be_chosen_can_be_pointed_at(
    seats: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(boards, "DRAW_SECONDS", 60)
    played = driver(seats, seats, **options)
    chance = Chance(b"board" * 6 + b"!!")("play")
    for turn in range(160):
        if not played.acting:
            break
        seat = played.acting[0]
        if turn % 5 == 0:
            html, picture = draw(played, seat)
            shown = set(re.findall(r'data-id="([^"]+)"', html))
            assert pointed(picture.choices) <= shown
            twice = [one for one, count in Counter(re.findall(r' id="([^"]+)"', html)).items() if count > 1]
            assert not twice
            draw(played, None)
        moves = list(played.legal(seat))
        played.play(seat, moves[chance.below(len(moves))])
    for viewer in (None, 0):
        draw(played, viewer)
    assert not caplog.records  # a board that fails is logged and replaced by the plain one


def test_a_city_tells_whose_it_is_and_what_it_has_and_lacks() -> None:
    played = driver(2, 1)
    position = played.position
    position.land.update({"cell-0_0": "D", "cell-1_0": "F", "cell-0_1": "S", "cell--1_0": "S"})
    position.herds["cell-0_1"] = 3
    position.cities["cell-0_0"] = "life-7_D_FSSA"
    position.people["cell-0_0"] = [0, 1]
    html, _picture = draw(played, 0)
    assert (
        'aria-label="Saltmere, city of Bea on desert, the centre. Has forest, sea, sea, animals; lacks nothing"' in html
    )
    assert 'aria-label="sea, 1 south: 3 animals"' in html
    assert html.count('class="gaia-met"') == 4
