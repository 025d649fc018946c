"""The whole site over real sockets: N tables of No Thanks! with four seats, beside bare echo rooms on the same server."""

from __future__ import annotations

import os

from tests.bench import creating, workers
from tests.bench.cases import Case, Sum, measure
from tests.bench.processes import SERVER, storage

SIZES = (1, 10, 50, 200)
SECONDS = float(os.environ.get("BENCH_SECONDS", "12"))
ENOUGH = 2 / 3
HEAD = (
    f"{'tables':>6} {'moves/s':>8} {'floor':>6} {'ratio':>6} {'p50':>7} {'p95':>7} {'p99':>7} {'us CPU':>7} "
    f"{'floor':>6} {'B/seat':>7} {'MB':>6} {'allowed':>8} {'client':>6}"
)


def line(case: Case, site: Sum, floor: Sum) -> str:
    """One row of the report. B/seat: bytes a move and seat; client: how busy the players were, of one core.

    `allowed` are MB for so many games and sockets, with a mark where the server takes more; see `Sum` for which moment.
    """
    return (
        f"{case.tables:>6} {site.rate:>8.0f} {floor.rate:>6.0f} {site.rate / floor.rate:>6.2f} {site.ms(0.5):>7.1f} "
        f"{site.ms(0.95):>7.1f} {site.ms(0.99):>7.1f} {site.cpu_us:>7.0f} {floor.cpu_us:>6.0f} "
        f"{site.bytes / max(1, site.moves) / 4:>7.0f} {site.rss:>6.0f} {site.allowed:>7.0f}{'!' if site.rss > site.allowed else ' '} {max(site.busy, floor.busy):>6.0%}"
    )


def one(tables: int) -> bool:
    """The case that counts: SQLite, JSON, one worker. Whether it reached enough of the floor."""
    case = Case(tables)
    print(f"{case.name}, {SERVER}\n{HEAD}")
    with storage("sqlite") as environment:
        site, floor = measure(case, environment, SECONDS)
    print(line(case, site, floor))
    for reason, count in site.refused.items():
        print(f"refused {count} times: {reason}")
    ratio = site.rate / floor.rate
    print(f"ratio {ratio:.3f}, to reach {ENOUGH:.3f}", flush=True)
    return ratio >= ENOUGH


def main() -> None:
    """Every case."""
    creating.report()
    for kind, count in (("sqlite", 1), ("postgres", 1), ("postgres", 2)):
        with storage(kind) as environment:
            for page in (False, True):
                for tables in SIZES:
                    case = Case(tables, kind, count, page)
                    if tables == SIZES[0]:
                        print(f"{case.name}, {SERVER}\n{HEAD}")
                    site, floor = measure(case, environment, SECONDS)
                    print(line(case, site, floor), flush=True)
    workers.report()


if __name__ == "__main__":
    main()
