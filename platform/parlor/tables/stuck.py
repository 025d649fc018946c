"""What becomes of a table whose game's code never comes back.

Code that only computes too long is stopped (see `watch`): in a move that costs the move; anywhere else, in a view or
when the table is loaded, it would come again at once, so the table rests. Code that cannot be stopped keeps its thread
for ever: its table rests, so that nothing asks for the same again, and the process takes no new work, sends its people
away to come back, and ends with `lifecycle.GAVE_UP`. Whoever started it starts it again (systemd and compose do by
themselves; after `make run` a person does, as it says).

A table that rests like this goes on when `manage.py replaytables TABLE` has replayed it, or when its rules have a new
number.
"""

from __future__ import annotations

import logging
import threading

from django.db import connection
from django.db.models import F
from django.utils.translation import gettext_noop

from parlor import lifecycle, measures
from parlor.tables.events import TableEvent, tell
from parlor.tables.faults import ERROR_MAX, Fault, Sort
from parlor.tables.models import Status, Table

logger = logging.getLogger(__name__)

STUCK = gettext_noop("The game got stuck here, and this table is stopped. The admin has been told.")
STORE_SECONDS = 10.0


def stop_table(table_id: str, what: str) -> bool:
    """Lets the table rest, and stores why. Returns whether it rests now; never raises."""
    try:
        table = Table.objects.filter(pk=table_id).exclude(status=Status.FINISHED).first()
        if table is None:
            return False
        Table.objects.filter(pk=table_id).update(frozen=STUCK, due_at=None, changes=F("changes") + 1)
        measures.FAULTS.labels(table.game, Sort.STOPPED.value).inc()
        Fault.objects.create(
            sort=Sort.STOPPED,
            game=table.game,
            rules=table.rules,
            table_id=table_id,
            version=table.version,
            error=f"stuck, the table rests: {what}"[:ERROR_MAX],
        )
        logger.error("Table %s rests: %s", table_id, what)
        tell(TableEvent("seats", table_id))
    except Exception:
        logger.exception("Table %s is stuck and could not be stopped", table_id)
        return False
    return True


def give_up(what: str, table_id: str) -> None:
    """The watch's `on_stuck`: stops the table and ends this process. On any thread; returns at once."""

    def stop() -> None:
        try:
            stop_table(table_id, what)
        finally:
            connection.close()

    def end() -> None:
        lifecycle.condemn(f"{what} is stuck in code that cannot be stopped.")
        stopping = threading.Thread(target=stop, daemon=True)  # the stuck code may hold what it waits for
        stopping.start()
        stopping.join(STORE_SECONDS)
        lifecycle.give_up()

    threading.Thread(target=end, name="give-up", daemon=True).start()
