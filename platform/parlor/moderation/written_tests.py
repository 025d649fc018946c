"""Tests from what went wrong: the source of a pytest file that plays a report's, or a fault's, game again."""

from __future__ import annotations

import json
from textwrap import wrap
from typing import Any

import msgspec
from django.utils.translation import override

from parlor.catalog.registry import AnyGame, get_game, package_of
from parlor.engine import Driver
from parlor.engine.deal import is_deal
from parlor.engine.deal import read as read_deal
from parlor.engine.record import BadRecord, Record, read
from parlor.engine.testing import bring_back
from parlor.moderation.literals import docstring, harmless, lines_allowed, literal
from parlor.play.reading import plain, reader

SHOWN = 400
SIGNS_OF_A_LINE = 100
SIGNS_OF_A_COMMENT = 100


class Told:
    """What a test is written from: the file of the game, who it is of, and which words stand in the docstring."""

    def __init__(self, *, name: str, title: str, content: bytes, first: str, words: str, at: int | None = None) -> None:
        self.name = name
        self.title = title
        self.first = first
        self.words = words
        self.start: dict[str, Any] | None = None
        if is_deal(content):
            deal = read_deal(content)
            self.game = get_game(deal.game)
            self.seats, self.options, self.data, self.seed = deal.seats, deal.options, deal.data, deal.seed
            self.rows, self.fault = deal.rows, deal.fault or {"error": ""}
        else:
            record = read(content)
            self.game = get_game(record.game)
            self.seats, self.options, self.data, self.seed = (
                len(record.seats), record.options, record.data, record.seed
            )  # fmt: skip
            self.rows, self.fault = [row.step for row in record.rows], record.fault or {}
            self.start = None if self._dealt_alike(record) else record.start
        self.at = self.fault.get("version", len(self.rows)) if at is None else min(at, len(self.rows))
        self.rows = self.rows[: self.at]
        added = [name for name in self.data if "/" in name]
        if added:
            raise BadRecord(f"The game was played with {', '.join(added)}, which a test of the game does not have.")

    def _dealt_alike(self, record: Record) -> bool:
        """Whether the seed alone brings the start, so that it need not stand in the test."""
        try:
            driver = self.driver(steps=0)
        except Exception:
            return False
        return bool(driver.dump() == msgspec.json.encode(record.start))

    def driver(self, steps: int | None = None, log: list[str] | None = None) -> Driver:
        """The game with so many of its steps; what stands in its log is added to `log`. Raises what the rules raise."""
        driver = bring_back(self.game, seats=self.seats, seed=self.seed, options=self.options, start=self.start)
        read_line = reader(self.game, lambda seat: f"Seat {seat + 1}", None).line
        for step in self.rows[:steps]:
            driver.replay(driver.codec.unrow(json.dumps(step).encode()))
            if log is not None:
                log.append("; ".join(plain(read_line(line)) for line in driver.log[-1].lines))
        return driver


def source(told: Told) -> str:
    """The file. Where today's rules do not come to its end any more, it says so at the step."""
    log: list[str] = []
    trouble = ""
    driver: Driver | None = None
    with override("en"):
        try:
            driver = told.driver(log=log)
        except Exception as why:
            trouble = f"{type(why).__name__}: {why}"
    parts = [
        f'"""{told.title}"""\n',
        _imports(told.game),
        f"SEED = {literal(told.seed)}\nOPTIONS = {literal(told.options, taken=10)}",
    ]
    if told.start is not None:
        parts[-1] += f"\nSTART = {literal(told.start, taken=8)}"
    if told.rows:
        parts[-1] += "\nSTEPS = [\n" + "".join(_steps(told.rows, log, trouble)) + "]"
    return lines_allowed("\n".join(parts) + "\n\n\n" + _test(told, driver))


def _imports(game: AnyGame) -> str:
    package, kit = f"from {package_of(game)}.game import GAME\n", "from parlor.engine.testing import bring_back\n"
    inside = package.startswith("from games.")
    return f"{package}{kit}" if inside else f"{kit}\n{package}"


def _steps(rows: list[dict[str, Any]], log: list[str], trouble: str) -> list[str]:
    found = []
    for number, row in enumerate(rows, 1):
        said = log[number - 1] if number <= len(log) else trouble if number == len(log) + 1 else ""
        if said:
            found.append(f"    # {number}: {_line(said)}\n")
        found.append(f"    {literal(row, indent=4, taken=5)},\n")
    return found


def _line(said: str) -> str:
    whole = harmless(said)
    room = SIGNS_OF_A_LINE if whole.isascii() else SIGNS_OF_A_LINE // 2
    return whole if len(whole) <= room else f"{whole[: room - 1]}…"


def _test(told: Told, driver: Driver | None) -> str:
    lines = [f"def test_{told.name}() -> None:", docstring(told.first, told.words, indent=4), *_call(told)]
    if told.fault:
        return "\n".join([*lines, *_tried(told.fault), ""])
    lines += [
        f"    assert game.version == {told.at}",
        "    # HERE the report was written. Say in place of these lines what should hold now, such as",
        f"    #     {_example(driver)}",
        "    # The position, as these rules bring it:",
        *_position(driver),
        "    assert game.finished or game.acting",
        "",
    ]
    return "\n".join(lines)


def _call(told: Told) -> list[str]:
    given = [f"seats={told.seats}", "seed=SEED", "options=OPTIONS"]
    given += ["start=START"] if told.start is not None else []
    given += ["steps=STEPS"] if told.rows else []
    return [f"    game = bring_back(GAME, {', '.join(given)})"]


def _tried(fault: dict[str, Any]) -> list[str]:
    """The move that failed; or, where none did, what every table asks of a game at each step."""
    seat, move = fault.get("seat"), fault.get("move")
    if isinstance(seat, int) and isinstance(move, dict) and "kind" in move:
        tried = literal(move, indent=4, taken=11)
        return [
            f"    move = {tried}",
            f"    game.play({seat}, game.codec.move(move))",
            f"    assert game.version == {fault.get('version', 0) + 1} or game.chosen({seat}) is not None",
        ]
    return [
        "    for seat in range(game.seats):",
        "        assert game.view(seat) is not None",
        "    assert game.finished or all(game.legal(seat) for seat in game.acting)",
    ]


def _example(driver: Driver | None) -> str:
    """An assertion about the first field of the position that is one value."""
    names: dict[str, Any] = {} if driver is None else msgspec.to_builtins(driver.position)
    plain = [(name, value) for name, value in names.items() if not isinstance(value, dict | list)]
    name, value = plain[0] if plain else ("pot", 3)
    return _line(f"assert game.position.{name} {'is' if value is None else '=='} {literal(value)}")


def _position(driver: Driver | None) -> list[str]:
    if driver is None:
        return ["    #     (they do not come so far any more: see the steps)"]
    names: dict[str, Any] = msgspec.to_builtins(driver.position)
    found = []
    for name, value in names.items():
        shown = json.dumps(value)
        words = f"{name}: {shown if len(shown) <= SHOWN else f'{shown[:SHOWN]}…'}"
        found += wrap(words, SIGNS_OF_A_COMMENT, initial_indent="    #     ", subsequent_indent="    #         ")
    return found
