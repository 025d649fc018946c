"""`manage.py publishstatic`: static files where nginx finds them, under their versioned address, and packed."""

from __future__ import annotations

import gzip
import shutil
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from parlor.site.static import TEXTS

PACKED_FROM = 512  # bytes


class Command(BaseCommand):
    help = "Put the static files of this version into STATIC_FOLDER, each also packed; older versions stay a while."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--keep", type=int, default=3, help="how many versions stay, this one included (3)")

    def handle(self, *args: Any, keep: int, **options: Any) -> None:
        if settings.DEBUG:
            raise CommandError("Not with DEBUG=1: the address of static files has no version then.")
        target = Path(settings.STATIC_ROOT)
        if not (target / "ready").exists():
            shutil.rmtree(target, ignore_errors=True)
            call_command("collectstatic", interactive=False, verbosity=0)
            pack(target)
            (target / "ready").touch()
        target.touch()  # the latest, also where it had been there before
        versions = sorted(target.parent.glob("v-*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in versions[max(1, keep) :]:
            shutil.rmtree(old)
        self.stdout.write(str(target))


def pack(folder: Path) -> None:
    """Beside each text its gzip, for servers that send that as it is."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in TEXTS and path.stat().st_size >= PACKED_FROM:
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
