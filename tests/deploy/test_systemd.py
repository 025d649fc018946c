"""The systemd unit and its sample of settings."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.live import ROOT
from tests.support.services import require

DEPLOY = ROOT / "deploy"
SETTINGS = [ROOT / "platform/parlor/site/settings.py", ROOT / "platform/parlor/site/environment.py"]


def sample() -> dict[str, str]:
    """Every variable that the sample names, commented out or not."""
    pairs = re.findall(r"^#?([A-Z][A-Z_]+)=(.*)$", (DEPLOY / "parlor.env.sample").read_text(), re.MULTILINE)
    return dict(pairs)


def read_by_settings() -> set[str]:
    source = "".join(path.read_text() for path in SETTINGS)
    return set(re.findall(r"""(?:env\.\w+|environ\.get)\(\s*"([A-Z_]+)\"""", source))


def test_the_sample_and_the_settings_know_the_same_variables() -> None:
    assert set(sample()) == read_by_settings()


def test_the_site_accepts_the_sample(tmp_path: Path) -> None:
    environment = {**os.environ, **sample(), "PARLOR_DATA": str(tmp_path), "SECRET_KEY": "x" * 50}
    show = (
        "from parlor.site import settings as s; print(s.DEBUG, s.ALLOWED_HOSTS, s.THROTTLED, s.SESSION_COOKIE_SECURE)"
    )
    run = subprocess.run([sys.executable, "-c", show], env=environment, capture_output=True, text=True, check=False)
    assert run.stdout.strip() == "False ['parlor.example.org'] True True", run.stderr


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    require(shutil.which("systemd-analyze"), "systemd-analyze")
    unit = (DEPLOY / "parlor.service").read_text().replace("/opt/parlor/.venv/bin/python", sys.executable)
    (tmp_path / "parlor.service").write_text(unit)
    run = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / "parlor.service")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    complaints = [line for line in run.stderr.splitlines() if "parlor.service" in line]
    assert complaints == []
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize(
    "line", ["EnvironmentFile=/etc/parlor/parlor.env", "User=parlor", "WorkingDirectory=/opt/parlor"]
)
def test_the_unit_says_whose_it_is(line: str) -> None:
    assert line in (DEPLOY / "parlor.service").read_text().splitlines()
