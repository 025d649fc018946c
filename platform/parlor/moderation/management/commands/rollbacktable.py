"""`manage.py rollbacktable ID N`: takes the last N moves of a table back, by a row in its log."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from parlor.moderation.audit import write_down
from parlor.tables import interventions
from parlor.tables.models import Table
from parlor.tables.service import TableError
from parlor.tables.writer import writer


class Command(BaseCommand):
    help = "Take the last moves of a running table back. Nothing is deleted: a line in the log says so, and why."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", help="id of the table, as in its address")
        parser.add_argument("moves", type=int, help="how many moves")
        parser.add_argument("--note", default="", help="why; the people at the table read it")

    def handle(self, *args: Any, table: str, moves: int, note: str, **options: Any) -> None:
        try:
            version = interventions.roll_back(table, moves, note)
        except Table.DoesNotExist:
            raise CommandError(f"There is no table {table}.") from None
        except TableError as error:
            raise CommandError(str(error)) from None
        write_down(None, "roll-back", Table.objects.get(pk=table), steps=moves, note=note)
        writer.rest()
        self.stdout.write(f"Table {table} is at version {version}. Running servers find out within seconds.")
