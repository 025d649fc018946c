"""Sites to be hurt, and the checker that they have to satisfy afterwards."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.load import Load
from tests.support.live import ROOT, LiveSite

Hurt = Callable[..., LiveSite]


@pytest.fixture
def trouble_path(tmp_path: Path) -> Path:
    """A folder that, on the path, installs the game that makes trouble."""
    folder = tmp_path / "installed" / "trouble-1.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: trouble\nVersion: 1\n")
    (folder / "entry_points.txt").write_text("[parlor.games]\ntrouble = tests.faults.trouble\n")
    return folder.parent


@pytest.fixture
def hurt_site(tmp_path: Path, trouble_path: Path) -> Iterator[Hurt]:
    """`hurt_site(database_url=…, redis_url=…, data=…, **environment)` starts a process as `serve` says it."""
    sites: list[LiveSite] = []

    def start(
        *,
        database_url: str = "",
        redis_url: str = "",
        data: Path | None = None,
        migrate: bool = True,
        **environment: str,
    ) -> LiveSite:
        if database_url:
            environment |= {"DATABASE_URL": database_url, "SECRET_KEY": "for-tests-only"}
        if redis_url:
            environment["REDIS_URL"] = redis_url
        environment = {
            "BOT_PAUSE": "0",
            "PYTHONPATH": os.pathsep.join([str(trouble_path), os.environ.get("PYTHONPATH", "")]),
            "LOG_LEVEL": "INFO",
            **environment,
        }
        site = LiveSite(data or tmp_path / f"site{len(sites)}", environment, command=("-m", "tests.faults.serve"))
        sites.append(site)
        return site.start(migrate=migrate)

    yield start
    for site in sites:
        try:
            site.stop()
        except subprocess.TimeoutExpired:
            site.kill()


def checked(load: Load, site: LiveSite, folder: Path) -> dict[str, Any]:
    """What the checker finds in the site's database. Fails the test where anything is wrong."""
    file = load.ledger.write(folder / "told.json")
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.checker", str(file)],
        cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    print({**load.told, **found})
    assert found["wrong"] == []
    assert found["lost"] == found["doubled"] == 0
    assert found["acknowledged"] > 0
    return found
