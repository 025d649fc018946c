"""Two workers beside one, on PostgreSQL and Redis: what a move costs their processors, in waves in turn.

Once every table is split over both workers, seat by seat; once nginx, as `deploy/` sets it up, gives each table to one.
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
"""So many times the processor time of one worker may two take where each table is split over them."""


def report() -> None:
    """Prints the three rows and their ratios."""
    print(
        f"PostgreSQL+Redis, JSON, {TABLES} tables: one worker, two workers\n{'':>22} {'moves/s':>8} {'p95':>7} us CPU"
    )
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="parlor-bench-")))
        folder.chmod(0o755)  # nginx gives up root for another user
        sites = [Site(folder / str(n), stack.enter_context(storage("postgres")), n) for n in (1, 2)]
        for site in sites:
            stack.callback(site.stop)
            site.start()
        one, two = sites
        nginx = Nginx(folder, two.ports, folder / "static")
        with on(OTHERS):
            stack.callback(nginx.stop)
            nginx.start()
        sums = {"one worker": Sum(), "two, tables split": Sum(), "two, behind nginx": Sum()}
        for _n in range(WAVES):
            for (name, total), site in zip(sums.items(), (one, two, two), strict=True):
                front = nginx if name == "two, behind nginx" else None
                total.add(*wave(_places(site, front), site.pids, SECONDS, certificate=front and front.certificate))
        base = sums["one worker"].cpu_us
        for name, total in sums.items():
            print(
                f"{name:>22} {total.rate:>8.0f} {total.ms(0.95):>7.1f} {total.cpu_us:>6.0f}  {total.cpu_us / base:.2f} times",
                flush=True,
            )
        print(f"to reach where they are split: {MOST} times")


def _places(site: Site, front: Nginx | None) -> list[Place]:
    ports = [front.port] * SEATS_AT_TABLE if front else (site.ports * SEATS_AT_TABLE)[:SEATS_AT_TABLE]
    tables = site.fill(TABLES)["tables"]
    return [Place(f"/ws/tables/{table['id']}/?format=json", table["tokens"], ports) for table in tables]


if __name__ == "__main__":
    report()
