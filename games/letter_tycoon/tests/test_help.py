"""The numbers on the help page are those of the game."""

from __future__ import annotations

import re
from importlib.resources import files

from games.letter_tycoon.game import GAME
from games.letter_tycoon.material import COUNTS, EARNINGS, GOALS, PRICES
from parlor.engine.data import load_data

HELP = files("games.letter_tycoon").joinpath("help.html").read_text("utf-8")


def numbers(name: str) -> list[tuple[int, ...]]:
    """The rows `for NAME in (…)` of the page."""
    return [tuple(map(int, found.split(","))) for found in re.findall(rf"for {name} in \(([\d, ]+)\)", HELP)]


def test_earnings_and_goals() -> None:
    assert numbers("money") == [tuple(money for money, _stock in EARNINGS.values())]
    assert numbers("stock") == [tuple(stock for _money, stock in EARNINGS.values())]
    assert numbers("value") == [tuple(value for value, _count in GOALS.values())]
    assert numbers("count") == [tuple(count for _value, count in GOALS.values())]


def test_letters_and_prices() -> None:
    rows = re.findall(r'\((\d+), "((?:[A-Z]\d+ ?)+)"\)', HELP)
    told = {one[0]: (int(one[1:]), int(price)) for price, letters in rows for one in letters.split()}
    assert told == {letter: (COUNTS[letter], PRICES[letter]) for letter in PRICES}


def test_sizes_of_the_dictionaries() -> None:
    for name, words in load_data(GAME).items():
        if name in ("american", "british"):
            assert f"{len(words):,} words" in HELP
