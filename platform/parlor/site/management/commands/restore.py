"""`manage.py restore ARCHIVE`: puts a backup back, and checks that all is as it was."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from parlor.site import backups
from parlor.site.digests import differences, digests


class Command(BaseCommand):
    help = "Put back the database and the data folder from an archive of `manage.py backup`, while the site is stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("archive", type=Path)
        parser.add_argument("--replace", action="store_true", help="throw away what the database holds now")
        parser.add_argument("--check", action="store_true", help="only compare the site with the archive")

    def handle(self, *args: Any, archive: Path, replace: bool, check: bool, **options: Any) -> None:
        try:
            if check:
                differ = differences(backups.read_manifest(archive).tables, digests())
            else:
                differ = backups.restore(archive, replace=replace)
        except backups.BackupError as why:
            raise CommandError(str(why)) from None
        for line in differ:
            self.stdout.write(line)
        if differ:
            raise CommandError("This is not what the archive holds.")
        rows = sum(pair[0] for pair in backups.read_manifest(archive).tables.values())
        self.stdout.write(f"{rows} rows, all as in the archive.")
