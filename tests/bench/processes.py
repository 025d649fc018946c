"""The processes that are measured: the site, the floor, databases; on which core they run, and what they use."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.support.live import ROOT, LiveSite, metric
from tests.support.services import Postgres, Redis, _postgres_programs, answers, free_port, wait_until

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
SERVER = os.environ.get("BENCH_SERVER", "daphne")
CORES = sorted(os.sched_getaffinity(0))
SERVERS, OTHERS = ({CORES[0]}, set(CORES[1:])) if len(CORES) > 1 else ({CORES[0]}, {CORES[0]})
"""Servers have one core to themselves, as far as the machine lets them; the players and databases have the rest."""

ECHO = {
    "daphne": ["-m", "daphne", "-b", "127.0.0.1", "-v", "0", "tests.bench.floor:application", "-p"],
    "uvicorn": ["-m", "uvicorn", "--log-level", "warning", "tests.bench.floor:application", "--port"],
}


@contextlib.contextmanager
def on(cores: set[int]) -> Iterator[None]:
    """What is started inside runs on these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def tree(pid: int) -> list[int]:
    """The process and all that descend from it."""
    found = [pid]
    for one in found:
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
    return found


def cpu_seconds(pids: Iterable[int]) -> float:
    """Processor time that the processes and their children have used."""
    total = 0
    for pid in (one for root in pids for one in tree(root)):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / TICKS


def rss(pids: Iterable[int]) -> float:
    """Resident memory of the processes, without what descends from them, in MB."""
    pages = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            pages += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * PAGE / 1e6


MB_A_PROCESS, MB_A_TABLE, MB_A_SOCKET = 150.0, 0.1, 0.06


def allowed(processes: int, tables: int, sockets: int) -> float:
    """How many MB a site's processes may take together, with so many games in memory and so many open sockets."""
    return MB_A_PROCESS * processes + MB_A_TABLE * tables + MB_A_SOCKET * sockets


def games_kept(ports: Iterable[int]) -> int:
    """How many games these processes have in memory, as their `/metrics` tell."""
    return int(sum(metric(f"http://127.0.0.1:{port}", "parlor_tables_in_memory") for port in ports))


class Site:
    """One or more server processes on one database. On loopback nobody is told to play less fast."""

    def __init__(self, folder: Path, environment: dict[str, str], workers: int = 1) -> None:
        self.environment = {"LOG_LEVEL": "WARNING", "PARLOR_SERVER": SERVER, **environment}
        self.workers = [LiveSite(folder / "data", self.environment) for _n in range(workers)]

    def start(self) -> None:
        with on(SERVERS):
            for number, worker in enumerate(self.workers):
                worker.start(migrate=not number)

    def stop(self) -> None:
        for worker in self.workers:
            worker.stop()

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self.workers]

    @property
    def ports(self) -> list[int]:
        return [worker.port for worker in self.workers]

    def fill(self, tables: int) -> dict[str, Any]:
        """Running tables with four people each; see `filling`."""
        with on(OTHERS):
            done = subprocess.run(
                [sys.executable, "-m", "tests.bench.filling", str(tables)],
                cwd=ROOT, env=self.workers[0].environment, capture_output=True, text=True, check=False,
            )  # fmt: skip
        if done.returncode:
            raise RuntimeError(done.stderr)
        return json.loads(done.stdout.splitlines()[-1])


class Floor:
    """The bare echo rooms, on the same ASGI server as it comes."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with on(SERVERS):
            self.process = subprocess.Popen([sys.executable, *ECHO[SERVER], str(self.port)], cwd=ROOT)
        wait_until(lambda: answers(self.port), "The floor did not start")

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(20)

    @property
    def pids(self) -> list[int]:
        assert self.process is not None
        return [self.process.pid]

    @property
    def ports(self) -> list[int]:
        return [self.port]


@contextlib.contextmanager
def storage(kind: str) -> Iterator[dict[str, str]]:
    """The environment of a site on `sqlite`, or on `postgres` with Redis beside it."""
    if kind == "sqlite":
        yield {"SECRET_KEY": "for-the-bench-only"}
        return
    programs = _postgres_programs()
    if programs is None or shutil.which("redis-server") is None:
        raise RuntimeError("PostgreSQL or redis-server is not installed here")
    folder = Path(tempfile.mkdtemp(prefix="parlor-bench-"))
    (folder / "postgres").mkdir()
    folder.chmod(0o755)
    postgres, redis = Postgres(programs, folder / "postgres"), Redis(folder)
    try:
        with on(OTHERS):
            postgres.start()
            redis.start()
        yield {"DATABASE_URL": postgres.database(), "REDIS_URL": redis.url, "SECRET_KEY": "for-the-bench-only"}
    finally:
        redis.stop()
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)
