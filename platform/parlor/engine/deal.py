"""A game told by how it was dealt, with the steps since: of one whose set-up failed, and of one that the kit played.

The file of format "parlor-deal", number 1, is one object:

* `game`, `rules`, `seats` (how many), `options`, `seed` (hexadecimal): from these the set-up follows
* `data` (name of each data set -> sha256); left out where they are the game's own
* `rows`: the steps to version 1, 2, …, as the driver stores them; none where the set-up itself failed
* `fault`: what went wrong, as `error`; with `version`, `seat` and `move` where it was a move
"""

from __future__ import annotations

from typing import Any

import msgspec

from parlor.engine.record import BadRecord

FORMAT = "parlor-deal"
NUMBER = 1


class Deal(msgspec.Struct, kw_only=True):
    """How a game was dealt and went on; the module tells what the fields mean."""

    format: str = FORMAT
    number: int = NUMBER
    game: str
    rules: int = 0
    seats: int
    options: dict[str, str | int | bool] = {}
    data: dict[str, str] = {}
    seed: str
    rows: list[dict[str, Any]] = []
    fault: dict[str, Any] = {}


class _Head(msgspec.Struct):
    format: str | None = None


def is_deal(content: bytes) -> bool:
    """Whether the file says that it is one."""
    try:
        return msgspec.json.decode(content, type=_Head).format == FORMAT
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def write(deal: Deal) -> bytes:
    """The file, as UTF-8 JSON that people can read too."""
    return msgspec.json.format(msgspec.json.encode(deal), indent=1) + b"\n"


def read(content: bytes) -> Deal:
    """The deal in a file. Raises BadRecord, whose text says what is wrong with it."""
    try:
        deal = msgspec.json.decode(content, type=Deal)
        if len(bytes.fromhex(deal.seed)) != 32:
            raise ValueError("its seed has not 64 hexadecimal digits")
    except (ValueError, RecursionError) as why:  # also what is no JSON, or another object
        raise BadRecord(f"The file is malformed: {why}.") from None
    if deal.format != FORMAT or deal.number != NUMBER:
        raise BadRecord(f"The file has number {deal.number} of {deal.format[:40]}; this release reads number {NUMBER}.")
    return deal
