"""How many tables of four a second are opened, filled and begun: by the site's own code, and by programs over HTTP."""

from __future__ import annotations

import contextlib
import json
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.bench.filling import SEATS
from tests.bench.processes import OTHERS, SERVER, Site, cpu_seconds, on, storage
from tests.support.live import give_database

TABLES, SERVED, AT_ONCE = 300, 60, 4
NEW = {"game": "no-thanks", "seats": SEATS, "options": {"rounds": 4}}


def report() -> None:
    """Prints both rates: SQLite, one process each."""
    with storage("sqlite") as environment, tempfile.TemporaryDirectory(prefix="parlor-bench-") as folder:
        site = Site(Path(folder), {**environment, "LIMIT_TABLES": "100000/h/user"})
        give_database(site.workers[0].data)
        filled = site.fill(TABLES)
        _print("the site's own code", TABLES, filled["seconds"], filled["cpu"])
        companies = [table["tokens"] for table in filled["tables"][:SERVED]]
        with contextlib.ExitStack() as stack:
            stack.callback(site.stop)
            site.start()
            _serve(site.ports[0], companies[:AT_ONCE])
            cpu, began = cpu_seconds(site.pids), time.perf_counter()
            _serve(site.ports[0], companies)
            seconds = time.perf_counter() - began
            _print(f"the API, {SERVER}, {AT_ONCE} at once", len(companies), seconds, cpu_seconds(site.pids) - cpu)


def _print(how: str, tables: int, seconds: float, cpu: float) -> None:
    each = f"{cpu / tables * 1000:.1f} ms CPU each"
    print(f"tables opened, filled and begun by {how}: {tables / seconds:.0f} a second, {each}", flush=True)


def _serve(port: int, companies: list[list[str]]) -> None:
    """Each company opens a table, sits down and begins; `AT_ONCE` of them at a time."""
    with on(OTHERS), ThreadPoolExecutor(AT_ONCE) as programs:
        list(programs.map(lambda n: _play(port, companies[n::AT_ONCE]), range(AT_ONCE)))


def _play(port: int, companies: list[list[str]]) -> None:
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    for host, *guests in companies:
        table = _post(line, host, "/api/tables/", NEW)["id"]
        for guest in guests:
            _post(line, guest, f"/api/tables/{table}/join/")
        assert _post(line, host, f"/api/tables/{table}/start/")["status"] == "running"
    line.close()


def _post(line: HTTPConnection, token: str, path: str, body: object = None) -> dict[str, Any]:
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
    line.request("POST", path, json.dumps(body or {}), headers)
    answer = line.getresponse()
    said = answer.read()
    if answer.status >= 300:
        raise RuntimeError(f"{path}: {answer.status} {said.decode()}")
    return dict(json.loads(said))


if __name__ == "__main__":
    report()
