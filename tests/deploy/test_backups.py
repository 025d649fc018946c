"""Backup and restoring of a site on SQLite, while it runs and after it is lost."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.support.live import ROOT, LiveSite

pytestmark = pytest.mark.long


def fails(site: LiveSite, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_an_sqlite_site_comes_back_with_its_people_and_its_key(live_site: LiveSite, tmp_path: Path) -> None:
    guest = live_site.guest()
    made = guest.post("/api/tables/", json={"game": "no-thanks", "seats": 3, "visibility": "open"})
    assert made.status_code == 201, made.text
    archive = Path(live_site.manage("backup", str(tmp_path / "backups")).split()[0])
    with tarfile.open(archive) as opened:
        assert opened.getnames() == ["manifest.json", "database.sqlite3", "data/secret-key"]
        file = opened.extractfile("manifest.json")
        assert file is not None
        assert json.load(file)["tables"]["tables_table"][0] == 1
    assert "stop the site first" in fails(live_site, "restore", str(archive), "--replace")

    guest.post("/api/tables/", json={"game": "no-thanks", "seats": 4})
    assert "tables_table: 1 rows" in fails(live_site, "restore", "--check", str(archive))
    live_site.stop()
    assert "--replace" in fails(live_site, "restore", str(archive))
    for file_of_the_site in live_site.data.iterdir():
        if file_of_the_site.is_file():
            file_of_the_site.unlink()
    assert "all as in the archive" in live_site.manage("restore", str(archive))
    live_site.start()
    assert "Guest-" in guest.get("/accounts/").text, "still signed in"
    assert guest.get(f"/api/tables/{made.json()['id']}/").json()["seats"]
