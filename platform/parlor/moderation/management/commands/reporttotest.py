"""`manage.py reporttotest ID`: a player's report, or with `--fault` a fault of a game, as a test of that game."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from parlor.catalog.registry import UnknownGame, package_path
from parlor.engine.record import BadRecord
from parlor.moderation.reports import Report
from parlor.moderation.written_tests import Told, source
from parlor.tables.faults import Fault

T = TypeVar("T", Report, Fault)


class Command(BaseCommand):
    help = "Write a test from a player's report: it plays the game to where the report was written, and goes on there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("number", type=int, help="number of the report, or of the fault with --fault")
        parser.add_argument("--fault", action="store_true", help="the number is one of a fault of a game")
        parser.add_argument("-o", "--output", type=Path, help="file to write; without it, in the game's tests")

    def handle(self, *args: Any, number: int, fault: bool, output: Path | None, **options: Any) -> None:
        try:
            told = _of_fault(number) if fault else _of_report(number)
        except (BadRecord, UnknownGame) as why:
            raise CommandError(str(why)) from None
        target = output or package_path(told.game) / "tests" / f"test_{told.name}.py"
        try:
            with target.open("x", encoding="utf-8") as file:
                file.write(source(told))
        except FileExistsError:
            raise CommandError(f"{target} is there already; delete it, or choose another by --output.") from None
        except OSError as why:
            raise CommandError(f"{target} cannot be written: {why.strerror}.") from None
        if options["verbosity"]:
            self.stdout.write(f"Written: {target}. It runs at once: pytest {target}")


def _of_report(number: int) -> Told:
    report = _found(Report.objects.filter(pk=number).first(), "report", number)
    when, rules = _day(report.at), report.carried.get("rules", "?")
    return Told(
        name=f"report_{number}",
        title=f"Report {number} of a player, and the game as it stood then.",
        content=report.content,
        first=f"What a player wrote on {when}, with rules number {rules}:",
        words=report.text,
        at=report.at_version,
    )


def _of_fault(number: int) -> Told:
    fault = _found(Fault.objects.filter(pk=number).first(), "fault", number)
    return Told(
        name=f"fault_{number}",
        title=f"Fault {number} of the rules, at the move where it was found.",
        content=fault.content,
        first=f"What the rules raised on {_day(fault.at)}, with rules number {fault.rules}:",
        words=fault.error,
    )


def _found(row: T | None, kind: str, number: int) -> T:
    """The row, which has a game with it. Raises CommandError."""
    if row is None:
        raise CommandError(f"There is no {kind} {number}.")
    if not row.content:
        raise CommandError(f"{kind.capitalize()} {number} carries no game.")
    return row


def _day(at: datetime) -> str:
    return timezone.localdate(at).isoformat()
