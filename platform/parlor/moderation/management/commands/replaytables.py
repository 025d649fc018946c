"""`manage.py replaytables`: replays every open table with the rules installed here, and names those that differ."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand

from parlor.moderation.audit import write_down
from parlor.tables import renewing
from parlor.tables.models import Table
from parlor.tables.writer import writer


class Command(BaseCommand):
    help = (
        "Replay every open table after an update. A table that comes out the same goes on with the new rules number; "
        "one that does not rests, with a message, until it is accepted. Exit status 1: some rest."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tables", nargs="*", help="ids of the tables that are meant; all when left out")
        parser.add_argument("--game", help="only tables of this game")
        parser.add_argument("--renewed", action="store_true", help="only where the rules number has changed")
        parser.add_argument("--dry-run", action="store_true", help="only say what differs, and change nothing")
        parser.add_argument(
            "--accept",
            action="store_true",
            help="let tables that differ go on with the new rules from where they stand, where that is possible",
        )

    def handle(
        self,
        *args: Any,
        tables: list[str],
        game: str | None,
        renewed: bool,
        dry_run: bool,
        accept: bool,
        **options: Any,
    ) -> None:
        counted: Counter[str] = Counter()
        for table in renewing.open_tables(renewed=renewed):
            if (tables and table.pk not in tables) or (game and table.game != game):
                continue
            found = renewing.try_again(table)
            done = self.settle(found, accept=accept) if not dry_run else found.verdict
            counted[done] += 1
            if found.verdict != "same":
                what = "differs" if found.verdict == "differs" else "cannot be replayed"
                self.stdout.write(
                    f"{found.table} ({found.game}) {what} at version {found.version}: {found.why}"
                    + ("" if dry_run else f" -> {done}")
                )
        writer.rest()
        if renewed and not counted:
            return
        told = ", ".join(f"{number} {name}" for name, number in sorted(counted.items())) or "none open"
        self.stdout.write(f"Tables: {told}.")
        if counted["rests"]:
            raise SystemExit(1)

    @staticmethod
    def settle(found: renewing.Replayed, *, accept: bool) -> str:
        """Does what follows, and says it in a word."""
        if found.verdict == "same":
            renewing.go_on(found)
            return "same"
        if accept and found.rules and renewing.accept(found) is not None:
            write_down(None, "accept", Table.objects.get(pk=found.table), rules=found.rules)
            return "accepted"
        renewing.rest(found)
        return "rests"
