"""The installed games by slug, and where their packages keep templates, help and data."""

from __future__ import annotations

import importlib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from django.conf import settings

from parlor.catalog import discovery
from parlor.engine import Game
from parlor.engine.data import NoData, data_digests, keeps, label_of, load_data, options_of, package_of

__all__ = [
    "NoData",
    "UnknownGame",
    "all_games",
    "board_path",
    "data_digests",
    "get_game",
    "help_path",
    "keeps",
    "label_of",
    "load_data",
    "options_of",
    "package_of",
    "package_path",
    "renew",
]

AnyGame = Game[Any, Any]


class UnknownGame(LookupError):
    """There is no such game; the text lists those there are."""


@cache
def _installed() -> dict[str, AnyGame]:
    """The games by slug, in the order of their names. Two packages with one slug: the first counts."""
    games: dict[str, AnyGame] = {}
    for app in settings.GAME_APPS:
        package = app.partition(".apps.")[0]
        game: AnyGame = importlib.import_module(f"{package}.game").GAME
        games.setdefault(game.slug, game)
    return dict(sorted(games.items(), key=lambda item: item[1].name))


def all_games() -> dict[str, AnyGame]:
    """All installed games by slug."""
    return dict(_installed())


def renew(game: AnyGame) -> None:
    """From now on this is the game of its slug: its package has been imported again."""
    _installed()[game.slug] = game


def get_game(name: str) -> AnyGame:
    """The game of this slug or package (`no-thanks`, `no_thanks`, `games.no_thanks`). Raises UnknownGame."""
    games = _installed()
    if name in games:
        return games[name]
    for game in games.values():
        package = package_of(game)
        if name in (package, package.rpartition(".")[2]):
            return game
    for out in discovery.LEFT_OUT:
        if name in (out.package, out.package.rpartition(".")[2]):
            raise UnknownGame(f"The game {out.package} is left out: {out.why}\n{out.trace}".rstrip())
    known = ", ".join(sorted(games)) or "none"
    raise UnknownGame(f"There is no game {name!r}. Installed: {known}.")


def package_path(game: AnyGame) -> Path:
    """The folder of the game's package."""
    return Path(str(files(package_of(game))))


def board_path(game: AnyGame) -> Path | None:
    """The game's board template; None when it has none and gets the plain board."""
    return _there(package_path(game) / "board.html")


def help_path(game: AnyGame) -> Path | None:
    """The game's help page; None when it has none."""
    return _there(package_path(game) / "help.html")


def _there(path: Path) -> Path | None:
    return path if path.is_file() else None
