"""Moves and stored steps to and from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Union

import msgspec

from parlor.engine.errors import Illegal
from parlor.engine.ids import Seat, seat_id, seat_of
from parlor.engine.layout import fields
from parlor.engine.moves import Move

if TYPE_CHECKING:
    from parlor.engine.game import Game


class Row(msgspec.Struct, frozen=True, gc=False):
    """One step of a game as it is stored: from the rows, the seed and the options the whole game follows.

    `do` is move, sealed (the choices of the sealed phase in `frame`, by seat), undo or leave.
    """

    do: str
    seat: int | None = None
    move: Move | None = None
    frame: int | None = None
    moves: dict[int, Move] | None = None


class _Stored(msgspec.Struct, omit_defaults=True):
    do: str
    seat: int | None = None
    move: dict[str, Any] | None = None
    frame: int | None = None
    moves: dict[int, dict[str, Any]] | None = None


class Codec:
    """Moves and phases of one game to and from JSON. In moves a seat is written `seat-2`."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.kinds = {kind.__name__: kind for kind in game.moves}
        self.phases = {kind.__name__: kind for kind in game.phases}
        self.phase_type: Any = Union[tuple(game.phases)]  # noqa: UP007 - built from a tuple
        self.seat_fields = {kind.__name__: tuple(name for name, hint in fields(kind).items() if _names_seat(hint)) for kind in game.moves}

    def move(self, raw: object) -> Move:
        """The move that a program or page sent. Raises Illegal with a sentence when it is none of this game's."""
        if not isinstance(raw, Mapping) or not isinstance(raw.get("kind"), str):
            raise Illegal('A move is an object with a "kind".')
        kind = self.kinds.get(raw["kind"])
        if kind is None:
            raise Illegal(f"There is no move {raw['kind'][:40]}.")
        values = dict(raw)
        try:
            for field in self.seat_fields[kind.__name__]:
                if field in values:
                    values[field] = _seats_in(values[field])
            return msgspec.convert(values, kind)
        except (msgspec.ValidationError, ValueError, TypeError, RecursionError) as why:
            raise Illegal(f"The move is malformed: {why}.") from None

    def row(self, row: Row) -> bytes:
        """The stored form of a step, as JSON bytes."""
        move = None if row.move is None else self.raw(row.move)
        moves = None if row.moves is None else {seat: self.raw(move) for seat, move in row.moves.items()}
        return msgspec.json.encode(_Stored(row.do, row.seat, move, row.frame, moves))

    def unrow(self, stored: bytes) -> Row:
        """The step that `row` wrote."""
        raw = msgspec.json.decode(stored, type=_Stored)
        move = None if raw.move is None else self.move(raw.move)
        moves = None if raw.moves is None else {seat: self.move(one) for seat, one in raw.moves.items()}
        return Row(raw.do, raw.seat, move, raw.frame, moves)

    def raw(self, move: Move) -> dict[str, Any]:
        """The JSON form of a move, as `move` takes it."""
        raw: dict[str, Any] = msgspec.to_builtins(move)
        for field in self.seat_fields.get(type(move).__name__, ()):
            raw[field] = _seats_out(raw[field])
        return raw


def _names_seat(hint: Any) -> bool:
    if hint is Seat:
        return True
    args = getattr(hint, "__args__", ())
    return any(_names_seat(arg) for arg in args)


def _seats_in(value: Any) -> Any:
    if isinstance(value, list):
        return [_seats_in(item) for item in value]
    if value is None:
        return None
    if not isinstance(value, str):
        raise ValueError(f"{value!r} names no seat")
    return seat_of(value)


def _seats_out(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_seats_out(item) for item in value]
    return value if value is None else seat_id(value)


_codecs: dict[type, Codec] = {}


def codec(game: Game[Any, Any]) -> Codec:
    """The codec of a game, made once."""
    known = _codecs.get(type(game))
    if known is None:
        known = _codecs[type(game)] = Codec(game)
    return known
