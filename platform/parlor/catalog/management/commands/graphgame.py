"""`manage.py graphgame NAME`: the game's machine as a Mermaid state diagram."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from parlor.catalog.registry import UnknownGame, get_game
from parlor.engine.testing.graph import mermaid, observe


class Command(BaseCommand):
    help = "Print the phases of a game, and the moves between them, as a Mermaid state diagram."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="slug or package of the game")
        parser.add_argument("--games", type=int, default=40, help="random games to watch")

    def handle(self, *args: Any, name: str, games: int, **options: Any) -> None:
        try:
            game = get_game(name)
        except UnknownGame as why:
            raise CommandError(str(why)) from None
        self.stdout.write(mermaid(game, observe(game, games), games))
