"""`manage.py listtables`: tables and how they stand, one a line."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from parlor.tables.models import Status, Table


class Command(BaseCommand):
    help = "List tables, the latest first: id, game, rules number, status, version, who sits there, last change."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", help="only tables of this game")
        parser.add_argument("--status", choices=Status.values, help="only those that stand so; all when left out")
        parser.add_argument("--person", help="only those where this person sits")
        parser.add_argument("--resting", action="store_true", help="only those that rest after an update")
        parser.add_argument("--limit", type=int, default=50)

    def handle(
        self,
        *args: Any,
        game: str | None,
        status: str | None,
        person: str | None,
        resting: bool,
        limit: int,
        **options: Any,
    ) -> None:
        found = Table.objects.prefetch_related("seats").defer("seed").order_by("-changed_at")
        if game:
            found = found.filter(game=game)
        if status:
            found = found.filter(status=status)
        if person:
            found = found.filter(seats__user__username__iexact=person).distinct()
        if resting:
            found = found.exclude(frozen="")
        for table in found[:limit]:
            people = ", ".join(seat.name or "-" for seat in table.seats.all())
            state = "resting" if table.frozen else f"{table.status} {table.reason}".strip()
            self.stdout.write(
                f"{table.pk}  {table.game} rules {table.rules}  {state}  version {table.version}  "
                f"{people}  {table.changed_at:%Y-%m-%d %H:%M}"
            )
