"""`manage.py worker`, and servers that leave clocks and notices to it."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest

from parlor.tables import clock
from tests.deploy.rig import Worker
from tests.support.live import LiveSite
from tests.support.services import wait_until


@pytest.mark.parametrize("there", [True, False])
def test_a_server_has_the_clocks_unless_it_is_told_otherwise(
    there: bool, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CLOCK_IN_SERVER = there
    monkeypatch.setattr(clock, "_task", None)
    monkeypatch.setattr(clock, "work", lambda: 0)

    async def begin() -> bool:
        await clock.start(asyncio.get_running_loop())
        task = clock._task
        if task is not None:
            task.cancel()
        return task is not None

    assert asyncio.run(begin()) is there


@pytest.mark.long
def test_a_worker_works_whatever_servers_are_told_and_ends_when_it_is_asked_to(tmp_path: Path) -> None:
    site = LiveSite(tmp_path, {"CLOCK_IN_SERVER": "0", "NOTICES_IN_SERVER": "0"})
    site.manage("migrate", "-v0")
    worker = Worker(site.environment, "--pulse", str(tmp_path / "pulse"))
    worker.wait()
    try:
        wait_until((tmp_path / "pulse").exists, "no pulse")
        beats = "from parlor.tables.models import Beat; print(Beat.objects.count())"
        wait_until(lambda: site.manage("shell", "-v0", "-c", beats).strip() == "1", "no beat")
    finally:
        worker.process.send_signal(signal.SIGTERM)
        assert worker.process.wait(20) == 0
    assert "Traceback" not in "".join(worker.lines)
