"""The real site as a process of its own: `manage.py serve` on a free port, with data of its own."""

import contextlib
import functools
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60
STOP_SECONDS = 20
DATABASE = "parlor.sqlite3"
ADDRESS = re.compile(r"Parlor is at (http://\S+)/")


class LiveSite:
    """One server process. Sites that share a database and Redis make several workers of one site."""

    def __init__(
        self, data: Path, environment: dict[str, str], port: int = 0, command: tuple[str, ...] = ("manage.py", "serve")
    ) -> None:
        self.data = data
        self.command = command
        mine = {"PARLOR_DATA": str(data), "PYTHONUNBUFFERED": "1", "BOT_PAUSE": "0.1"}
        self.environment = {**os.environ, **mine, **environment}
        self.port = port
        self.url = ""
        self.lines: list[str] = []
        self.process: subprocess.Popen[str] | None = None
        self.reader: threading.Thread | None = None

    def start(self, *, migrate: bool = True) -> "LiveSite":
        """Returns when the site listens. Started again, it takes the port it had."""
        options = ["--port", str(self.port), *(["--migrate"] if migrate else [])]
        self.process = subprocess.Popen(
            [sys.executable, *self.command, *options],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        listening = threading.Event()
        self.reader = threading.Thread(target=self._read, args=(self.process, listening), daemon=True)
        self.reader.start()
        if not listening.wait(START_SECONDS) or not self.url:
            self.kill()
            pytest.fail(f"The site did not start:\n{self.output}")
        return self

    def _read(self, process: "subprocess.Popen[str]", listening: threading.Event) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.lines.append(line)
            if found := ADDRESS.search(line):
                self.url = found[1]
                self.port = int(self.url.rpartition(":")[2])
                listening.set()
        listening.set()  # the process has ended

    @property
    def output(self) -> str:
        """All that the processes of this site have printed so far."""
        return "".join(self.lines)

    def says(self, text: str, seconds: float = START_SECONDS) -> bool:
        """Whether the processes print the text, waiting for it if need be."""
        deadline = time.monotonic() + seconds
        while text not in self.output and time.monotonic() < deadline:
            time.sleep(0.02)
        return text in self.output

    @property
    def websocket(self) -> str:
        return self.url.replace("http", "ws", 1)

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def client(self) -> httpx.Client:
        """A browser without pictures: keeps cookies, does not follow redirects by itself."""
        return httpx.Client(base_url=self.url, timeout=30, headers={"Origin": self.url})

    def metric(self, name: str) -> float:
        """The sum of what `/metrics` tells under this name, whatever its labels."""
        return metric(self.url, name)

    def guest(self) -> httpx.Client:
        """A client signed in as a new guest; `client.headers["X-CSRFToken"]` is set for further posts."""
        client = self.client()
        client.get("/accounts/login/")
        answer = client.post("/accounts/guest/", data={"csrfmiddlewaretoken": client.cookies["csrftoken"]})
        assert answer.status_code == 302, answer.text
        client.headers["X-CSRFToken"] = client.cookies["csrftoken"]
        return client

    def manage(self, *arguments: str) -> str:
        """What `manage.py ARGUMENTS` prints on this site's data."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def send(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Asks the process to end, waits for it and its last words, and returns its exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(STOP_SECONDS)
        if self.reader is not None:
            self.reader.join(STOP_SECONDS)
        return code

    def kill(self) -> None:
        """Ends the process as a power cut would."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            self.process.wait(STOP_SECONDS)


StartSite = Callable[..., LiveSite]


@functools.cache
def migrated() -> bytes:
    """An SQLite database that is up to date, made once a process: it takes longer than a site takes to start."""
    with tempfile.TemporaryDirectory() as folder:
        LiveSite(Path(folder), {"DATABASE_URL": ""}).manage("migrate", "-v0")
        return (Path(folder) / DATABASE).read_bytes()


def give_database(data: Path) -> None:
    """Puts an empty, migrated database into a new site's folder."""
    data.mkdir(parents=True, exist_ok=True)
    if not (data / DATABASE).exists():
        (data / DATABASE).write_bytes(migrated())


def metric(url: str, name: str) -> float:
    """As `LiveSite.metric`, of the server at that address."""
    told = httpx.get(f"{url}/metrics", timeout=60).text
    return sum(float(value) for value in re.findall(rf"^{name}(?:{{[^}}]*}})? (\S+)$", told, re.MULTILINE))


@pytest.fixture
def start_site(tmp_path: Path) -> Iterator[StartSite]:
    """`start_site(database_url=…, redis_url=…, data=…, port=…, **environment)` starts one more process.

    Without a database address each has an SQLite file of its own, unless given the same `data`; a `fresh` one makes it.
    """
    sites: list[LiveSite] = []

    def start(
        *,
        database_url: str = "",
        redis_url: str = "",
        data: Path | None = None,
        port: int = 0,
        fresh: bool = False,
        **environment: str,
    ) -> LiveSite:
        folder = data or tmp_path / f"site{len(sites)}"
        if not database_url and not fresh:
            give_database(folder)
        if database_url:
            # Workers on one database share the key that signs its sessions.
            environment |= {"DATABASE_URL": database_url, "SECRET_KEY": "for-tests-only"}
        if redis_url:
            environment["REDIS_URL"] = redis_url
        site = LiveSite(folder, environment, port)
        sites.append(site)
        return site.start()

    yield start
    for site in sites:
        try:
            site.stop()
        except subprocess.TimeoutExpired:
            site.kill()
            pytest.fail(f"The site did not stop:\n{site.output}")


@pytest.fixture
def live_site(start_site: StartSite) -> LiveSite:
    """A site of the test's own on SQLite, without Redis: what `make run` gives."""
    return start_site()


@pytest.fixture(scope="module")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """As `live_site`, one for all tests of a module: for tests that do not mind each other's tables."""
    folder = tmp_path_factory.mktemp("site")
    give_database(folder)
    site = LiveSite(folder, {}).start()
    yield site
    site.stop()


@pytest.fixture
def two_workers(start_site: StartSite, postgres_url: str, redis_url: str) -> tuple[LiveSite, LiveSite]:
    """Two processes of one site on PostgreSQL and Redis."""
    first = start_site(database_url=postgres_url, redis_url=redis_url)
    return first, start_site(database_url=postgres_url, redis_url=redis_url)
