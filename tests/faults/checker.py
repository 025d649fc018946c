"""Holds a site to what it told its players: replays all logs and compares digests, acknowledged moves and versions.

    DATABASE_URL=... python -m tests.faults.checker FILE     (FILE as `load.Ledger.write` leaves it)

prints one JSON object: tables, steps, tried, acknowledged, lost, doubled, and `wrong`, a list of sentences.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import django


def check(told: dict[str, Any]) -> dict[str, Any]:
    """What the database says to what was told."""
    from parlor.tables.models import Move, Table

    wrong: list[str] = list(told["contradicted"])
    lost = doubled = steps = 0
    tables = {table for table, *_rest in [*told["tried"], *told["acknowledged"]]} | set(told["seen"])
    tried = {tuple(one) for one in told["tried"]}
    for table_id in sorted(tables):
        table = Table.objects.get(pk=table_id)
        rows = list(Move.objects.filter(table=table).order_by("version"))
        steps += len(rows) - 1
        wrong += [f"{table_id}: {text}" for text in replayed(table, rows)]
        counted = Counter(row.client_id for row in rows if row.client_id is not None)
        twice = [client_id for client_id, number in counted.items() if number > 1]
        doubled += len(twice)
        wrong += [f"{table_id}: {client_id} counts more than once" for client_id in twice]
        unknown = [client_id for client_id in counted if (table_id, client_id) not in tried]
        wrong += [f"{table_id}: nobody tried {client_id}" for client_id in unknown]
        stored = {(row.client_id, row.seat, row.version) for row in rows}
        for at, client_id, seat, version in told["acknowledged"]:
            if at == table_id and (client_id, seat, version) not in stored:
                lost += 1
                wrong.append(f"{table_id}: {client_id} was acknowledged as version {version} and is lost")
        if told["seen"].get(table_id, 0) > table.version:
            wrong.append(f"{table_id}: somebody was shown version {told['seen'][table_id]}, it is at {table.version}")
    return {
        "tables": len(tables),
        "steps": steps,
        "tried": len(tried),
        "acknowledged": len(told["acknowledged"]),
        "lost": lost,
        "doubled": doubled,
        "wrong": wrong,
    }


def replayed(table: Any, rows: list[Any]) -> list[str]:
    """What is wrong with the table's log, its states and its version."""
    from parlor.tables.live import tables
    from parlor.tables.models import Snapshot, Status
    from parlor.tables.renewing import _loaded, try_again

    found = []
    if [row.version for row in rows] != list(range(len(rows))):
        found.append("its versions have gaps")
    if table.version != rows[-1].version:
        found.append(f"its row says version {table.version}, its log {rows[-1].version}")
    again = try_again(table)  # every step, the lines it wrote, and each stored state by its digest
    if again.verdict != "same":
        found.append(f"{again.verdict} at {again.version}: {again.why}")
    try:
        digest = tables.ask(table.pk, lambda running: running.driver.digest()).result(30)
        driver = _loaded(table, bytes(Snapshot.objects.get(table=table, version=0).state))
        for row in rows[1:]:
            driver.replay(driver.codec.unrow(bytes(row.payload)))
    except Exception as error:
        return [*found, f"it cannot be replayed or loaded: {error!r}"]
    if driver.digest() != digest:
        found.append("replayed from its start it is another position than loaded")
    if (table.status == Status.FINISHED) != driver.finished:
        found.append(f"it is {table.status}, its game is {'over' if driver.finished else 'not over'}")
    waited = sorted(table.seats.filter(waiting_on=True).values_list("number", flat=True))
    if waited != sorted(int(seat) for seat in driver.acting):
        found.append(f"it says that it waits for {waited}")
    return found


def main() -> None:
    """Prints what `check` finds."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "parlor.site.settings")
    django.setup()
    print(json.dumps(check(json.loads(Path(sys.argv[1]).read_text()))))


if __name__ == "__main__":
    main()
