"""Which tables of a game are tried: every seat count with every option value, and with every pair of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product
from typing import Any

import msgspec

from parlor.engine import BadOption, Chance, Game, Options, settle

FEW = 6
TRIED = 3000


class Table(msgspec.Struct, frozen=True):
    """Seats and settled options of one table to try."""

    seats: int
    options: Options

    def __str__(self) -> str:
        chosen = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.seats} seats" + (f", {chosen}" if chosen else "")


def tables(game: Game[Any, Any], seats: Sequence[int] | None = None) -> Iterator[Table]:
    """The tables to try, for these seat counts or all that the game allows."""
    low, high = game.seats
    for count in seats if seats is not None else range(low, high + 1):
        yield from (Table(count, options) for options in choices(game, count))


def choices(game: Game[Any, Any], seats: int) -> list[Options]:
    """All combinations of option values when they are few, else enough of them that every two values meet."""
    possible: list[Options] = []
    for values in _combinations(game):
        try:
            options = settle(game.options, values, seats)
        except BadOption:
            continue
        possible.append(options)
    return possible if len(possible) <= FEW else _pairwise(possible)


def _combinations(game: Game[Any, Any]) -> Iterator[dict[str, Any]]:
    """Every combination, or a fixed sample of them where there are very many; the defaults come first."""
    declared = game.options
    values = [[option.default, *(c.value for c in option.choices if c.value != option.default)] for option in declared]
    names = [option.name for option in declared]
    total = 1
    for some in values:
        total *= len(some)
    if total <= TRIED:
        yield from (dict(zip(names, chosen, strict=True)) for chosen in product(*values))
        return
    yield from (dict(zip(names, chosen, strict=True)) for chosen in islice(product(*values), 1))
    for i, some in enumerate(values):
        for value in some[1:]:
            yield {name: (value if j == i else values[j][0]) for j, name in enumerate(names)}
    stream = Chance(b"tables")("options")
    for _ in range(TRIED):
        yield {name: stream.choice(some) for name, some in zip(names, values, strict=True)}


def _pairs(options: Options) -> set[tuple[tuple[str, Any], tuple[str, Any]]]:
    return set(combinations(options.items(), 2)) or {
        (item, item) for item in options.items()
    }  # one option pairs with itself


def _pairwise(possible: list[Options]) -> list[Options]:
    chosen = [possible[0]]
    wanted = set().union(*(_pairs(options) for options in possible)) - _pairs(possible[0])
    while wanted:
        best = max(possible, key=lambda options: len(_pairs(options) & wanted))
        chosen.append(best)
        wanted -= _pairs(best)
    return chosen
