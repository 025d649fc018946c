"""What the board tells to somebody who is away from it: what has happened since, what is asked, and how long."""

from __future__ import annotations

import logging
from concurrent.futures import TimeoutError as TooLate
from datetime import datetime

import msgspec
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from parlor.notifications.people import Person
from parlor.play.pictures import Picture
from parlor.play.reading import entry_for
from parlor.play.timing import MS, spoken
from parlor.tables.live import tables
from parlor.tables.loading import Missing, Running
from parlor.tables.models import Seat, Table

logger = logging.getLogger(__name__)

SECONDS = 15.0
LINES = 6
LONGEST = 240


class Facts(msgspec.Struct, frozen=True):
    """Sentences ready to be read. `happened` are the latest log lines since the seat last acted, oldest first."""

    asked: str
    happened: list[str]


def board_facts(table: Table, seat: int | None, language: str) -> Facts | None:
    """What this seat (None: anybody who may watch) is told by the board; None where the game cannot be taken up.

    All of it is what the seat's own page shows: the view of a seat, or of a spectator, is all that is looked at.
    """

    def command(running: Running) -> Facts:
        with override(language):
            picture = Picture(running, seat)
            read = picture.read
            happened: list[str] = []
            for entry in reversed(running.entries):
                if entry.struck:
                    continue
                if (seat is not None and entry.seat == seat) or len(happened) >= LINES:
                    break
                happened = [line[:LONGEST] for line in entry_for(entry, read, html=False).lines] + happened
            return Facts(picture.prompt(read), happened[-LINES:])

    try:
        tables.at_version(table.pk, table.version).result(SECONDS)
        return tables.ask(table.pk, command).result(SECONDS)
    except (Missing, TooLate):
        return None
    except Exception:
        logger.exception("The board of table %s cannot tell anything", table.pk)
        return None


def time_left(seat: Seat, person: Person, now: datetime) -> str:
    """How much time the seat has, and until when by the person's clock; "" without a clock."""
    if seat.due_at is None:
        return ""
    if seat.due_at <= now:
        return _("Your time is out.")
    left = spoken((seat.due_at - now) // MS)
    until = date_format(seat.due_at.astimezone(person.zone), "l, H:i")
    return _("Your time is out in {left}, on {until}.").format(left=left, until=until)
