"""Many at one table at once: whoever rushes to the last seat or to begin, one of them is first and the others are told.

`python -m tests.tables.rush` does it in the empty database that DATABASE_URL names, and prints what came of it.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

RUSHES = 6
AT_ONCE = 4


def together(*calls: Callable[[], object]) -> Counter[str]:
    """What the calls, made at once by threads of their own, came to: "done", or the sentence of the refusal."""
    from django.db import connections

    from parlor.tables.service import TableError

    ready = Barrier(len(calls))

    def do(call: Callable[[], object]) -> str:
        ready.wait(30)
        try:
            call()
        except TableError as refused:
            return str(refused)
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(len(calls)) as threads:
        return Counter(threads.map(do, calls))


def rush() -> list[str]:
    """All that went wrong; nothing should."""
    from parlor.accounts.models import Block, User
    from parlor.tables import service
    from parlor.tables.models import Move, Seat, Table

    wrong: list[str] = []

    def expect(what: str, came: object, wanted: object) -> None:
        if came != wanted:
            wrong.append(f"{what}: {came} instead of {wanted}")

    def company(size: int, mark: str) -> list[User]:
        return [User.objects.create_user(f"{mark}{n}") for n in range(size)]

    for n in range(RUSHES):
        host, other, *late = company(2 + AT_ONCE, f"a{n}-")
        table = service.create(host, game="no-thanks", seats=3)
        service.join(table.pk, other)
        came = together(*(partial(service.join, table.pk, user) for user in late))
        expect("the last seat", came, {"done": 1, "All seats are taken.": AT_ONCE - 1})
        came = together(*[partial(service.start, table.pk, host)] * AT_ONCE)
        expect("beginning", came, {"done": 1, "The game has begun already.": AT_ONCE - 1})
        expect("set-ups", Move.objects.filter(table=table).count(), 1)

        host, one = company(2, f"b{n}-")
        table = service.create(host, game="no-thanks", seats=4)
        expect("one person", together(*[partial(service.join, table.pk, one)] * AT_ONCE), {"done": AT_ONCE})
        expect("seats of one person", Seat.objects.filter(table=table, user=one).count(), 1)

        host, one, two = company(3, f"c{n}-")
        Block.objects.create(by=one, whom=two)
        table = service.create(host, game="no-thanks", seats=4)
        came = together(*(partial(service.join, table.pk, user) for user in (one, two)))
        expect("people apart", came, {"done": 1, "There is no seat for you at this table.": 1})

        host, *guests = company(3, f"d{n}-")
        table = service.create(host, game="no-thanks", seats=3, begins="full")
        expect("all come", together(*(partial(service.join, table.pk, user) for user in guests)), {"done": 2})
        expect("it begins by itself", Table.objects.get(pk=table.pk).status, "running")
    return wrong


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "parlor.site.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    json.dump(rush(), sys.stdout)
