"""A whole game as one JSON file that any site, studio or test can read and play again. Pure: knows no database.

`read` gives the record of a file or says what is wrong with it; `replayed` plays it again and proves that it is the
same game. The file of format "parlor-game", number 1, is one object:

* `game`, `rules`, `options`, `data` (name of each data set -> sha256): what was played, with which rules number
* `seats`: by number, each `{"name", "bot", "left"}`; `bot` is empty for a person
* `seed` (hexadecimal), `commitment` (its sha256): of all chance
* `start`: the state after the set-up, as snapshots have it; `opening`: the log lines of the set-up
* `rows`: the steps to version 1, 2, …, each `{"seat", "at", "step"}`; `step` is what the driver stores (`{"do": "move",
  "seat", "move"}`, or sealed, undo, leave, back, rules), `at` the time in ISO 8601
* `lines`: sha256 of the log lines of all versions; `digest`: the fingerprint of the state after the last row
* `status` ("running", "finished"), `reason`, `result` (standings by seat, or null)
* `created`, `started`, `ended` (ISO 8601)
* `fault`, where a game failed: what was raised (`error`) at which `version`, and by which `seat` and `move`
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from hashlib import sha256
from typing import Any

import msgspec

from parlor.engine.chance import commitment
from parlor.engine.data import options_of
from parlor.engine.driver import Driver
from parlor.engine.errors import Refused
from parlor.engine.game import Game
from parlor.engine.log import Line
from parlor.engine.options import settle
from parlor.engine.snapshot import load

FORMAT = "parlor-game"
NUMBER = 1
SEATS_MAX = 100
ROWS_MAX = 100_000


class BadRecord(Exception):
    """The file cannot be taken: the text says, in a sentence, what is wrong with it."""


class RecordedSeat(msgspec.Struct):
    """Who sat there: `bot` is the name of a bot of the game, empty for a person; `left` when the person gave up."""

    name: str
    bot: str = ""
    left: bool = False


class RecordedRow(msgspec.Struct):
    """One step, as stored, with the seat that made it and the time."""

    step: dict[str, Any]
    seat: int | None = None
    at: str | None = None


class Record(msgspec.Struct, kw_only=True):
    """A whole game; the module tells what the fields mean."""

    format: str
    number: int
    game: str
    rules: int
    options: dict[str, str | int | bool]
    data: dict[str, str]
    seats: list[RecordedSeat]
    seed: str
    commitment: str
    start: dict[str, Any]
    opening: list[Line]
    rows: list[RecordedRow]
    lines: str
    digest: str
    status: str
    reason: str = ""
    result: list[dict[str, Any]] | None = None
    created: str | None = None
    started: str | None = None
    ended: str | None = None
    fault: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class _Head(msgspec.Struct):
    format: str | None = None
    number: int | None = None


def recorded(
    game: Game[Any, Any],
    *,
    rules: int,
    options: Mapping[str, str | int | bool],
    data: Mapping[str, str],
    seats: list[RecordedSeat],
    seed: bytes,
    start: bytes,
    opening: list[Line],
    rows: list[RecordedRow],
    told: Iterable[bytes],
    digest: str,
    **how: Any,
) -> Record:
    """The record of a game; `told` are its log lines by version, as JSON; `how` tells how it stands."""
    return Record(
        format=FORMAT,
        number=NUMBER,
        game=game.slug,
        rules=rules,
        options=dict(options),
        data=dict(data),
        seats=seats,
        seed=seed.hex(),
        commitment=commitment(seed),
        start=msgspec.json.decode(start),
        opening=opening,
        rows=rows,
        lines=lines_digest(told),
        digest=digest,
        **how,
    )


def write(record: Record) -> bytes:
    """The file, as UTF-8 JSON that people can read too."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def read(content: bytes) -> Record:
    """The record in a file. Raises BadRecord for anything else; whether its game is sound only `replayed` tells."""
    try:
        head = msgspec.json.decode(content, type=_Head)
    except msgspec.ValidationError:
        head = _Head()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as why:
        raise BadRecord(f"The file is not JSON: {why}.") from None
    if head.format != FORMAT:
        raise BadRecord(f'The file is not a game of Parlor: its "format" is not "{FORMAT}".')
    if head.number != NUMBER:
        raise BadRecord(f"The file has number {head.number} of the format; this release reads number {NUMBER}.")
    try:
        record = msgspec.json.decode(content, type=Record)
    except (msgspec.ValidationError, RecursionError) as why:
        raise BadRecord(f"The file is malformed: {why}.") from None
    if not 1 <= len(record.seats) <= SEATS_MAX or len(record.rows) > ROWS_MAX:
        raise BadRecord("The file has too many seats or steps, or no seats.")
    if record.status not in ("running", "finished"):
        raise BadRecord(f'The file is malformed: "status" is {record.status[:40]!r}.')
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError:
        raise BadRecord('The file is malformed: "seed" is not hexadecimal.') from None
    if len(seed) != 32 or commitment(seed) != record.commitment:
        raise BadRecord("The seed in the file does not have the digest that stands beside it.")
    return record


