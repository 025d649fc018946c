"""`manage.py maintenance begin|wait|end`: a time without new tables, and waiting until those that run are at rest."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from parlor.catalog.maintenance import Maintenance, current
from parlor.tables.models import Status, Table

QUIET = timedelta(minutes=2)
LOOK_SECONDS = 1.0


class Command(BaseCommand):
    help = "Begin a time without new tables (prints its number), wait until nobody plays, end it. Without a word: tell."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("act", nargs="?", choices=["begin", "wait", "end"])
        parser.add_argument("number", nargs="?", type=int, help="to wait: seconds at most; to end: which, else all")
        parser.add_argument("--text", default="", help="to begin: what people read")

    def handle(self, *args: Any, act: str | None, number: int | None, text: str, **options: Any) -> None:
        if act == "begin":
            self.stdout.write(f"{Maintenance.objects.create(text=text).pk}")
        elif act == "wait":
            left = drained(number or 0)
            self.stdout.write(f"People play at {left} tables." if left else "Nobody plays.")
        elif act == "end":
            now = timezone.now()
            going_on = Maintenance.objects.filter(begins_at__lte=now, ends_at=None)
            ended = (going_on if number is None else going_on.filter(pk=number)).update(ends_at=now)
            if number is not None and not ended:
                raise CommandError(f"No maintenance {number} goes on.")
            self.stdout.write(f"Ended: {ended}.")
        else:
            found = current()
            going = found is not None and found.has_begun(timezone.now())
            self.stdout.write(f"{'It goes on' if going else 'None goes on'}; people play at {busy()} tables.")


def busy() -> int:
    """At how many tables somebody moved a moment ago."""
    return Table.objects.filter(status=Status.RUNNING, changed_at__gt=timezone.now() - QUIET).count()


def drained(seconds: float) -> int:
    """Waits until nobody plays, at most so long. Returns how many tables are still played at."""
    until = time.monotonic() + seconds
    while (left := busy()) and time.monotonic() < until:
        time.sleep(LOOK_SECONDS)
    return left
