"""Two workers beside one, on PostgreSQL and Redis: what a move costs their processors, in waves in turn.

The seats of every table come to both workers in turn: once these hand each other the sockets, so that each table is
played in one of them, once they do not (HAND_OVER=0), and once nginx, as `deploy/` sets it up, gives each table to one.
"""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

from tests.bench.cases import Sum, wave
from tests.bench.client import SEATS_AT_TABLE, Place
from tests.bench.processes import OTHERS, Site, on, storage
from tests.deploy.rig import Nginx

TABLES, WAVES, SECONDS = 50, 3, 5.0
MOST = 1.25
"""So many times the processor time of one worker may two take where the seats of each table come to both."""


def report() -> None:
    """Prints the four rows and their ratios."""
    print(
        f"PostgreSQL+Redis, JSON, {TABLES} tables: one worker, two workers\n{'':>24} {'moves/s':>8} {'p95':>7} us CPU"
    )
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="parlor-bench-")))
        folder.chmod(0o755)  # nginx gives up root for another user
        sites = [
            Site(folder / name, {**stack.enter_context(storage("postgres")), "HAND_OVER": hand_over}, workers)
            for name, workers, hand_over in (("one", 1, "1"), ("two", 2, "1"), ("apart", 2, "0"))
        ]
        for site in sites:
            stack.callback(site.stop)
            site.start()
        one, two, apart = sites
        nginx = Nginx(folder, apart.ports, folder / "static")
        with on(OTHERS):
            stack.callback(nginx.stop)
            nginx.start()
        cases = {
            "one worker": (one, None),
            "two, tables come to both": (two, None),
            "two, nothing handed over": (apart, None),
            "two, behind nginx": (apart, nginx),
        }
        sums = {name: Sum() for name in cases}
        for _n in range(WAVES):
            for name, (site, front) in cases.items():
                sums[name].add(*wave(_places(site, front), site.pids, SECONDS, certificate=front and front.certificate))
        base = sums["one worker"].cpu_us
        for name, total in sums.items():
            print(
                f"{name:>24} {total.rate:>8.0f} {total.ms(0.95):>7.1f} {total.cpu_us:>6.0f}  {total.cpu_us / base:.2f} times",
                flush=True,
            )
        print(f"to reach where tables come to both: {MOST} times")


def _places(site: Site, front: Nginx | None) -> list[Place]:
    ports = [front.port] * SEATS_AT_TABLE if front else (site.ports * SEATS_AT_TABLE)[:SEATS_AT_TABLE]
    tables = site.fill(TABLES)["tables"]
    return [Place(f"/ws/tables/{table['id']}/?format=json", table["tokens"], ports) for table in tables]


if __name__ == "__main__":
    report()
