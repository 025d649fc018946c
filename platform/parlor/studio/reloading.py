"""An author's changes while the site runs: a game whose files are newer than what runs is imported again.

Only the game's own package is, as files are saved; the platform is not. What cannot be imported is told, and the code
that ran before runs on. Boards are read anew with their files; styles the studio reads from their files anyhow.
"""

from __future__ import annotations

import importlib
import logging
import sys
import threading
import traceback
from pathlib import Path

from parlor.catalog import registry
from parlor.catalog.registry import AnyGame, get_game, package_of, package_path
from parlor.engine import check_game
from parlor.play.boards import read_anew
from parlor.tables.bots import bots
from parlor.tables.live import tables
from parlor.tables.models import Status, Table

logger = logging.getLogger(__name__)

_lock = threading.Lock()
_stamps: dict[str, float] = {}
_boards: dict[str, float] = {}
_wrong: dict[str, str] = {}


def stamp(game: AnyGame, *endings: str) -> float:
    """When a file of the game with one of these endings was saved last, in seconds of Unix time."""
    found = (path for path in package_path(game).rglob("*") if path.suffix in endings and "tests" not in path.parts)
    return max((_saved(path) for path in found), default=0.0)


def _saved(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # an editor is just putting a new file in its place
        return 0.0


def notice(slug: str) -> bool:
    """Imports the game again if its rules have been saved since, and whether that was so; sees to its board as well."""
    with _lock:
        game = get_game(slug)
        board = stamp(game, ".html")
        if board != _boards.setdefault(slug, board):
            _boards[slug] = board
            read_anew()
        saved = stamp(game, ".py")
        before = _stamps.setdefault(slug, saved)
        if saved <= before:
            return False
        _stamps[slug] = saved
        _take_up(game)
        return True


def wrong(slug: str) -> str:
    """The traceback of the last import of this game, if it failed."""
    return _wrong.get(slug, "")


def _take_up(game: AnyGame) -> None:
    package = package_of(game)
    names = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    kept = {name: sys.modules.pop(name) for name in names}
    importlib.invalidate_caches()
    try:
        again: AnyGame = importlib.import_module(f"{package}.game").GAME
        check_game(again)
        if again.slug != game.slug:
            raise ValueError(f"its slug was {game.slug!r} and is now {again.slug!r}; start the site again")
    except Exception:
        for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
            del sys.modules[name]
        sys.modules.update(kept)
        _wrong[game.slug] = traceback.format_exc(limit=-6)
        return
    _wrong.pop(game.slug, None)
    registry.renew(again)
    bots.renew()
    for table in Table.objects.filter(game=game.slug, status=Status.RUNNING).values_list("pk", flat=True):
        tables.forget(table)
    logger.warning("The rules of %s were saved and run anew", game.slug)
