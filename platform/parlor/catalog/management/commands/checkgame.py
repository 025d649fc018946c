"""`manage.py checkgame NAME`: the kit, for a game's author."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from parlor.catalog.registry import UnknownGame, get_game
from parlor.engine.testing import Fault, check_game, fault_folder


class Command(BaseCommand):
    help = "Check all that a game promises, in random games at every kind of table. Exit 1 names what is broken."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="slug or package of the game")
        parser.add_argument("--seeds", type=int, default=3, help="games per kind of table")
        parser.add_argument("--seats", type=int, help="this seat count only")
        parser.add_argument("--seconds", type=float, help="begin no game after so many seconds")
        parser.add_argument("--moves", type=int, default=5000, help="how long a game may be")
        parser.add_argument("--out", type=Path, help="folder for the game that shows a fault")

    def handle(self, *args: Any, name: str, seeds: int, seats: int | None, **options: Any) -> None:
        try:
            game = get_game(name)
        except UnknownGame as why:
            raise CommandError(str(why)) from None
        if seats is not None and not game.seats[0] <= seats <= game.seats[1]:
            raise CommandError(f"{game.name} is for {game.seats[0]} to {game.seats[1]} players, not {seats}.")
        try:
            report = check_game(
                game,
                seeds,
                seats,
                options["seconds"],
                folder=options["out"] or fault_folder(),
                moves=options["moves"],
            )
        except Fault as fault:
            raise CommandError(f"{game.name} breaks a promise.\n{fault}") from None
        self.stdout.write(str(report))
        self.stdout.write("No faults found.")
