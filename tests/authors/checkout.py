"""A checkout of Parlor that tests may write games into: the real platform, and a folder of games of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".mypy_cache" / "authors"
LINKED = ("platform", "templates", "static")
COPIED = ("manage.py", "pyproject.toml", "games/__init__.py", "games/ruff.toml")


class Checkout:
    """The folder `root`, with the games that are named, and what one does there."""

    def __init__(self, root: Path, *games: str) -> None:
        self.root = root
        self.games = root / "games"
        self.games.mkdir(parents=True)
        for name in LINKED:
            (root / name).symlink_to(ROOT / name)
        for name in COPIED:
            shutil.copy(ROOT / name, root / name)
        for name in games:
            shutil.copytree(ROOT / "games" / name, self.games / name)
        path = os.pathsep.join(map(str, (root, root / "platform")))
        self.environment = {**os.environ, "PARLOR_DATA": str(root / "var"), "PYTHONPATH": path}

    def run(self, *command: str, code: int = 0, **environment: str) -> str:
        """What a program of the environment prints here, run as `python -m`; it must end with this code."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=self.root,
            env={**self.environment, **environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=500,
        )
        said = done.stdout + done.stderr
        assert done.returncode == code, said
        return said

    def manage(self, *arguments: str, code: int = 0) -> str:
        """What `manage.py` prints here."""
        return self.run("manage.py", *arguments, code=code)

    def lint(self, *paths: str) -> None:
        """Fails the test for what `make lint` has against these files."""
        self.run("-m", "ruff", "check", "--no-cache", *paths)
        self.run("-m", "ruff", "format", "--no-cache", "--check", *paths)

    def types(self, *packages: str) -> None:
        """Fails the test for what a strict type checker has against these packages."""
        config = self.root / "mypy.ini"
        config.write_text(
            "[mypy]\nstrict = True\nwarn_unreachable = True\nexplicit_package_bases = True\nexclude = /tests/\n"
        )
        named = [word for package in packages for word in ("-p", package)]
        self.run("-m", "mypy", "--config-file", str(config), "--cache-dir", str(CACHE), *named)

    def tests(self, *paths: str) -> str:
        """Runs the quick tests under these paths."""
        return self.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not long", *paths)
