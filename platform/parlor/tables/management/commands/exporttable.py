"""`manage.py exporttable ID`: a table as one file, a running one with its seed."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from parlor.engine.record import write
from parlor.tables.exporting import record_of
from parlor.tables.history import Lost
from parlor.tables.models import Status, Table


class Command(BaseCommand):
    help = "Write a table as one JSON file. A running one's file tells all that is hidden at the table: keep it safe."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", help="id of the table, as in its address")
        parser.add_argument("-o", "--output", help="file to write; to the screen when left out")

    def handle(self, *args: Any, table: str, output: str | None, **options: Any) -> None:
        found = Table.objects.filter(pk=table).first()
        if found is None:
            raise CommandError(f"There is no table {table}.")
        if found.started_at is None:
            raise CommandError(f"The game at table {table} has not begun.")
        try:
            content = write(record_of(found))
        except Lost as why:
            raise CommandError(f"Table {table} cannot be replayed with the rules installed here: {why}") from None
        if output is None:
            self.stdout.write(content.decode(), ending="")
            return
        try:
            Path(output).write_bytes(content)
        except OSError as why:
            raise CommandError(f"{output} cannot be written: {why.strerror}.") from None
        if found.status != Status.FINISHED:
            self.stderr.write("The game still runs: the file holds its seed, so whoever has it knows what is hidden.")
