"""`manage.py playgames NAME`: bots play whole games without a server."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from parlor.catalog.registry import UnknownGame, get_game
from parlor.engine import BadOption, Options, RulesError, settle
from parlor.engine.testing import bot_named, play_game, seed_of


class Command(BaseCommand):
    help = "Play games by bots alone. With --json the last line is one JSON object."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="slug or package of the game")
        parser.add_argument("--games", type=int, default=10)
        parser.add_argument("--seed", default="0", help="any text: the same seed gives the same games")
        parser.add_argument("--seats", type=int, help="seats at the table; without it the seat counts take turns")
        parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
        parser.add_argument(
            "--bots", help="names, comma-separated; they take turns at the seats (default: the first bot)"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object as the last line")

    def handle(self, *args: Any, name: str, games: int, seed: str, seats: int | None, **given: Any) -> None:
        try:
            game = get_game(name)
            bots = [name.strip() for name in (given["bots"] or next(iter(game.bots))).split(",")]
            minds = {bot: bot_named(game, bot) for bot in bots}
            played = possible_tables(game, seats, dict(_pair(text) for text in given["option"]))
        except (UnknownGame, RulesError, BadOption) as why:
            raise CommandError(str(why)) from None
        wins_by_seat = [0] * max(count for count, _ in played)
        wins_by_bot = {bot: {"won": 0, "seats": 0} for bot in bots}
        moves = finished = 0
        faults: list[str] = []
        began = time.perf_counter()
        for number in range(games):
            count, options = played[number % len(played)]
            sitting = [bots[(seat + number) % len(bots)] for seat in range(count)]
            try:
                done = play_game(game, count, options, seed_of(seed, number), [minds[bot] for bot in sitting])
                standings = done.driver.result() if done.finished else []
            except Exception as why:
                faults.append(f"Game {number} ({count} seats): {type(why).__name__}: {why}")
                continue
            moves += done.moves
            finished += done.finished
            for bot in sitting:
                wins_by_bot[bot]["seats"] += 1
            for standing in standings:
                if standing.place == 1:
                    wins_by_seat[standing.seat] += 1
                    wins_by_bot[sitting[standing.seat]]["won"] += 1
        seconds = time.perf_counter() - began
        for fault in faults:
            self.stderr.write(fault)
        rate = moves / seconds if seconds else 0
        self.stdout.write(
            f"{game.name}: {finished} of {games} games finished, "
            f"{moves} moves in {seconds:.2f} s ({rate:,.0f} a second)"
        )
        for bot, tally in wins_by_bot.items():
            self.stdout.write(
                f"  {bot}: won {tally['won']} times in {tally['seats']} seats (a shared first place counts for each)"
            )
        if given["json"]:
            summary = {
                "game": game.slug,
                "games": games,
                "moves": moves,
                "finished": finished,
                "seconds": round(seconds, 3),
            }
            self.stdout.write(
                json.dumps({**summary, "wins": {"seats": wins_by_seat, "bots": wins_by_bot}, "faults": faults})
            )
        if faults:
            raise CommandError(f"{len(faults)} of {games} games failed.") if not given["json"] else SystemExit(1)


def possible_tables(game: Any, seats: int | None, options: dict[str, str]) -> list[tuple[int, Options]]:
    """The seat counts that take turns, with their options. Raises BadOption when the options suit none of them."""
    low, high = game.seats
    if seats is not None and not low <= seats <= high:
        raise BadOption(f"{game.name} is for {low} to {high} players, not {seats}.")
    found: list[tuple[int, Options]] = []
    refused: BadOption | None = None
    for count in range(low, high + 1) if seats is None else [seats]:
        try:
            found.append((count, settle(game.options, options, count)))
        except BadOption as why:
            refused = why
    if refused is not None and not found:
        raise refused
    return found


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BadOption(f"Write an option as key=value, not {text!r}.")
    return name, value
