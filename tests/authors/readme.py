"""The code in games/README.md: its fenced blocks, and the files and modules that they make up."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

import parlor.engine
from tests.authors.checkout import ROOT

PAGE = ROOT / "games" / "README.md"
FENCE = re.compile(r"^```(\S+)(?: ([^\n]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BEGINNING = (
    "from __future__ import annotations\n\nfrom collections.abc import Mapping, Sequence\nfrom typing import Any\n"
)


class Block(NamedTuple):
    """A fenced block: its language, what is written behind it, and the code."""

    language: str
    about: str
    code: str


def blocks() -> list[Block]:
    """All blocks of the page, in order."""
    return [Block(*(part or "" for part in found)) for found in FENCE.findall(PAGE.read_text(encoding="utf-8"))]


def tutorial() -> dict[str, str]:
    """The files of the tutorial's game by path; several blocks of one file follow each other."""
    files: dict[str, list[str]] = {}
    for block in blocks():
        if block.about.startswith("games/"):
            files.setdefault(block.about, []).append(block.code)
    return {path: "\n\n".join(parts) for path, parts in files.items()}


def recipes() -> dict[str, str]:
    """The cookbook's games by name, as whole modules."""
    found = (block for block in blocks() if block.about.startswith("recipe "))
    return {block.about.removeprefix("recipe "): module(block.code) for block in found}


def reference() -> str:
    """All Python of the reference, as one module."""
    return module("\n\n".join(block.code for block in blocks() if block.about == "reference"))


def module(code: str) -> str:
    """The code with the imports that the page tells its readers to put before it, as far as they are used."""
    loaded = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name))
    used = {node.id for node in loaded if isinstance(node.ctx, ast.Load)}
    from_python = [
        line if source == "typing" else f"from {source} import {', '.join(sorted(used & {*names.split(', ')}))}"
        for line in BEGINNING.splitlines()[2:]
        for source, names in [line.removeprefix("from ").split(" import ")]
        if used & {*names.split(", ")}
    ]
    imported = "".join(f"    {name},\n" for name in sorted(used & set(parlor.engine.__all__)))
    head = "\n".join(["from __future__ import annotations", "", *from_python])
    return f"{head}\n\nfrom parlor.engine import (\n{imported})\n\n\n{code}"


def commands() -> list[str]:
    """The lines of all shell blocks."""
    return [line for block in blocks() if block.language == "sh" for line in block.code.splitlines()]


def write(files: dict[str, str], root: Path) -> None:
    """Puts the files there."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
