"""One case: so many tables on such a site, played in waves, each beside a wave of the floor; and what it came to."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from tests.bench.client import SEATS_AT_TABLE, Place, Plan
from tests.bench.processes import OTHERS, ROOT, Floor, Site, allowed, cpu_seconds, games_kept, on, rss

WAVE = 6.0
MAX_WAVES = 6


class Case(msgspec.Struct, frozen=True):
    """What is measured. With `spread`, the seats of every table connect to all workers in turn."""

    tables: int
    storage: str = "sqlite"
    workers: int = 1
    page: bool = False

    @property
    def name(self) -> str:
        where = "SQLite" if self.storage == "sqlite" else "PostgreSQL+Redis"
        return f"{where}, {self.workers} worker{'s' * (self.workers > 1)}, {'HTML' if self.page else 'JSON'}"


class Sum(msgspec.Struct):
    """What several waves came to.

    `rss` is the memory in MB at the end of that wave where it stood worst to what is `allowed`: for the games that were
    in memory by then, also those of the waves before, which stay there for a while, and for the sockets of the wave.
    """

    moves: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    bytes: int = 0
    busy: float = 0.0
    rss: float = 0.0
    allowed: float = 0.0
    took: list[float] = []
    refused: dict[str, int] = {}

    def add(self, said: dict[str, Any], cpu: float) -> None:
        self.moves += said["moves"]
        self.seconds += said["seconds"]
        self.cpu += cpu
        self.bytes += said["bytes"]
        self.busy = max(self.busy, said["busy"])
        self.took += said["took"]
        for reason, count in said["refused"].items():
            self.refused[reason] = self.refused.get(reason, 0) + count

    def weigh(self, rss: float, allowed: float) -> None:
        """Keeps the worst of several."""
        if not self.allowed or rss - allowed > self.rss - self.allowed:
            self.rss, self.allowed = rss, allowed

    @property
    def rate(self) -> float:
        return self.moves / self.seconds if self.seconds else 0.0

    @property
    def cpu_us(self) -> float:
        return self.cpu / max(1, self.moves) * 1e6

    def ms(self, share: float) -> float:
        took = sorted(self.took)
        return took[min(len(took) - 1, int(share * len(took)))] * 1000 if took else float("nan")


def wave(
    places: list[Place],
    pids: list[int],
    seconds: float,
    *,
    floor: bool = False,
    to_the_end: bool = False,
    certificate: Path | None = None,
) -> tuple[dict[str, Any], float]:
    """Plays once; what the players measured, and the servers' processor time."""
    with on(OTHERS):
        players = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.client"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
    assert players.stdin is not None and players.stdout is not None
    try:
        players.stdin.write(
            msgspec.json.encode(Plan(places, seconds, floor, to_the_end, str(certificate or ""))).decode() + "\n"
        )
        players.stdin.flush()
        if not players.stdout.readline():
            raise RuntimeError("The players could not connect")
        before = cpu_seconds(pids)
        players.stdin.write("\n")
        players.stdin.flush()
        said = json.loads(players.stdout.readline())
        return said, cpu_seconds(pids) - before
    finally:
        players.kill()
        players.wait()


def measure(case: Case, environment: dict[str, str], seconds: float) -> tuple[Sum, Sum]:
    """The site's figures and the floor's, from waves in turn."""
    site, floor = Sum(), Sum()
    with tempfile.TemporaryDirectory(prefix="parlor-bench-") as folder:
        served, echo = Site(Path(folder), environment, case.workers), Floor()
        with contextlib.ExitStack() as stack:
            stack.callback(served.stop)
            served.start()
            stack.callback(echo.stop)
            echo.start()
            waves = 0
            while site.seconds < seconds and waves < MAX_WAVES:
                waves += 1
                tables = served.fill(case.tables)["tables"]
                ports = (served.ports * SEATS_AT_TABLE)[:SEATS_AT_TABLE]
                query = "?edits=1" if case.page else "?format=json"
                places = [Place(f"/ws/tables/{table['id']}/{query}", table["tokens"], ports) for table in tables]
                said, cpu = wave(places, served.pids, min(WAVE, seconds))
                site.add(said, cpu)
                memory, kept = rss(served.pids), games_kept(served.ports)
                site.weigh(memory, allowed(case.workers, kept, case.tables * SEATS_AT_TABLE))
                rooms = [
                    Place(f"/{waves}/{n}", [""] * SEATS_AT_TABLE, echo.ports * SEATS_AT_TABLE)
                    for n in range(case.tables)
                ]
                floor.add(*wave(rooms, echo.pids, said["seconds"], floor=True))
            floor.rss = rss(echo.pids)
    return site, floor
