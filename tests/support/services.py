"""Redis and PostgreSQL for tests: each started for itself on a free loopback port, thrown away afterwards.

A test that needs a program the machine lacks is skipped with the reason, or fails where
REQUIRE_SERVICES=1 says that all must be there.
"""

import asyncio
import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

START_SECONDS = 30


def require(found: object, what: str) -> None:
    """Skips the test, or fails it under REQUIRE_SERVICES=1, unless `found`."""
    if not found:
        reason = f"{what} is not installed here"
        if os.environ.get("REQUIRE_SERVICES") == "1":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(ready: Callable[[], bool], what: str, seconds: float = START_SECONDS) -> None:
    """Returns as soon as `ready()` is true; fails the test after `seconds`."""
    deadline = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > deadline:
            pytest.fail(f"{what} within {seconds} s")
        time.sleep(0.02)


async def until(ready: Callable[[], object], seconds: float = START_SECONDS) -> None:
    """As `wait_until`, where an event loop runs. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not ready():  # noqa: ASYNC110 - whatever is waited for
            await asyncio.sleep(0.001)


def answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


class Redis:
    """A Redis server that can be stopped and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)],
            stdout=subprocess.DEVNULL,
        )
        wait_until(lambda: answers(self.port), "redis-server did not answer")

    def stop(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    """One Redis for the session. A test that stops it starts it again."""
    require(shutil.which("redis-server"), "redis-server")
    server = Redis(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[Redis]:
    """A Redis of the test's own, to stop and start."""
    require(shutil.which("redis-server"), "redis-server")
    server = Redis(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def redis_url(redis_server: Redis) -> str:
    return redis_server.url


class Postgres:
    """A PostgreSQL cluster of its own; `database()` makes an empty database in it and returns its address."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs = programs
        self.data = folder / "data"
        self.port = free_port()
        self.count = 0
        self.as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.as_user:  # PostgreSQL refuses to run as root
            shutil.chown(folder, "postgres")

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self.as_user, str(self.programs / program), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"

    def start(self) -> None:
        if not self.data.exists():
            self._run("initdb", "-D", str(self.data), "-U", "parlor", "-A", "trust", "--no-sync", "--locale=C.UTF-8")
        options = f"-p {self.port} -k {self.data} -c listen_addresses=127.0.0.1 -c max_connections=200"
        self._run("pg_ctl", "-D", str(self.data), "-w", "-o", options, "-l", str(self.data / "log"), "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-m", "immediate", "-w", "stop")

    def database(self) -> str:
        self.count += 1
        name = f"parlor{self.count}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "parlor", name)
        return f"postgres://parlor@127.0.0.1:{self.port}/{name}"


def _postgres_programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).resolve().parent if on_path else None


def _a_postgres() -> Iterator[Postgres]:
    programs = _postgres_programs()
    require(programs, "PostgreSQL")
    assert programs is not None
    folder = Path(tempfile.mkdtemp(prefix="parlor-postgres-"))  # pytest's own folders are closed to other users
    server = Postgres(programs, folder)
    server.start()
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    yield from _a_postgres()


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL of the test's own, to stop and start."""
    yield from _a_postgres()


@pytest.fixture
def postgres_url(postgres_server: Postgres) -> str:
    """The DATABASE_URL of an empty database."""
    return postgres_server.database()
