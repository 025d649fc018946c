"""A full disk under SQLite: people read why, nothing is corrupt or lost, and with room again it goes on."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from pathlib import Path

import pytest

from tests.faults.conftest import Hurt, checked
from tests.faults.load import Load

pytestmark = pytest.mark.long

NO_ROOM = "The site has no room left to store this. The admin has been told; please try again later."


def test_a_full_disk_is_said_and_survived(hurt_site: Hurt, tmp_path: Path) -> None:
    """No file of the process may grow any more: to SQLite that is a disk that cannot be written to."""
    site = hurt_site()
    load = Load([site], tables=5).prepare()
    file = next(site.data.glob("*.sqlite3"))

    async def scene() -> None:
        async with load.playing():
            await load.more(50)
            _soft, hard = resource.prlimit(site.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(site.pid, resource.RLIMIT_FSIZE, (4096, hard))
            await load.until(lambda: NO_ROOM in load.ledger.sentences, "nobody was told that there is no room")
            stored = len(load.ledger.acknowledged)
            refused = load.ledger.refused["busy"]
            await load.until(lambda: load.ledger.refused["busy"] > refused + 20, "they were not refused again")
            assert len(load.ledger.acknowledged) <= stored + 1
            with site.client() as client:
                assert client.get("/healthz").status_code in (200, 503), "the process serves on"
            resource.prlimit(site.pid, resource.RLIMIT_FSIZE, (hard, hard))
            await load.more(50)
            assert not load.ledger.refused.get("fault")

    asyncio.run(scene())
    checked(load, site, tmp_path)
    with sqlite3.connect(file) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert "There is no room left to store steps" in site.output
