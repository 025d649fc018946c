"""`manage.py importtable FILE`: a table from the file that an export wrote."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from parlor.engine.record import BadRecord, read
from parlor.tables.exporting import recreate


class Command(BaseCommand):
    help = "Recreate a table from its file, after playing the whole game again; prints the new table's address."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="what exporttable wrote, or a table's export.json")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            content = Path(file).read_bytes()
        except OSError as why:
            raise CommandError(f"{file} cannot be read: {why.strerror}.") from None
        try:
            table = recreate(read(content))
        except BadRecord as why:
            raise CommandError(f"{file}: {why}") from None
        self.stdout.write(table.get_absolute_url())
