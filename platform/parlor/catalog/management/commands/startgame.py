"""`manage.py startgame NAME`: a small game that works, to be changed into one's own."""

from __future__ import annotations

import importlib
import sys
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from parlor.catalog.starting.naming import BadName, Name, refuse_taken
from parlor.catalog.starting.rendering import VARIANTS, distribution_files, game_files

PYTHON = ".venv/bin/python"
FILES = {
    "material.py": "cards, boards, numbers: what is in the box",
    "rules.py": "what lies on the table, the moves, and the phases",
    "bot.py": "a bot that sees what its seat sees",
    "game.py": "name, seats, options, set-up and result",
    "board.html": "how a player sees the table",
    "static/{name}/board.css": "its looks",
    "help.html": "the rules for people",
    "tests": "the kit, and tests that read like a game record",
}


class Command(BaseCommand):
    help = "Write a small game that works: rules, material, board, help page and tests, to be changed into your own."

    def add_arguments(self, parser: ArgumentParser) -> None:
        listed = "; ".join(f"{name}: {what}" for name, what in VARIANTS.items())
        parser.add_argument("name", help="name of the Python package: small letters, digits, underscores")
        parser.add_argument("--from", dest="variant", choices=list(VARIANTS), default="blank", help=listed)
        parser.add_argument(
            "--package", action="store_true", help="a distribution of its own, with a pyproject.toml, outside of games/"
        )
        parser.add_argument("--directory", type=Path, help="where that distribution goes: parlor-NAME without this")

    def handle(self, *args: Any, name: str, variant: str, package: bool, **options: Any) -> None:
        directory: Path | None = options["directory"]
        alone = package or directory is not None
        try:
            named = Name(name)
            refuse_taken(named, alone=alone)
        except BadName as why:
            raise CommandError(str(why)) from None
        target = (directory or Path(f"parlor-{named.slug}")) if alone else games_folder() / named.package
        write(target, distribution_files(variant, named) if alone else game_files(variant, named))
        self.tell(named, target, alone=alone)

    def tell(self, name: Name, target: Path, *, alone: bool) -> None:
        """What there is now, and what to do next."""
        here = shown(target)
        inside = target / name.package if alone else target
        say = self.stdout.write
        say(self.style.SUCCESS(f"{name.title} is ready in {here}, and it works already."))
        say("")
        for file, what in FILES.items():
            place = file.format(name=name.package)
            if (inside / place).exists():
                say(f"  {shown(inside / place):<{len(shown(inside)) + len(name.package) + 20}} {what}")
        say("")
        say("What to do next:")
        steps = [
            f"Check it:          {PYTHON} manage.py checkgame {name.package}",
            "Start the site:    make run (where it runs already, stop it first)",
            f"Play it:           http://127.0.0.1:8000/games/{name.slug}/ against a bot",
            f"Make it your own:  begin with {shown(inside / 'rules.py')}; check it again after each change",
        ]
        if alone:
            steps.insert(0, f"Install it:        {installing()} {here}")
        for n, step in enumerate(steps, 1):
            say(f"  {n}. {step}")
        say("")
        say("games/README.md leads through a whole game, step by step, and says what there is.")


def games_folder() -> Path:
    """The folder of the games in this checkout."""
    try:
        games: Any = importlib.import_module("games")
        folder = Path(next(iter(games.__path__)))
    except (ImportError, StopIteration):
        folder = None
    if folder is None or "site-packages" in folder.parts:
        raise CommandError(
            "There is no checkout of Parlor here that could take a game. With --package it becomes a "
            "distribution of its own."
        )
    return folder


def write(target: Path, files: dict[str, str]) -> None:
    """Writes the files into a folder that is not there yet, or empty. Raises CommandError for one that is not."""
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise CommandError(f"{shown(target)} is there already. Nothing was written.")
    try:
        for place, text in files.items():
            path = target / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as why:
        raise CommandError(f"{shown(target)} cannot be written: {why.strerror}.") from None


def shown(path: Path) -> str:
    """The path as one would type it here."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def installing() -> str:
    """How to install a distribution into this environment."""
    pip = f"{PYTHON} -m pip install" if find_spec("pip") else f"uv pip install --python {PYTHON}"
    if Path(sys.prefix).resolve() != Path(".venv").resolve():
        pip = pip.replace(PYTHON, sys.executable)
    return f"{pip} --no-build-isolation -e"
