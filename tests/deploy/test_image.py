"""The recipe of the image, followed without Docker: the same commands in a clean folder, as another user.

What changes the machine (packages, users) is left out. The packages of the image are taken from this environment,
unless BUILD_IMAGE=1 says that registries may be asked: then they are installed as the recipe has it.
"""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.rig import DEPLOY
from tests.deploy.test_files import DOCKER, pins
from tests.support.live import ROOT
from tests.support.services import free_port, wait_until

pytestmark = pytest.mark.long

OF_THE_MACHINE = ("apt-get", "groupadd", "install -d")
NOBODY = "nobody"
HOMES = {"/var/lib/parlor": "data", "/var/cache/parlor": "cache", "/tmp/": "tmp/"}


class Recipe:
    """The Dockerfile, step by step, below `root`; `/opt/parlor` of the image is `app`."""

    def __init__(self, root: Path, python: str) -> None:
        self.root = root
        self.app = root / "app"
        self.python = python
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(root / "tmp"), "LANG": "C.UTF-8"}
        self.user = ""
        self.ran: list[str] = []
        for name in ("app", "data", "cache", "tmp"):
            (root / name).mkdir()
            if name != "app" and os.geteuid() == 0:
                shutil.chown(root / name, NOBODY)
        text = re.sub(r"\\\n\s*", " ", (DOCKER / "Dockerfile").read_text())
        self.steps = [line.partition(" ") for line in text.splitlines() if line and not line.startswith("#")]

    def here(self, text: str) -> str:
        return re.sub("|".join(HOMES), lambda path: f"{self.root}/{HOMES[path[0]]}", text)

    def follow(self) -> None:
        for word, _space, rest in self.steps:
            if word == "COPY" and "--from" not in rest:
                source, target = rest.split()[0:-1], rest.split()[-1]
                for one in source:
                    self.copy(ROOT / one, self.app / target / (one if target == "./" else ""))
            elif word == "ENV":
                self.environment |= dict(pair.split("=", 1) for pair in self.here(rest).split())
            elif word == "USER":
                self.user = NOBODY
                subprocess.run(["chmod", "-R", "a+rX,a-w", str(self.app)], check=True)
            elif word == "RUN" and not rest.startswith(OF_THE_MACHINE):
                self.ran.append(rest)
                if "pip install" in rest and "BUILD_IMAGE" not in os.environ:
                    self.take_packages()
                else:
                    command = re.sub(r"^python ", f"{self.python} ", self.here(rest))
                    self.run(["/bin/sh", "-c", command])

    def copy(self, source: Path, target: Path) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            left_out = shutil.ignore_patterns("__pycache__", "tests", "*.sqlite3", ".env", "tls", "backups")
            shutil.copytree(source, target, ignore=left_out, dirs_exist_ok=True)
        else:
            shutil.copy(source, target)

    def take_packages(self) -> None:
        """The packages that the recipe names, and no other, from the environment that runs this test."""
        target = next((self.app / ".venv/lib").glob("python3.*/site-packages"))
        wanted: dict[str, set[str]] = {}
        for pin in pins(DOCKER / "requirements.txt"):
            wanted.setdefault(pin.partition("==")[0], set()).add(pin.partition("==")[2])
        for name, versions in wanted.items():
            try:
                distribution = importlib.metadata.distribution(name)
            except importlib.metadata.PackageNotFoundError:
                continue  # for other Pythons or machines
            assert distribution.version in versions, name
            for file in distribution.files or []:
                if not str(file).startswith("..") and "__pycache__" not in str(file):
                    (target / file).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(str(distribution.locate_file(file)), target / file)

    def as_user(self, command: list[str]) -> list[str]:
        return ["runuser", "-u", self.user, "--", *command] if self.user and os.geteuid() == 0 else command

    def run(self, command: list[str], **more: str) -> str:
        done = subprocess.run(
            self.as_user(command), cwd=self.app, env={**self.environment, **more},
            capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout

    def words(self, step: str) -> list[str]:
        """The list that ENTRYPOINT, CMD or HEALTHCHECK ... CMD gives."""
        rest = next(rest for word, _space, rest in self.steps if word == step)
        return re.findall(r'"([^"]+)"', rest)


@pytest.fixture(scope="module")
def recipe() -> Iterator[Recipe]:
    root = Path(tempfile.mkdtemp(prefix="parlor-image-"))
    root.chmod(0o755)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    as_nobody = ["runuser", "-u", NOBODY, "--"] if os.geteuid() == 0 else []
    for python in (os.path.realpath(sys.executable), f"/usr/bin/python{version}", f"/usr/local/bin/python{version}"):
        if (
            Path(python).exists()
            and not subprocess.run([*as_nobody, python, "-V"], capture_output=True, check=False).returncode
        ):
            break
    else:
        pytest.skip(f"no Python {version} here that another user may run")
    try:
        made = Recipe(root, python)
        made.follow()
        yield made
    finally:
        if os.geteuid() != 0:
            subprocess.run(["chmod", "-R", "u+w", str(root)], check=True)
        shutil.rmtree(root)


def test_the_recipe_s_commands_run_and_what_they_make_serves_people(recipe: Recipe) -> None:
    assert len(recipe.ran) == 4, recipe.ran
    assert any("manage.py check" in command for command in recipe.ran)
    settings = {
        "SECRET_KEY": "x" * 50,
        "HOST": "127.0.0.1",
        "PORT": str(free_port()),
        "ALLOWED_HOSTS": "parlor.example.org",
        "DATABASE_URL": f"sqlite:///{recipe.root}/data/parlor.sqlite3",
    }
    manage = recipe.words("ENTRYPOINT")
    recipe.run([*manage, "migrate", "-v0"], **settings)
    public = Path(recipe.run([*manage, "publishstatic"], **settings).strip())
    assert public.is_relative_to(recipe.root / "cache")
    assert list(public.rglob("*.css.gz"))
    if os.geteuid() == 0:
        refused = subprocess.run(
            recipe.as_user(["touch", str(recipe.app / "games" / "x")]), capture_output=True, check=False
        )
        assert refused.returncode != 0, "the application's own files are closed to it"
    server = subprocess.Popen(
        recipe.as_user([*manage, *recipe.words("CMD")]), cwd=recipe.app, env={**recipe.environment, **settings},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    health = [part.replace(":8000", f":{settings['PORT']}") for part in recipe.words("HEALTHCHECK")]

    def well() -> bool:
        assert server.poll() is None, server.stdout.read() if server.stdout else ""
        command = recipe.as_user(health)
        done = subprocess.run(
            command, cwd=recipe.app, env={**recipe.environment, **settings}, capture_output=True, check=False
        )
        return done.returncode == 0

    try:
        wait_until(well, "the server is not well", seconds=120)
        listed = recipe.run([*manage, "listtables"], **settings)
        assert listed == ""
    finally:
        server.send_signal(signal.SIGTERM)
        said, _none = server.communicate(timeout=30)
    assert "Traceback" not in said, said


def test_what_is_not_well_is_said_with_an_exit_status() -> None:
    done = subprocess.run(
        [sys.executable, str(DEPLOY / "bin/healthy"), f"http://127.0.0.1:{free_port()}/healthz"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "refused" in done.stderr
