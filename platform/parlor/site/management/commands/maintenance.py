"""`manage.py maintenance begin|end`: from now on no new tables, and waiting until those that run are at rest."""

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
    help = "Begin a time without new tables, and wait until people have finished, or end it. Without a word: tell."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("act", nargs="?", choices=["begin", "end"])
        parser.add_argument("number", nargs="?", type=int, help="which to end, as begin has told; else all that go on")
        parser.add_argument("--text", default="", help="what people read")
        parser.add_argument("--wait", type=float, default=0, metavar="SECONDS", help="for tables where people move")

    def handle(self, *args: Any, act: str | None, number: int | None, text: str, wait: float, **options: Any) -> None:
        if act == "begin":
            begun = Maintenance.objects.create(text=text)
            self.stdout.write(f"{begun.pk}")
            self.stdout.flush()
            left = drained(wait)
            self.stderr.write(f"No new tables. Moved within the last {QUIET.seconds // 60} minutes: {left}.")
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
