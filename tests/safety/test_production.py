"""The site as deploy/parlor.env.sample sets it up: nothing that Django would warn of, and https all through."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.live import ROOT

SAMPLE = ROOT / "deploy/parlor.env.sample"
LOOK = """
import json, django
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
secure, plain = Client(), Client()
page = secure.get("/accounts/login/", secure=True, headers={"Host": "parlor.example.org"})
token = secure.cookies["csrftoken"].value
host = {"Host": "parlor.example.org", "X-Forwarded-Proto": "https", "Referer": "https://parlor.example.org/"}
made = secure.post("/accounts/guest/", {"csrfmiddlewaretoken": token}, secure=True, headers=host)
told = {
    "headers": dict(page.items()),
    "cookies": {name: dict(one) for name, one in secure.cookies.items()},
    "made": made.status_code,
    "plain": [plain.get(where, headers={"Host": "parlor.example.org"}).status_code for where in ("/", "/api/me/", "/healthz")],
    "moved": plain.get("/games/?a=b", headers={"Host": "parlor.example.org"})["Location"],
    "elsewhere": plain.get("/", headers={"Host": "evil.example.org"}).status_code,
}
print("TOLD" + json.dumps(told))
"""


def environment(folder: Path) -> dict[str, str]:
    given = dict(re.findall(r"^([A-Z][A-Z_]+)=(.*)$", SAMPLE.read_text(), re.MULTILINE))
    own = {
        "PARLOR_DATA": str(folder),
        "STATIC_FOLDER": str(folder / "static"),
        "DJANGO_SETTINGS_MODULE": "parlor.site.settings",
    }
    return {**os.environ, **given, **own, "EMAIL_URL": "dummymail://"}


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment(folder), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.long
def test_django_has_nothing_to_warn_of(tmp_path: Path) -> None:
    assert "no issues" in run(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING")


@pytest.mark.long
def test_everything_goes_by_https(tmp_path: Path) -> None:
    told: dict[str, Any] = json.loads(run(tmp_path, "-c", LOOK).partition("TOLD")[2].splitlines()[0])
    assert told["headers"]["Strict-Transport-Security"] == "max-age=31536000"
    assert told["headers"]["Cross-Origin-Opener-Policy"] == "same-origin"
    assert told["made"] == 302
    assert set(told["cookies"]) == {"csrftoken", "sessionid"}
    assert all(cookie["secure"] and cookie["samesite"] == "Lax" for cookie in told["cookies"].values())
    assert told["cookies"]["sessionid"]["httponly"]
    assert told["plain"] == [301, 301, 200], "a proxy may look after the process itself"
    assert told["moved"] == "https://parlor.example.org/games/?a=b"
    assert told["elsewhere"] == 400
