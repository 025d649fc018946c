"""`manage.py backup FOLDER`: the site in one archive, while people may play on."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from parlor.site import backups


class Command(BaseCommand):
    help = "Write one archive with the database, the data folder and files named with --also. People may play on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--also", type=Path, action="append", default=[], metavar="FILE", help="such as parlor.env")
        parser.add_argument("--keep", type=int, metavar="N", help="afterwards, throw away all but the latest N ...")
        parser.add_argument("--weeks", type=int, default=8, metavar="W", help="... and the last one of W weeks (8)")

    def handle(self, *args: Any, folder: Path, also: list[Path], keep: int | None, weeks: int, **options: Any) -> None:
        missing = [str(path) for path in also if not path.is_file()]
        if missing:
            raise CommandError(f"Not to be found: {', '.join(missing)}")
        if keep is not None and keep < 1:
            raise CommandError("--keep has to be at least 1.")
        try:
            path = backups.make(folder, also)
        except backups.BackupError as why:
            raise CommandError(str(why)) from None
        rows = sum(pair[0] for pair in backups.read_manifest(path).tables.values())
        self.stdout.write(f"{path}  {path.stat().st_size} bytes, {rows} rows")
        if keep is not None:
            for name in backups.superfluous((each.name for each in folder.iterdir()), keep, weeks):
                (folder / name).unlink()
                self.stdout.write(f"thrown away: {name}")
