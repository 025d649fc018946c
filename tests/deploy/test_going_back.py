"""`upgrade` with stand-ins for all it calls: in which order, and that whatever fails leads back."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.deploy.rig import DEPLOY


@pytest.fixture
def two_versions(tmp_path: Path) -> dict[str, str]:
    """What `upgrade` needs to know of an old and a new version, which only note in the file "done" what they do."""
    for name in ("old", "new"):
        for file, text in (
            (".venv/bin/python", f'#!/bin/sh\n[ -z "$ILL" ] || exec [ "$(readlink -f {tmp_path}/home)" != {tmp_path}/new ]\n'),
            ("deploy/bin/manage", f'#!/bin/sh\necho {name} "$1" "$2" >> {tmp_path}/done\n{WAITS}{FAILS}'),
        ):  # fmt: skip
            (tmp_path / name / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / file).write_text(text)
            (tmp_path / name / file).chmod(0o755)
    (tmp_path / "home").symlink_to(tmp_path / "old")
    (tmp_path / "parlor.env").touch()
    (tmp_path / "systemd").write_text(f'echo "$@" >> {tmp_path}/done\n{FAILS}')
    return {
        **os.environ,
        "PARLOR_HOME": str(tmp_path / "home"),
        "PARLOR_ENV": str(tmp_path / "parlor.env"),
        "PARLOR_DOOR": str(tmp_path / "door"),
        **{f"PARLOR_{act.upper()}": f"sh {tmp_path}/systemd {act}" for act in ("stop", "start", "start_servers")},
        "PARLOR_HEALTH": "http://127.0.0.1:1/healthz",
        "PARLOR_HEALTHY_SECONDS": "0",
        "ILL": "",
        "FAILED": str(tmp_path / "failed"),
    }


FAILS = '[ "$1" != "$FAILS" ] || [ -e "$FAILED" ] || { touch "$FAILED"; exit 1; }\n'
WAITS = (
    '[ "$1 $2" != "maintenance wait" ] || [ -z "$WAITS" ] || exec sleep 60 > "$WAITS"\n[ "$2" != begin ] || echo 7\n'
)


def test_an_upgrade_whose_terminal_goes_away_goes_back(tmp_path: Path, two_versions: dict[str, str]) -> None:
    os.mkfifo(tmp_path / "waits")
    upgrade = subprocess.Popen(
        ["env", "--default-signal=HUP", str(DEPLOY / "bin/upgrade"), str(tmp_path / "new")],  # also under nohup
        stdout=subprocess.PIPE, text=True, start_new_session=True, env={**two_versions, "WAITS": str(tmp_path / "waits")},
    )  # fmt: skip
    with (tmp_path / "waits").open():  # people play
        os.killpg(upgrade.pid, signal.SIGHUP)
        said, _none = upgrade.communicate(timeout=20)
    assert upgrade.returncode == 1 and "The old version goes on." in said
    assert (tmp_path / "done").read_text().splitlines()[-1] == "old maintenance end"


@pytest.mark.parametrize(
    ("ill", "began"),
    [
        ("", ["start_servers", "start", "new maintenance end"]),
        ("1", ["start_servers", "stop", "old restore --replace", "start_servers", "start", "old maintenance end"]),
    ],
)
def test_workers_begin_when_there_is_no_way_back(
    ill: str, began: list[str], tmp_path: Path, two_versions: dict[str, str]
) -> None:
    done = subprocess.run(
        [str(DEPLOY / "bin/upgrade"), str(tmp_path / "new")], env={**two_versions, "ILL": ill},
        capture_output=True, text=True, check=False, timeout=20,
    )  # fmt: skip
    assert done.returncode == bool(ill), done.stdout + done.stderr
    lines = [line.strip() for line in (tmp_path / "done").read_text().splitlines()]
    assert lines[lines.index("new replaytables") + 1 :] == began
    assert not (tmp_path / "door").exists()
    assert (tmp_path / "home").resolve() == tmp_path / ("old" if ill else "new")


@pytest.mark.parametrize("what", ["backup", "migrate", "replaytables", "start_servers"])
def test_whatever_fails_behind_the_door_leads_back(what: str, tmp_path: Path, two_versions: dict[str, str]) -> None:
    done = subprocess.run(
        [str(DEPLOY / "bin/upgrade"), str(tmp_path / "new")], env={**two_versions, "FAILS": what},
        capture_output=True, text=True, check=False, timeout=20,
    )  # fmt: skip
    assert done.returncode == 1 and done.stdout.count("The old version goes on.") == 1, done.stdout + done.stderr
    lines = (tmp_path / "done").read_text().splitlines()
    assert ("old restore --replace" in "".join(lines)) is (what != "backup")
    assert lines[-1] == "old maintenance end"
    assert not (tmp_path / "door").exists()
