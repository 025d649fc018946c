"""Fifty people at once: nothing that was accepted is lost, nothing counts twice, and no table stands still."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.support.live import ROOT


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_fifty_people_choose_change_and_vote_at_once(database: str, request: pytest.FixtureRequest) -> None:
    more = {"DATABASE_URL": request.getfixturevalue("postgres_url")} if database == "postgres" else {}
    done = subprocess.run(
        [sys.executable, "-m", "tests.tables.crowd"],
        cwd=ROOT,
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stderr == ""
    told = json.loads(done.stdout)
    assert (told["lost"], told["doubled"]) == (0, 0), told
    assert (told["tables"], told["people"], told["steps"]) == (13, 52, 39), told
    assert told["accepted"] > 300 and told["paused"], told
