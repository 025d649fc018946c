"""Turns one of the games beside this file into a new game: its files by path, with the new name in them."""

from __future__ import annotations

import re
from pathlib import Path

from parlor.catalog.starting.naming import Name

HERE = Path(__file__).parent
VARIANTS = {
    "blank": "take stones from a heap: nothing hidden, the least there can be",
    "cards": "a small trick game: hands, a deck, an option, statistics, a bot",
    "grid": "claim squares of a board",
}
KINDS = {".py", ".html", ".css", ".svg"}


def game_files(variant: str, name: Name, *, inside: str = "games.") -> dict[str, str]:
    """The files of a game made from this variant, by their path in its package. `inside` is what holds the package."""
    folder = HERE / variant
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix in KINDS:
            place = path.relative_to(folder).as_posix().replace(f"static/{variant}/", f"static/{name.package}/")
            text = _renamed(path.read_text(encoding="utf-8"), variant, name, inside)
            found[place] = text if inside or path.suffix != ".py" else _own_imports_last(text, name.package)
    return found


def _renamed(text: str, variant: str, name: Name, inside: str) -> str:
    for old, new in (
        (f"parlor.catalog.starting.{variant}", f"{inside}{name.package}"),
        (f"starting_{variant}", name.package),
        (f"starting-{variant}", name.slug),
        (f"Starting{variant.title()}", name.kind),
        (f"Starting {variant.title()}", name.title),
    ):
        text = text.replace(old, new)
    return text


def _own_imports_last(text: str, package: str) -> str:
    """The imports in the order that is usual for a package of its own: what is installed, then what is one's own."""
    body = r"(?:\([^)]*\)|[^(\n]*)\n"
    own, parlor = (rf"((?:^from {holder}\.\S+ import {body})+)" for holder in (package, "parlor"))
    text = re.sub(own + parlor, r"\2\n\1", text, flags=re.MULTILINE)
    return text.replace("import pytest\n\nfrom parlor", "import pytest\nfrom parlor")


def distribution_files(variant: str, name: Name) -> dict[str, str]:
    """The files of a distribution of its own that holds the game: what packs it, and the package."""
    files = {f"{name.package}/{place}": text for place, text in game_files(variant, name, inside="").items()}
    for path in sorted((HERE / "distribution").iterdir()):
        text = path.read_text(encoding="utf-8")
        for old, new in (("starting_name", name.package), ("Starting Name", name.title), ("starting-name", name.slug)):
            text = text.replace(old, new)
        files[path.name.removesuffix(".txt")] = text
    return files