def lines_digest(lines: Iterable[bytes]) -> str:
    """The digest of a log: of its lines, JSON as stored, version by version from 0 on."""
    digest = sha256()
    for stored in lines:
        digest.update(len(stored).to_bytes(8, "big") + stored)
    return digest.hexdigest()


def replayed(
    record: Record,
    game: Game[Any, Any],
    data: Mapping[str, Any],
    digests: Mapping[str, str],
    *,
    watched: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> Driver:
    """The game played again to its last row, with its whole log but the opening; each step runs inside `watched()`.

    `digests` are those of the data sets given. Raises BadRecord where the file is of another game or other data, where
    a step cannot be made again, and where log or state come out differently.
    """
    if record.game != game.slug:
        raise BadRecord(f"The file is a game of {record.game[:40]}, not of {game.slug}.")
    low, high = game.seats
    if not low <= len(record.seats) <= high:
        raise BadRecord(f"{game.name} is for {low} to {high} players; the file has {len(record.seats)}.")
    if dict(digests) != record.data:
        names = sorted(name for name in {*digests, *record.data} if digests.get(name) != record.data.get(name))
        raise BadRecord(f"The game was played with other data than here: {', '.join(names)}.")
    driver = _begun(record, game, data)
    for version, row in enumerate(record.rows, 1):
        try:
            with watched():
                driver.replay(driver.codec.unrow(msgspec.json.encode(row.step)))
        except Exception as why:
            raise BadRecord(f"Step {version} cannot be made again ({why}).{_other_rules(record, game)}") from None
        if driver.version != version or driver.log[-1].seat != row.seat:
            raise BadRecord(f"Step {version} is not what the file says.{_other_rules(record, game)}")
    told = [record.opening, *(entry.lines for entry in driver.log)]
    if lines_digest(msgspec.json.encode(lines) for lines in told) != record.lines:
        raise BadRecord(f"Played again, the log comes out differently.{_other_rules(record, game)}")
    if driver.digest() != record.digest:
        raise BadRecord(f"Played again, the game comes out differently.{_other_rules(record, game)}")
    if driver.finished and record.status != "finished":
        raise BadRecord("The game is over after its last step, but the file says that it runs.")
    return driver


def _begun(record: Record, game: Game[Any, Any], data: Mapping[str, Any]) -> Driver:
    try:
        options = settle(options_of(game, record.data), record.options, len(record.seats))
        driver = load(
            game, len(record.seats), options, bytes.fromhex(record.seed), data, msgspec.json.encode(record.start)
        )
    except Refused as why:
        raise BadRecord(f"The options in the file are not possible here: {why}") from None
    except Exception as why:
        raise BadRecord(f"The start of the game cannot be read ({why}).{_other_rules(record, game)}") from None
    if driver.version != 0:
        raise BadRecord("The start in the file is not the state after the set-up.")
    return driver


def _other_rules(record: Record, game: Game[Any, Any]) -> str:
    if record.rules == game.rules:
        return ""
    return f" It was played with rules number {record.rules}; here they have number {game.rules}."
