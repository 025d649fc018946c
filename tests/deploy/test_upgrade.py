"""deploy/bin on a real site: going over to another version while people play, going back, backup and restoring."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from tests.deploy.rig import DEPLOY, NAME, Nginx, sample
from tests.faults.conftest import checked
from tests.faults.load import Load
from tests.play.players import open_table
from tests.support.live import ROOT, LiveSite
from tests.support.services import Postgres, Redis, answers, free_port, wait_until

pytestmark = pytest.mark.long

TABLES = 6
SECONDS = 300.0
PARTS = ["platform", "games", "templates", "static", "locale", "deploy", "manage.py"]
MIGRATION = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("catalog", "{after}")]
    operations = [migrations.RunSQL("CREATE TABLE {name} (id integer PRIMARY KEY)")]
"""


class Installed:
    """A site as deploy/README.md installs it: releases in folders, a link to the one that runs, settings in a file."""

    def __init__(self, database_url: str, redis_url: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="parlor-installed-"))
        self.folder.chmod(0o755)
        self.ports = [free_port(), free_port()]
        self.nginx = Nginx(self.folder, self.ports, self.folder / "public")
        self.home = self.folder / "current"
        self.settings = self.folder / "parlor.env"
        self.backups = self.folder / "backups"
        variables = {
            **sample((DEPLOY / "parlor.env.sample").read_text()),
            "PARLOR_DATA": str(self.folder / "data"),
            "STATIC_FOLDER": str(self.folder / "public"),
            "SECRET_KEY": "for tests $only, with 'quotes' and \\signs#" * 2,
            "ALLOWED_HOSTS": NAME,
            "CSRF_TRUSTED_ORIGINS": self.nginx.url,
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "CLOCK_IN_SERVER": "0",
            "NOTICES_IN_SERVER": "0",
            "THROTTLED": "0",
        }
        self.settings.write_text("# settings\n" + "".join(f"{name}={value}\n" for name, value in variables.items()))
        self.variables = variables
        supervise = f"{sys.executable} -m tests.deploy.supervise"
        ports = " ".join(map(str, self.ports))
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PARLOR_HOME": str(self.home),
            "PARLOR_ENV": str(self.settings),
            "PARLOR_USER": subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip(),
            "PARLOR_BACKUPS": str(self.backups),
            "PARLOR_DOOR": str(self.nginx.door),
            "PARLOR_STOP": f"{supervise} stop {self.home} {self.settings}",
            "PARLOR_START": f"{supervise} start {self.home} {self.settings} {ports}",
            "PARLOR_START_SERVERS": f"{supervise} servers {self.home} {self.settings} {ports}",
            "PARLOR_HEALTH": " ".join(f"http://127.0.0.1:{port}/healthz" for port in self.ports),
        }

    def release(self, name: str) -> Path:
        """One more version, at first equal to this checkout."""
        folder = self.folder / name
        folder.mkdir()
        for part in PARTS:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "tests"))
            elif (ROOT / part).exists():
                shutil.copy2(ROOT / part, folder / part)
        python = folder / ".venv/bin/python"
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\nunset PYTHONPATH\nexec {sys.executable} "$@"\n')
        python.chmod(0o755)
        return folder

    def add_migration(self, release: Path, name: str) -> None:
        migrations = release / "platform/parlor/catalog/migrations"
        last = max(path.stem for path in migrations.glob("[0-9]*.py"))
        text = textwrap.dedent(MIGRATION).format(after=last, name=name)
        (migrations / f"{int(last[:4]) + 1:04}_{name}.py").write_text(text)

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A program of deploy/bin of the version that runs."""
        return subprocess.run(
            [str(self.home / "deploy/bin" / program), *arguments],
            env=self.environment, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip

    def manage(self, *arguments: str) -> str:
        done = self.run("manage", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def switch(self, act: str) -> None:
        command = self.environment["PARLOR_STOP" if act == "stop" else "PARLOR_START"].split()
        subprocess.run(command, cwd=ROOT, env=self.environment, check=True)
        if act == "start":
            wait_until(lambda: all(map(answers, self.ports)), "the servers did not start", SECONDS)

    def checker(self) -> LiveSite:
        """For the checker, which reads the database."""
        return LiveSite(self.folder / "data", self.variables)

    def logs(self) -> str:
        return "".join(path.read_text() for path in sorted(self.folder.glob("process*.log")))


@pytest.fixture(scope="module")
def installed(postgres_server: Postgres, redis_server: Redis) -> Iterator[Installed]:
    site = Installed(postgres_server.database(), redis_server.url)
    site.home.symlink_to(site.release("first"))
    site.manage("migrate", "-v0")
    site.manage("publishstatic")
    site.switch("start")
    site.nginx.start()
    try:
        yield site
    finally:
        site.nginx.stop()
        site.switch("stop")
        shutil.rmtree(site.folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def trusted(installed: Installed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(installed.nginx.certificate))


def people(installed: Installed) -> Load:
    """Six tables of three, for long games."""
    load = Load([cast(LiveSite, installed.nginx)])
    for _n in range(TABLES):
        table, clients = open_table(load.sites[0], 3, options={"rounds": 4})
        load.tables.append(table)
        load.seats += [(table, client) for client in clients]
    return load


async def go_over(installed: Installed, load: Load, new: Path) -> tuple[int, str]:
    """Runs `upgrade` while people play: they move in earnest while it closes and opens, so that games last."""
    load.resting = True
    process = await asyncio.create_subprocess_exec(
        str(new / "deploy/bin/upgrade"), "--drain", "2", str(new),
        env=installed.environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout is not None
    lines = []
    async for line in process.stdout:
        lines.append(line.decode())
        if "People play at" in lines[-1] or "Open again" in lines[-1]:
            load.resting = "Open again" in lines[-1]
            for gamer in load.gamers:
                gamer.wake()
    print("".join(lines))
    load.resting = False
    for gamer in load.gamers:
        gamer.wake()
    return await process.wait(), "".join(lines)


def tables_of_the_database(installed: Installed) -> str:
    return installed.manage(
        "shell", "-v0", "-c", "from django.db import connection as c; print(c.introspection.table_names())"
    )


def test_while_people_play_a_new_version_comes_and_a_bad_one_goes(installed: Installed, tmp_path: Path) -> None:
    good, bad = installed.release("second"), installed.release("third")
    for release in (good, bad):
        installed.add_migration(release, "of_the_good")
        with next((release / "static/parlor/css").glob("*.css")).open("a") as css:
            css.write("/* the second version */\n")
    installed.add_migration(bad, "of_the_bad")
    rules = bad / "games/no_thanks/rules.py"
    text = rules.read_text()
    assert "p.pot += 1" in text
    rules.write_text(text.replace("p.pot += 1", "p.pot += 2"))
    load = people(installed)

    async def scene() -> None:
        async with load.playing():
            await load.more(30, SECONDS)
            code, said = await go_over(installed, load, good)
            assert code == 0, said
            assert "Open again after" in said
            assert installed.home.resolve() == good
            await load.more(30, SECONDS)
            assert 1012 in load.ledger.codes, "open tables were told to come back"

            code, said = await go_over(installed, load, bad)
            assert code == 1, said
            assert "differs" in said
            assert "The old version goes on." in said
            assert installed.home.resolve() == good
            await load.more(30, SECONDS)

    asyncio.run(scene())
    assert not installed.nginx.door.exists()
    found = tables_of_the_database(installed)
    assert "of_the_good" in found
    assert "of_the_bad" not in found
    assert "None goes on" in installed.manage("maintenance")
    assert installed.manage("replaytables", "--dry-run").strip().endswith("same.")
    checked(load, installed.checker(), tmp_path)
    assert "Traceback" not in installed.logs(), installed.logs()


def dumped(installed: Installed) -> str:
    """All rows, as PostgreSQL itself writes them: another witness than our own digests."""
    done = subprocess.run(
        ["pg_dump", "--data-only", "--inserts", f"--dbname={installed.variables['DATABASE_URL']}"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = [line for line in done.stdout.splitlines() if line.startswith("INSERT") or "setval" in line]
    return "\n".join(sorted(lines))


def test_what_was_backed_up_while_people_played_comes_back_as_it_was(installed: Installed, tmp_path: Path) -> None:
    load = people(installed)
    (installed.folder / "data").mkdir(exist_ok=True)
    (installed.folder / "data" / "a-key").write_text("of the site")
    archives: list[Path] = []

    async def scene() -> None:
        async with load.playing():
            await load.more(30, SECONDS)
            done = await asyncio.to_thread(installed.run, "backup")
            assert done.returncode == 0, done.stderr
            archives.append(Path(done.stdout.split()[0]))
            await load.more(10, SECONDS)

    asyncio.run(scene())
    during = archives[0]
    assert during.stat().st_mode & 0o777 == 0o600
    running = installed.run("restore", str(during), "--replace")
    assert running.returncode != 0
    assert "stop it first" in running.stderr

    installed.switch("stop")
    done = installed.run("backup")
    assert done.returncode == 0, done.stderr
    at_rest = Path(done.stdout.split()[0])
    before = dumped(installed)
    full = installed.run("restore", str(at_rest))
    assert full.returncode != 0
    assert "not empty" in full.stderr

    # What was saved in the midst of it is whole: every game in it can be replayed.
    (installed.folder / "data" / "a-key").unlink()
    back = installed.run("restore", str(during), "--replace")
    assert back.returncode == 0, back.stdout + back.stderr
    assert "all as in the archive" in back.stdout
    assert back.stdout.strip().endswith("same."), back.stdout
    assert dumped(installed) != before
    assert (installed.folder / "data" / "a-key").read_text() == "of the site"

    # All is destroyed, and comes back.
    destroy = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
    subprocess.run(["psql", "-q", installed.variables["DATABASE_URL"], "-c", destroy], check=True, capture_output=True)
    shutil.rmtree(installed.folder / "data")
    back = installed.run("restore", str(at_rest))
    assert back.returncode == 0, back.stdout + back.stderr
    assert dumped(installed) == before
    listed = subprocess.run(["tar", "-tzf", str(at_rest)], capture_output=True, text=True, check=True).stdout.split()
    assert listed == ["manifest.json", "database.dump", "data/a-key", "also/parlor.env"]
    installed.switch("start")
    checked(load, installed.checker(), tmp_path)

    # What is broken is not put back.
    broken = tmp_path / at_rest.name
    content = bytearray(at_rest.read_bytes())
    content[len(content) // 2] ^= 0xFF
    broken.write_bytes(content)
    installed.switch("stop")
    before = dumped(installed)
    refused = installed.run("restore", str(broken), "--replace")
    assert refused.returncode != 0
    assert "damaged" in refused.stderr
    assert dumped(installed) == before
