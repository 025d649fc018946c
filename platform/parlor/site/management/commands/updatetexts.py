"""`manage.py updatetexts [GAME ...]`: brings the catalogs of translations up to date with the sources."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from parlor.catalog.registry import UnknownGame, all_games, get_game, package_path
from parlor.site.environment import checkout

if TYPE_CHECKING:
    from parlor.site.catalogs import Source


class Command(BaseCommand):
    help = "Extract the texts of games into locale/<language>, compile what is translated, and name what is not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "names",
            nargs="*",
            metavar="GAME",
            help="slug or package; none: the platform, and every game of this checkout that is translated",
        )
        others = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
        parser.add_argument("--language", default=others[0], help="code of the language, such as de")

    def handle(self, *args: Any, names: list[str], language: str, **options: Any) -> None:
        try:
            from parlor.site import catalogs
        except ImportError:
            raise CommandError("This needs Babel: pip install babel") from None
        try:
            found = [catalogs.game_source(package_path(get_game(name))) for name in names] or in_checkout()
        except UnknownGame as why:
            raise CommandError(str(why)) from None
        for source in found:
            wrong = catalogs.update(source, language)
            for flaw in wrong:
                self.stderr.write(f"{source.name}: {flaw}")
            self.stdout.write(f"{source.name}: {source.po(language)}, {len(wrong)} to be looked at")


def in_checkout() -> list[Source]:
    """What is translated in this checkout: the platform, and each game that has a catalog."""
    from parlor.site import catalogs

    root = checkout()
    if root is None:
        raise CommandError("Name the game whose texts are meant.")
    folders = sorted(package_path(game) for game in all_games().values())
    games = [catalogs.game_source(folder) for folder in folders if _ours(folder, root)]
    return [catalogs.platform_source(root), *games]


def _ours(folder: Path, root: Path) -> bool:
    return folder.is_relative_to(root) and (folder / "locale").is_dir()
