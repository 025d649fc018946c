"""`manage.py resttable`: lets tables rest whose games' code does harm, until `replaytables` wakes them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from parlor.tables.stuck import stop_table


class Command(BaseCommand):
    help = "Let tables rest whose game gets stuck. `manage.py replaytables TABLE` lets them go on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tables", nargs="+", help="ids of the tables")
        parser.add_argument("--why", default="stopped by an admin", help="what the list of faults says")

    def handle(self, *args: Any, tables: list[str], why: str, **options: Any) -> None:
        failed = [table for table in tables if not stop_table(table, why)]
        if failed:
            raise CommandError(f"No game runs there, or it could not be stopped: {', '.join(failed)}")
        self.stdout.write(f"At rest: {', '.join(tables)}.")
