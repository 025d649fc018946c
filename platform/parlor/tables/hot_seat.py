"""Several people at one device: who sits at a table seats others beside, who play in turns in the same browser.

Only where there is no clock, since a device is handed on in its own time; and such a game counts for nothing. The
device shows the seat that the game waits for (`Running.seat_of`), so nobody has to say who is acting.
"""

from __future__ import annotations

import unicodedata

from django.utils.translation import gettext as _

from parlor.accounts.models import User
from parlor.accounts.texts import towers
from parlor.tables.events import TableEvent, tell
from parlor.tables.models import Pace, Table
from parlor.tables.service import TableError, _must_sit, _sit, _start_if_full, _waiting

NAME_MAX = 20


def may_share(table: Table) -> bool:
    """Whether several may play at one device at this table."""
    return table.pace == Pace.NONE


def add_player(table_id: str, by: User, name: str) -> int:
    """Seats somebody called `name` on the first free seat, to play at the person's device. Returns the seat."""
    with _waiting(table_id) as table:
        _must_sit(table, by)
        if not may_share(table):
            raise TableError(_("Several people can play at one device only at a table without a clock."))
        seats = list(table.seats.all())
        called = _name(name, {seat.name.casefold() for seat in seats})
        free = next((seat for seat in seats if seat.free), None)
        if free is None:
            raise TableError(_("All seats are taken."))
        _sit(table, free.number, by, called)
        Table.objects.filter(pk=table_id).update(training=True)
    tell(TableEvent("seats", table_id))
    _start_if_full(table)
    return free.number


def remove_player(table_id: str, by: User, number: int) -> None:
    """Frees the seat of somebody at the person's device again."""
    with _waiting(table_id) as table:
        _must_sit(table, by)
        freed = table.seats.filter(number=number, user=by, shared=True).update(user=None, name="", shared=False)
        if not freed:
            raise TableError(_("Nobody at your device sits there."))
    tell(TableEvent("seats", table_id))


def _name(given: str, taken: set[str]) -> str:
    name = " ".join(given.split())
    if not name:
        raise TableError(_("What is the player called?"), field="name")
    if len(name) > NAME_MAX:
        raise TableError(_("A name has at most {n} characters.").format(n=NAME_MAX), field="name")
    if any(unicodedata.category(char)[0] == "C" for char in name) or towers(name):
        raise TableError(_("There are characters in this name that cannot be shown."), field="name")
    if name.casefold() in taken:
        raise TableError(_("Somebody at this table is called {name} already.").format(name=name), field="name")
    return name
