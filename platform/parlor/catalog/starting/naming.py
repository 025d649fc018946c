"""Which names a new game may have, and what follows from a name."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.util import find_spec

from django.apps import apps

from parlor.catalog import discovery
from parlor.catalog.registry import all_games

LONGEST = 30
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
HOUSE = {"games", "parlor", "tests", "templates", "static", "deploy"}


class BadName(ValueError):
    """The game cannot have this name; the text is a sentence that says why, and what would do."""


class Name:
    """The name of a game in its forms: `go_fish`, `go-fish`, `GoFish`, `Go Fish`."""

    def __init__(self, package: str) -> None:
        if not NAME.fullmatch(package):
            tame = re.sub(r"[^a-z0-9]+", "_", package.lower()).strip("_0123456789")
            advice = f", such as {tame[:LONGEST]}" if NAME.fullmatch(tame[:LONGEST]) else ""
            raise BadName(
                f"{package!r} cannot be the name of a Python package. Take small letters, digits and single "
                f"underscores, beginning with a letter{advice}."
            )
        if len(package) > LONGEST:
            raise BadName(f"{package} is too long: take at most {LONGEST} letters. The game's title may be longer.")
        if keyword.iskeyword(package) or keyword.issoftkeyword(package):
            raise BadName(f"{package} is a word of Python itself. Take another, such as {package}_game.")
        if package in sys.stdlib_module_names:
            raise BadName(f"{package} is a module of Python's standard library. Take another, such as {package}_game.")
        self.package = package
        self.slug = package.replace("_", "-")
        self.title = package.replace("_", " ").title()
        self.kind = self.title.replace(" ", "")


def refuse_taken(name: Name, *, alone: bool) -> None:
    """Raises BadName where something here has the name already; `alone` for a package outside of `games`."""
    package = name.package
    if package in HOUSE:
        raise BadName(f"{package} is a folder of Parlor. Take another name.")
    for game in all_games().values():
        if game.slug == name.slug:
            raise BadName(f"There is a game of that name already: {game.name} ({type(game).__module__}).")
    for out in discovery.LEFT_OUT:
        if out.package.rpartition(".")[2] == package:
            raise BadName(f"There is a game package of that name already, {out.package}. It is left out: {out.why}")
    if package in {config.label for config in apps.get_app_configs()}:
        raise BadName(f"A part of the site is called {package}. Take another name.")
    if alone and find_spec(package) is not None:
        raise BadName(f"A package {package} is installed here already. Take another name.")
