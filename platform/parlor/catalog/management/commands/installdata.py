"""`manage.py installdata GAME SORT NAME [FILE]`: adds a data set to a game, such as a dictionary, or switches it.

With `--erase` it takes one away for good.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from parlor.catalog.installed_sets import (
    InstalledSet,
    erase,
    families,
    find_family,
    find_set,
    install,
    make_ready,
)
from parlor.engine import Unfit


class Command(BaseCommand):
    help = (
        "Add a data set to a game from a file (for Letter Tycoon: letter-tycoon words NAME FILE, one word a line), "
        "replace its content, switch it on and off for new tables, or erase it. Without arguments: list what there is."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?", help="slug or package")
        parser.add_argument("sort", nargs="?", help="such as words")
        parser.add_argument("name", nargs="?", help="short name, such as nwl")
        parser.add_argument("file", nargs="?", help="what to install; left out to switch only")
        parser.add_argument("--label", help="what players read; at first the short name in capitals")
        parser.add_argument("--about", help="a line beside it")
        parser.add_argument("--expect", default="", metavar="LIST", help="refuse a file with other counts than LIST")
        switch = parser.add_mutually_exclusive_group()
        switch.add_argument("--on", action="store_true", help="new tables may use it")
        switch.add_argument("--off", action="store_true", help="new tables may not use it; tables that have it keep it")

        switch.add_argument(
            "--erase",
            action="store_true",
            help="take it away for good, if no open table has it; games played with it cannot be replayed any more",
        )

    def handle(self, *args: Any, **given: Any) -> None:
        if given["game"] is None:
            self._list()
            return
        if given["sort"] is None or given["name"] is None:
            raise CommandError("Say the game, the sort and the name. Without arguments, all that can be is listed.")
        if given["erase"] and given["file"] is not None:
            raise CommandError("A set that is erased needs no file.")
        try:
            (self._erase if given["erase"] else self._install)(given)
        except Unfit as why:
            raise CommandError(str(why)) from None

    def _list(self) -> None:
        for game, family in families():
            known = f"; known lists: {', '.join(family.known)}" if family.known else ""
            self.stdout.write(f"{game.slug} {family.name} ({family.label}{known})")
            for row in InstalledSet.objects.filter(game=game.slug, family=family.name):
                state = "on" if row.enabled else "off"
                self.stdout.write(f"  {row.name}  {state}  {row.total}  {row.content_id[:12]}  {row.label}")

    def _erase(self, given: dict[str, Any]) -> None:
        game, family = find_family(given["game"], given["sort"])
        row = find_set(game, family, given["name"])
        if row is None:
            raise Unfit(f"There is no {given['name']}.")
        told, number = f"{row.name} ({row.label})", erase(row)
        self.stdout.write(f"Erased: {told}, with {number} file{'' if number == 1 else 's'}.")

    def _install(self, given: dict[str, Any]) -> None:
        game, family = find_family(given["game"], given["sort"])
        row = find_set(game, family, given["name"])
        if row is None and given["file"] is None:
            raise Unfit(f"There is no {given['name']} yet; say the file to install.")
        known = row is not None
        row = row or InstalledSet(game=game.slug, family=family.name, name=given["name"], label=given["name"].upper())
        row.label = given["label"] or row.label
        row.help = row.help if given["about"] is None else given["about"]
        row.enabled = (row.enabled or given["on"]) and not given["off"]
        if given["file"] is None:
            row.save()
        else:
            ready = make_ready(family, _read(given["file"]), given["expect"])
            install(row, ready)
            for what, number in ready.counts.items():
                self.stdout.write(f"{what:>6} {number:>8}")
            for note in ready.notes:
                self.stdout.write(note)
        done = "Changed" if known else "Installed"
        state = "on" if row.enabled else "off"
        self.stdout.write(f"{done}: {row.name} ({row.label}), {row.total} in all, {state}, digest {row.content_id}.")


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as why:
        raise CommandError(f"{path} cannot be read: {why.strerror}.") from None
