"""Which games are installed: in-tree packages under `games/`, then the entry point group `parlor.games`."""

import importlib
import logging
import traceback
from collections.abc import Iterable, Sequence
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from django.apps import AppConfig

from parlor.engine import DesignError, Game, check_game
from parlor.engine.data import package_of

logger = logging.getLogger(__name__)

GROUP = "parlor.games"


class LeftOut(NamedTuple):
    """A package that does not become part of the site: why, as a sentence, and the traceback where it raised."""

    package: str
    why: str
    trace: str = ""


LEFT_OUT: list[LeftOut] = []
"""What the last call of `game_apps` left out, for those who tell an author or an admin."""


class _Unfit(Exception):
    """A package that is no sound game; the text says what is wrong, and what would be right."""


def game_apps(beside: Sequence[str] = ()) -> list[str]:
    """The app of each game, as INSTALLED_APPS wants it; `beside` are the apps that the site has already.

    A package that cannot be imported or holds no sound game is named in a warning and left out: one broken game
    does not keep the site from starting. Why is kept in LEFT_OUT.
    """
    apps: list[str] = []
    labels = {"admin": "the site"} | {app.partition(".apps.")[0].rpartition(".")[2]: app for app in beside}
    slugs: dict[str, str] = {}
    LEFT_OUT.clear()
    for name in dict.fromkeys([*_in_tree(), *_entry_points()]):
        try:
            label, slug = _examined(name)
            for taken, known, what in ((label, labels, "label"), (slug, slugs, "slug")):
                if taken in known:
                    raise _Unfit(f"its {what} {taken!r} belongs to {known[taken]} already; give it another")
        except _Unfit as why:
            _leave_out(name, str(why))
        except (Exception, SystemExit) as error:  # whatever a stranger's package raises, the site starts
            _leave_out(name, _sentence(name, error), traceback.format_exc())
        else:
            labels[label], slugs[slug] = name, name
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
    modules = (entry.value.partition(":")[0].strip() for entry in entry_points(group=GROUP))
    return sorted(module.removesuffix(".apps").removesuffix(".game") for module in modules)


def _examined(name: str) -> tuple[str, str]:
    """Label of the app and slug of the game in this package. Raises whatever is wrong with it."""
    importlib.import_module(f"{name}.apps")
    game = getattr(importlib.import_module(f"{name}.game"), "GAME", None)
    if not isinstance(game, Game):
        raise _Unfit("its game.py makes no GAME: end it with `GAME = MyGame()`, an instance of its subclass of Game")
    check_game(game)
    if package_of(game) != name:
        kind, home = type(game).__name__, package_of(game)
        raise _Unfit(
            f"its class {kind} is at home in {home}, and its board would be looked for there; write it in {name}"
        )
    for declared in game.data:
        if not files(name).joinpath(declared.path).is_file():
            raise _Unfit(f"its data set {declared.name!r} has no file {declared.path}")
    config = AppConfig.create(name)
    if config.name != name:
        raise _Unfit(f"its apps.py says name = {config.name!r}; it must be {name!r}")
    return config.label, game.slug


def _sentence(name: str, error: BaseException) -> str:
    if isinstance(error, ModuleNotFoundError) and error.name and f"{name}.apps".startswith(error.name):
        return f"there is no module {error.name}; an entry point names a package with apps.py and game.py"
    if isinstance(error, DesignError):
        return f"it is declared wrongly: {error}"
    return f"{type(error).__name__}: {error}"


def _leave_out(name: str, why: str, trace: str = "") -> None:
    LEFT_OUT.append(LeftOut(name, why, trace))
    logger.warning("The game %s is left out: %s", name, why)
