"""Installed games are found; a broken one is named and left out."""

import logging
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from parlor.catalog import discovery

APPS = """from django.apps import AppConfig


class Config(AppConfig):
    name = "{name}"
    label = "{label}"
"""
GAME = """from parlor.engine import DataSet, End, Game, Phase, Position, Public


class Table(Position):
    score: {mark}


class Turn(Phase[Table]): ...


class Found(Game):
    slug = "{slug}"
    name = "Found"
    seats = (2, 2)
    position = Table
    phases = (Turn,)
    moves = ()
    data = {data}


GAME = Found()
"""


def write_game(
    folder: Path,
    name: str,
    game: str = GAME,
    *,
    inside: str = "",
    app: str = "",
    slug: str = "",
    label: str = "",
    mark: str = "Public[int]",
    data: str = "()",
) -> None:
    (folder / name).mkdir(parents=True)
    sources = {
        "__init__.py": "",
        "apps.py": APPS.format(name=app or inside + name, label=label or name),
        "game.py": game.format(slug=slug or name, mark=mark, data=data) if game is GAME else game,
    }
    for file, source in sources.items():
        (folder / name / file).write_text(source)


def install(monkeypatch: pytest.MonkeyPatch, *points: tuple[str, str]) -> None:
    found = [EntryPoint(name, value, discovery.GROUP) for name, value in points]
    monkeypatch.setattr(discovery, "entry_points", lambda *, group: found)


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty `games` package in place of the real one."""
    package = ModuleType("games")
    package.__path__ = [str(tmp_path / "games")]
    monkeypatch.setitem(sys.modules, "games", package)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(discovery, "LEFT_OUT", [])
    install(monkeypatch)
    yield tmp_path / "games"
    for module in [name for name in sys.modules if "found_" in name]:
        del sys.modules[module]


def why(package: str) -> str:
    """Why the last search left this package out."""
    return next(out.why for out in discovery.LEFT_OUT if out.package == package)


def test_in_tree_games_are_found_by_their_apps(games: Path) -> None:
    write_game(games, "found_whist", inside="games.")
    write_game(games, "found_bridge", inside="games.")
    (games / "no_game").mkdir()
    assert discovery.game_apps() == ["games.found_bridge", "games.found_whist"]


def test_installed_games_are_found_by_their_entry_point(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_game(games.parent, "found_hearts")
    write_game(games.parent, "found_spades")
    write_game(games.parent, "found_clubs")
    install(
        monkeypatch,
        ("h", "found_hearts.apps:HeartsConfig"),
        ("s", "found_spades"),
        ("again", "found_spades"),
        ("c", "found_clubs.game:GAME"),
    )
    assert discovery.game_apps() == ["found_clubs", "found_hearts", "found_spades"]


def test_a_broken_game_is_named_and_left_out(games: Path, caplog: pytest.LogCaptureFixture) -> None:
    write_game(games, "found_good", inside="games.")
    write_game(games, "found_broken", game="raise RuntimeError('two jokers')", inside="games.")
    with caplog.at_level(logging.WARNING):
        assert discovery.game_apps() == ["games.found_good"]
    assert "games.found_broken" in caplog.text
    assert "two jokers" in caplog.text
    [out] = discovery.LEFT_OUT
    assert (out.package, out.why) == ("games.found_broken", "RuntimeError: two jokers")
    assert 'game.py", line 1' in out.trace


@pytest.mark.parametrize(
    ("faults", "said"),
    [
        ({"game": "import found_nowhere"}, "No module named 'found_nowhere'"),
        ({"game": "import sys\nsys.exit(3)"}, "SystemExit: 3"),
        ({"game": "GAME = 'hearts'"}, "makes no GAME"),
        ({"game": "from found_a_good.game import GAME"}, "its class Found is at home in found_a_good"),
        ({"game": "def broken(:"}, "SyntaxError"),
        ({"mark": "int"}, "Table.score does not say who sees it: write score: Public[...]"),
        ({"mark": "Public[set[int]]"}, "no sets in a position"),
        ({"data": '(DataSet("words", "words.txt", bytes.split),)'}, "data set 'words' has no file words.txt"),
        ({"label": "tables"}, "its label 'tables' belongs to parlor.tables already"),
        ({"slug": "found_good"}, "its slug 'found_good' belongs to found_a_good already"),
        ({"app": "found_a_good"}, "its apps.py says name = 'found_a_good'; it must be 'found_b'"),
        ({"inside": "games."}, "Check that 'found_b.apps.Config.name' is correct"),
    ],
)
def test_what_is_wrong_is_said(games: Path, monkeypatch: pytest.MonkeyPatch, faults: dict[str, str], said: str) -> None:
    write_game(games.parent, "found_a_good", slug="found_good")
    write_game(games.parent, "found_b", **faults)
    install(monkeypatch, ("a", "found_a_good"), ("b", "found_b"))
    assert discovery.game_apps(["django.contrib.auth", "parlor.tables"]) == ["found_a_good"]
    assert said in why("found_b")


def test_an_entry_point_that_leads_nowhere(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (games.parent / "found_empty").mkdir()
    (games.parent / "found_empty" / "__init__.py").touch()
    install(monkeypatch, ("a", "found_nowhere"), ("b", "found_empty.rules:GAME"), ("c", "found_empty"))
    assert discovery.game_apps() == []
    assert why("found_nowhere").startswith("there is no module found_nowhere; an entry point names a package")
    assert why("found_empty.rules").startswith("there is no module found_empty.rules;")
    assert why("found_empty").startswith("there is no module found_empty.apps;")


def test_what_was_left_out_before_is_forgotten(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, ("a", "found_nowhere"))
    discovery.game_apps()
    install(monkeypatch)
    discovery.game_apps()
    assert discovery.LEFT_OUT == []
