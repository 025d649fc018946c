"""Which games are installed: in-tree packages under `games/`, then the entry point group `parlor.games`."""

import importlib
import logging
from collections.abc import Iterable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

logger = logging.getLogger(__name__)

GROUP = "parlor.games"


def game_apps() -> list[str]:
    """The app of each game, as INSTALLED_APPS wants it.

    A package that cannot be imported is named in a warning and left out: one broken game does not
    keep the site from starting.
    """
    apps: list[str] = []
    for name in [*_in_tree(), *_entry_points()]:
        if name not in apps and _imports(name):
            apps.append(name)
    return apps


def _in_tree() -> list[str]:
    try:
        games: Any = importlib.import_module("games")
    except ImportError:
        return []
    folders: Iterable[Path] = (path.parent for root in games.__path__ for path in Path(root).glob("*/apps.py"))
    return sorted(f"games.{folder.name}" for folder in folders)


def _entry_points() -> list[str]:
    """Entry points name the package, or anything in it: `hearts = "hearts"` or `"hearts.apps:HeartsConfig"`."""
    return sorted(entry.value.partition(":")[0].removesuffix(".apps") for entry in entry_points(group=GROUP))


def _imports(name: str) -> bool:
    try:
        importlib.import_module(f"{name}.apps")
        importlib.import_module(f"{name}.game")
    except Exception as error:  # whatever a stranger's package raises, the site starts
        logger.warning("The game %s is left out: %s: %s", name, type(error).__name__, error)
        return False
    return True
