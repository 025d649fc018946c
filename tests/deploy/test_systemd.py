"""The systemd units, and the sample of settings."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.rig import sample as set_by
from tests.support.live import ROOT
from tests.support.services import require

DEPLOY = ROOT / "deploy"
UNITS = DEPLOY / "systemd"
SERVICES = sorted(path.name for path in UNITS.glob("*.service"))
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


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    require(shutil.which("systemd-analyze"), "systemd-analyze")
    files = [path for path in UNITS.iterdir() if path.suffix in (".service", ".target", ".timer")]
    for path in files:
        text = path.read_text().replace("/opt/parlor/.venv/bin/python", sys.executable)
        (tmp_path / path.name).write_text(text.replace("@.service", "@1.service"))
    shutil.copy(tmp_path / "parlor-web@.service", tmp_path / "parlor-web@8001.service")
    shutil.copy(tmp_path / "parlor-worker@.service", tmp_path / "parlor-worker@1.service")
    names = [str(path) for path in tmp_path.iterdir() if "@." not in path.name]
    run = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *sorted(names)], capture_output=True, text=True, check=False
    )
    complaints = [line for line in run.stderr.splitlines() if "parlor" in line]
    assert complaints == []
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("name", SERVICES)
@pytest.mark.parametrize(
    "line", ["EnvironmentFile=/etc/parlor/parlor.env", "User=parlor", "WorkingDirectory=/opt/parlor"]
)
def test_each_unit_says_whose_it_is(name: str, line: str) -> None:
    assert line in (UNITS / name).read_text().splitlines()


def hardening(name: str) -> list[str]:
    text = (UNITS / name).read_text()
    return text[text.index("NoNewPrivileges") :].partition("\n\n")[0].strip().splitlines()


@pytest.mark.parametrize("name", SERVICES)
def test_all_units_are_as_narrow(name: str) -> None:
    assert hardening(name) == hardening("parlor.service")
    assert "ProtectSystem=strict" in hardening(name)


def test_what_the_sample_sets_is_what_units_and_nginx_go_by() -> None:
    values = set_by((DEPLOY / "parlor.env.sample").read_text())
    assert values["PARLOR_DATA"] == "/var/lib/parlor"
    assert f"static={values['STATIC_FOLDER']} " in (DEPLOY / "nginx/render").read_text()
    assert values["TRUSTED_PROXIES"] == "1"
    assert values["HTTPS"] == "1"
