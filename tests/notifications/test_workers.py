"""Ten workers at one outbox on PostgreSQL: each message is taken by one of them, and none is left."""

from __future__ import annotations

import json

import pytest

from tests.support.live import StartSite, start_site

__all__ = ["start_site"]

SCRIPT = """
import json, threading
from datetime import timedelta
from django.db import connection
from django.utils import timezone
from parlor.accounts.models import User
from parlor.notifications import outbox
from parlor.notifications.messages import Outcome
from parlor.notifications.models import Delivery, Notice
from parlor.tables.models import Table

now = timezone.now()
table = Table.objects.create(game="no-thanks", rules=1)
people = User.objects.bulk_create(User(username=f"p{n}") for n in range(600))
notices = Notice.objects.bulk_create(
    Notice(user=person, table=table, kind="turn", occasion="0", made_at=now) for person in people
)
Delivery.objects.bulk_create(
    Delivery(notice=notice, user_id=notice.user_id, way="mail", due_at=now) for notice in notices
)
taken, lock, ready = [], threading.Lock(), threading.Barrier(10)

def work(name):
    ready.wait()
    while True:
        parcels = outbox.claim(now + timedelta(seconds=1), 7)
        with lock:
            taken.extend((name, row.pk) for parcel in parcels for row in parcel.deliveries)
        if not parcels:
            break
        for parcel in parcels:
            outbox.mark(parcel, Outcome.sent(), timezone.now())
    connection.close()

threads = [threading.Thread(target=work, args=(n,)) for n in range(10)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(json.dumps({
    "taken": len(taken), "different": len({pk for _name, pk in taken}), "workers": len({name for name, _pk in taken}),
    "sent": Delivery.objects.filter(state="sent").count(), "vendor": connection.vendor,
}))
"""


@pytest.mark.long
@pytest.mark.parametrize("database", ["postgresql", "sqlite"])
def test_ten_workers_take_nothing_twice(start_site: StartSite, request: pytest.FixtureRequest, database: str) -> None:
    url = request.getfixturevalue("postgres_url") if database == "postgresql" else None
    site = start_site(**({"database_url": url} if url else {}), NOTICES_IN_SERVER="0")
    told = json.loads(site.manage("shell", "-v", "0", "-c", SCRIPT).strip().splitlines()[-1])
    assert (told["taken"], told["different"], told["sent"], told["vendor"]) == (600, 600, 600, database)
    if database == "postgresql":
        assert told["workers"] > 1, "they work side by side"
