"""What can be said of the files in deploy/ without running them: scripts, nginx, compose, the image's recipe."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.rig import DEPLOY, Nginx
from tests.support.live import ROOT
from tests.support.services import free_port

DOCKER = DEPLOY / "docker"
SCRIPTS = sorted(path for path in [*(DEPLOY / "bin").iterdir(), DEPLOY / "nginx/render"] if path.is_file())


def shell_of(path: Path) -> str:
    return path.read_text().splitlines()[0].removeprefix("#!").removeprefix("/usr/bin/env ").rpartition("/")[2]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_well_formed_and_can_be_run(path: Path) -> None:
    assert os.access(path, os.X_OK)
    shell = shell_of(path)
    if shell == "python3":
        compile(path.read_text(), str(path), "exec")
        return
    done = subprocess.run([shell, "-n", str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^set -eu", path.read_text(), re.MULTILINE), "it stops at the first mistake"
    if checker := shutil.which("shellcheck"):
        done = subprocess.run([checker, "-S", "warning", str(path)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


# Going over to another version


@pytest.fixture
def told_names() -> Iterator[tuple[str, list[str]]]:
    """The address of a server that is well, and the names that it was asked for."""
    names: list[str] = []

    class Well(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            names.append(self.headers["Host"])
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"status": "ok"}).encode())

        def log_message(self, *given: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Well)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/healthz", names
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("allowed", "asked"),
    [
        ("parlor.example.org,other.example.org", "parlor.example.org"),
        ('"parlor.example.org"', "parlor.example.org"),
        ("'.example.org, other'", "example.org"),
        ("*", "localhost"),
        ("", "localhost"),
    ],
)
def test_a_server_is_asked_by_the_first_of_its_names(
    allowed: str, asked: str, told_names: tuple[str, list[str]]
) -> None:
    address, names = told_names
    done = subprocess.run(
        [str(DEPLOY / "bin/healthy"), address, allowed], capture_output=True, text=True, check=False, timeout=20
    )
    assert (done.returncode, names) == (0, [asked]), done.stderr


def test_nginx_accepts_the_configuration(tmp_path: Path) -> None:
    nginx = Nginx(tmp_path, [8001, 8002, 8003], tmp_path / "static")
    said = nginx.check()
    assert "[emerg]" not in said
    assert "[warn]" not in said.replace('[warn] the "user" directive', "")
    for file in nginx.conf.parent.iterdir():
        assert not re.search(r"@[A-Z_]+@", file.read_text()), f"{file.name} has an empty place"
    assert (nginx.conf.parent / "parlor-workers.conf").read_text().count("server 127.0.0.1:800") == 3


@pytest.mark.long
def test_a_worker_that_is_away_leaves_no_keys_in_the_logs() -> None:
    folder = Path(tempfile.mkdtemp(prefix="parlor-deploy-"))  # pytest's own are closed to www-data
    folder.chmod(0o755)
    nginx = Nginx(folder, [free_port(), free_port()], folder / "static").start()
    try:
        with nginx.client() as client:
            assert client.get("/notifications/feed/the-key/").status_code == 502
            assert client.get("/accounts/", headers={"Referer": f"{nginx.url}/the-key/"}).status_code == 502
        lines = nginx.logged(lambda line: line["status"] == 502, 2)
    finally:
        nginx.stop()
    assert lines[0]["worker_status"] == "502, 502", "both were tried; the access log tells"
    assert "the-key" not in nginx.log.read_text() + nginx.errors.read_text()
    shutil.rmtree(folder)


def test_render_says_what_it_wants() -> None:
    done = subprocess.run([str(DEPLOY / "nginx/render"), "--name", "x"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--workers" in done.stderr
    wrong = subprocess.run([str(DEPLOY / "nginx/render"), "--nmae", "x"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, "Unknown: --nmae" in wrong.stderr) == (2, True)


# Compose and the image


def compose() -> dict[str, Any]:
    return yaml.safe_load((DOCKER / "compose.yaml").read_text())


def test_compose_has_every_part_each_as_narrow_as_can_be() -> None:
    services = compose()["services"]
    assert {"db", "redis", "prepare", "web", "worker", "nginx", "backup"} <= set(services)
    for name, service in services.items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert "privileged" not in service
        assert name == "nginx" or "ports" not in service, "only nginx is reached from outside"
        for other in service.get("depends_on", {}):
            assert other in services
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert source.startswith(".") or source in compose()["volumes"], volume
    assert services["web"]["stop_grace_period"] == services["worker"]["stop_grace_period"] == "20s"


def test_compose_s_variables_are_in_its_sample() -> None:
    asked = set(re.findall(r"(?<!\$)\$\{([A-Z_]+)", (DOCKER / "compose.yaml").read_text()))
    given = set(re.findall(r"^([A-Z_]+)=", (DOCKER / ".env.sample").read_text(), re.MULTILINE))
    assert asked == given


def test_docker_accepts_compose(tmp_path: Path) -> None:
    docker = shutil.which("docker")
    there = docker and subprocess.run([docker, "compose", "version"], capture_output=True, check=False).returncode == 0
    if not there:
        pytest.skip("docker compose is not installed here")
    folder = tmp_path / "deploy" / "docker"
    shutil.copytree(DOCKER, folder)
    shutil.copy(folder / "parlor.env.sample", folder / "parlor.env")
    values = {"SITE_NAME": "x.example", "POSTGRES_PASSWORD": "x", "SECRET_KEY": "x"}
    done = subprocess.run(
        ["docker", "compose", "--file", str(folder / "compose.yaml"), "--profile", "tools", "config", "--quiet"],
        env={**os.environ, **values}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_what_the_image_copies_is_there_and_sent_to_the_build() -> None:
    sent = (DOCKER / "Dockerfile.dockerignore").read_text().splitlines()
    for line in (DOCKER / "Dockerfile").read_text().splitlines():
        if line.startswith("COPY ") and "--from" not in line:
            for source in line.split()[1:-1]:
                assert (ROOT / source).exists(), source
                assert f"!{source.partition('/')[0]}" in sent, source


def pins(path: Path) -> dict[str, set[str]]:
    found = {}
    for block in re.split(r"\n(?=[a-z0-9])", path.read_text()):
        if name := re.match(r"([A-Za-z0-9._-]+==[^ ;\\\n]+)", block):
            found[name[1]] = set(re.findall(r"sha256:\w+", block))
    return found


def test_the_image_holds_the_very_pins_and_nothing_that_only_developers_need() -> None:
    image, checkout = pins(DOCKER / "requirements.txt"), pins(ROOT / "requirements.txt")
    assert {name: checkout.get(name) for name in image} == image
    names = {name.partition("==")[0] for name in image}
    assert {"django", "daphne", "psycopg", "redis"} <= names
    assert not names & {"pytest", "mypy", "playwright", "ruff"}
    assert "://" not in (DOCKER / "requirements.txt").read_text()
