"""A fresh environment that sees what is installed here, and into which packages are installed without a network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

EXAMPLE = Path(__file__).parent / "example_package"


def run(*command: str, cwd: Path | None = None, environment: dict[str, str] | None = None) -> str:
    """What a program prints; it must succeed."""
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


class Fresh:
    """An environment in `folder`; its interpreter is `python`."""

    def __init__(self, folder: Path) -> None:
        self.python = folder / "bin" / "python"
        self.uv = shutil.which("uv")
        run(sys.executable, "-m", "venv", *(["--without-pip"] if self.uv else []), str(folder))
        packages = sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)})
        here = sysconfig.get_path("purelib")
        (Path(packages) / "here.pth").write_text(f"import site; site.addsitedir({here!r})\n")

    def install(self, wheel: Path) -> None:
        """Installs a wheel, from the file alone."""
        pip = (
            [self.uv, "pip", "install", "--quiet", "--python", str(self.python)]
            if self.uv
            else [str(self.python), "-m", "pip", "install", "--quiet"]
        )
        run(*pip, "--no-index", "--no-deps", str(wheel), environment={**os.environ, "UV_OFFLINE": "1"})


def build(source: Path, folder: Path) -> Path:
    """The wheel built from a distribution, with the build backend that is installed here."""
    copied = folder / "source"
    shutil.copytree(source, copied, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist"), cwd=copied)
    [wheel] = (folder / "dist").glob("*.whl")
    return wheel


def broken(folder: Path, name: str, *, game: str, entry: str = "") -> Path:
    """The wheel of a package of this name, whose game.py is this, and whose entry point says `entry`."""
    source = folder / name
    package = source / name
    package.mkdir(parents=True)
    (source / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
        f'[project]\nname = "{name}"\nversion = "1"\n'
        f'[project.entry-points."parlor.games"]\n{name} = "{entry or name}"\n'
        f'[tool.hatch.build.targets.wheel]\npackages = ["{name}"]\n'
    )
    (package / "__init__.py").touch()
    (package / "apps.py").write_text(
        f'from django.apps import AppConfig\n\n\nclass Config(AppConfig):\n    name = "{name}"\n    label = "{name}"\n'
    )
    (package / "game.py").write_text(game)
    return build(source, folder / f"{name}-built")
