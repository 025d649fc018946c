"""What deploy/ describes, on loopback: nginx with the shipped configuration, servers and workers on PostgreSQL and Redis."""

from __future__ import annotations

import datetime as dt
import ipaddress
import json
import os
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.support.live import ROOT, LiveSite
from tests.support.services import answers, free_port, require, wait_until

DEPLOY = ROOT / "deploy"
NAME = "localhost"
STOP_SECONDS = 20


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """A self-signed certificate for this machine, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = dt.datetime.now(dt.UTC)
    names = [x509.DNSName(NAME), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    files[1].chmod(0o600)
    return files


def sample(text: str) -> dict[str, str]:
    """The variables that a file of settings sets."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


class Nginx:
    """nginx with what deploy/nginx/render writes, on free ports of loopback. `url` is where people reach the site."""

    def __init__(self, folder: Path, workers: list[int], static: Path) -> None:
        require(shutil.which("nginx"), "nginx")
        self.folder = folder
        self.port, self.plain_port = free_port(), free_port()
        self.url = f"https://{NAME}:{self.port}"
        self.door = folder / "closed"
        self.log = folder / "access.log"
        self.errors = folder / "error.log"
        self.certificate, key = make_certificate(folder)
        self.context = ssl.create_default_context(cafile=str(self.certificate))
        self.conf = folder / "nginx" / "nginx.conf"
        self.process: subprocess.Popen[bytes] | None = None
        words = {
            "--name": NAME,
            "--workers": ",".join(f"127.0.0.1:{port}" for port in workers),
            "--certificate": self.certificate,
            "--key": key,
            "--into": self.conf.parent,
            "--http": f"127.0.0.1:{self.plain_port}",
            "--https": f"127.0.0.1:{self.port}",
            "--static": static,
            "--acme": folder / "acme",
            "--door": self.door,
            "--run": folder / "run",
            "--pid": folder / "nginx.pid",
            "--access-log": self.log,
            "--error-log": self.errors,
        }
        flat = [str(part) for pair in words.items() for part in pair]
        subprocess.run([str(DEPLOY / "nginx/render"), *flat], check=True, capture_output=True)

    def check(self) -> str:
        """What `nginx -t` says; the test fails if it is not content."""
        done = subprocess.run(["nginx", "-t", "-c", str(self.conf)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stderr

    def start(self) -> Nginx:
        self.check()
        self.process = subprocess.Popen(["nginx", "-c", str(self.conf), "-g", "daemon off;"])
        wait_until(lambda: answers(self.port), "nginx did not answer")
        return self

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(STOP_SECONDS)

    @property
    def websocket(self) -> str:
        return self.url.replace("http", "ws", 1)

    def client(self, address: str = "127.0.0.1") -> httpx.Client:
        """A browser without pictures, from that address of loopback."""
        transport = httpx.HTTPTransport(verify=self.context, local_address=address)
        return httpx.Client(
            base_url=self.url, transport=transport, timeout=30, headers={"Origin": self.url, "Referer": f"{self.url}/"}
        )

    def guest(self, address: str = "127.0.0.1") -> httpx.Client:
        """A client signed in as a new guest, ready for posts."""
        client = self.client(address)
        client.get("/accounts/login/")
        answer = client.post("/accounts/guest/", data={"csrfmiddlewaretoken": client.cookies["csrftoken"]})
        assert answer.status_code == 302, (answer.status_code, answer.text)
        client.headers["X-CSRFToken"] = client.cookies["csrftoken"]
        return client

    def requests(self) -> list[dict[str, Any]]:
        """What the access log holds so far."""
        return [json.loads(line) for line in self.log.read_text().split("\n")[:-1]]

    def logged(self, wanted: Callable[[dict[str, Any]], bool], count: int = 1) -> list[dict[str, Any]]:
        """The requests of the access log that fit, as soon as there are so many: a line comes after its answer."""
        found: list[dict[str, Any]] = []

        def there() -> bool:
            found[:] = [line for line in self.requests() if wanted(line)]
            return len(found) >= count

        wait_until(there, "the access log does not have the requests")
        return found

    def workers_by_table(self) -> dict[str, set[str]]:
        """Which workers have answered for which table."""
        found: dict[str, set[str]] = defaultdict(set)
        for line in self.requests():
            parts = line["path"].strip("/").split("/")
            if "tables" in parts[:2] and line["status"] < 300 and (rest := parts[parts.index("tables") + 1 :]):
                found[rest[0]].add(line["worker"])
        return dict(found)


class Worker:
    """`manage.py worker` as a process of its own."""

    def __init__(self, environment: dict[str, str], *words: str) -> None:
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "worker", *words],
            cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        self.ready = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def wait(self) -> None:
        """Returns when it works."""
        assert self.ready.wait(60), "".join(self.lines)
        assert self.process.poll() is None, "".join(self.lines)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            if "Clocks are looked after" in line:
                self.ready.set()
        self.ready.set()

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOP_SECONDS)


class Rig:
    """All of it. Started, people can come."""

    def __init__(self, database_url: str, redis_url: str, **environment: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="parlor-deploy-"))
        self.folder.chmod(0o755)  # nginx gives up root for www-data
        self.ports = [free_port(), free_port()]
        self.static = self.folder / "static"
        self.nginx = Nginx(self.folder, self.ports, self.static)
        self.environment = {
            **sample((DEPLOY / "parlor.env.sample").read_text()),
            "PARLOR_DATA": str(self.folder / "data"),
            "STATIC_FOLDER": str(self.static),
            "SECRET_KEY": "for-tests-only-" * 4,
            "ALLOWED_HOSTS": NAME,
            "CSRF_TRUSTED_ORIGINS": self.nginx.url,
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "CLOCK_IN_SERVER": "0",
            "NOTICES_IN_SERVER": "0",
            "HAND_OVER": "0",
            **environment,
        }
        self.servers = [LiveSite(self.folder / "data", self.environment, port) for port in self.ports]
        self.workers: list[Worker] = []

    def start(self) -> Rig:
        self.manage("migrate", "-v0")
        self.manage("publishstatic")
        environment = {**os.environ, **self.environment}
        self.workers = [Worker(environment), Worker(environment)]
        with ThreadPoolExecutor() as at_once:
            list(at_once.map(lambda server: server.start(migrate=False), self.servers))
        for worker in self.workers:
            worker.wait()
        self.nginx.start()
        return self

    def manage(self, *arguments: str) -> str:
        return self.servers[0].manage(*arguments)

    def stop(self) -> None:
        running = [one for one in (*self.servers, *self.workers) if one.process is not None]
        self.nginx.stop()
        with ThreadPoolExecutor() as at_once:
            list(at_once.map(lambda one: one.stop(), running))
        shutil.rmtree(self.folder, ignore_errors=True)
