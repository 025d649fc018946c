"""Installed games are found; a broken one is named and left out."""

import logging
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from parlor.catalog import discovery


def write_game(folder: Path, name: str, game: str = "") -> None:
    (folder / name).mkdir(parents=True)
    for file, source in {"__init__.py": "", "apps.py": "", "game.py": game}.items():
        (folder / name / file).write_text(source)


def install(monkeypatch: pytest.MonkeyPatch, *points: tuple[str, str]) -> None:
    found = [EntryPoint(name, value, discovery.GROUP) for name, value in points]
    monkeypatch.setattr(discovery, "entry_points", lambda *, group: found)


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty `games` package in place of the real one."""
    package = ModuleType("games")
    package.__path__ = [str(tmp_path / "games")]
    monkeypatch.setitem(__import__("sys").modules, "games", package)
    monkeypatch.syspath_prepend(str(tmp_path))
    install(monkeypatch)
    return tmp_path / "games"


def test_in_tree_games_are_found_by_their_apps(games: Path) -> None:
    write_game(games, "found_whist")
    write_game(games, "found_bridge")
    (games / "no_game").mkdir()
    assert discovery.game_apps() == ["games.found_bridge", "games.found_whist"]


def test_installed_games_are_found_by_their_entry_point(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_game(games.parent, "found_hearts")
    write_game(games.parent, "found_spades")
    install(monkeypatch, ("h", "found_hearts.apps:HeartsConfig"), ("s", "found_spades"), ("again", "found_spades"))
    assert discovery.game_apps() == ["found_hearts", "found_spades"]


def test_a_broken_game_is_named_and_left_out(games: Path, caplog: pytest.LogCaptureFixture) -> None:
    write_game(games, "found_good")
    write_game(games, "found_broken", game="raise RuntimeError('two jokers')")
    with caplog.at_level(logging.WARNING):
        assert discovery.game_apps() == ["games.found_good"]
    assert "games.found_broken" in caplog.text
    assert "two jokers" in caplog.text
