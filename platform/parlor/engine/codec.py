"""Moves and stored steps to and from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Union

import msgspec

from parlor.engine.chance import Stream
from parlor.engine.compiling import fields
from parlor.engine.errors import Illegal
from parlor.engine.ids import Seat, seat_id, seat_of
from parlor.engine.moves import Legal, Move, Pattern, short

if TYPE_CHECKING:
    from parlor.engine.game import Game


LARGEST = 2**53 - 1
"""The largest number in a move: what every program that reads JSON can hold."""


class Row(msgspec.Struct, frozen=True, gc=False):
    """One step of a game as it is stored: from the rows, the seed and the options the whole game follows.

    `do` is move, sealed (the choices of the sealed phase in `frame`, by seat), undo, leave, or one of those that set
    the game to a `state` (see `setting_back`).
    """

    do: str
    seat: int | None = None
    move: Move | None = None
    frame: int | None = None
    moves: dict[int, Move] | None = None
    to: int | None = None
    state: dict[str, Any] | None = None
    steps: int = 0
    note: str = ""


class _Stored(msgspec.Struct, omit_defaults=True):
    do: str
    seat: int | None = None
    move: dict[str, Any] | None = None
    frame: int | None = None
    moves: dict[int, dict[str, Any]] | None = None
    to: int | None = None
    state: dict[str, Any] | None = None
    steps: int = 0
    note: str = ""


class Codec:
    """Moves and phases of one game to and from JSON. In moves a seat is written `seat-2`."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.kinds = {kind.__name__: kind for kind in game.moves}
        self.phases = {kind.__name__: kind for kind in game.phases}
        self.phase_type: Any = Union[tuple(game.phases)]  # noqa: UP007 - built from a tuple
        self.seat_fields = {
            kind.__name__: tuple(name for name, hint in fields(kind).items() if _names_seat(hint))
            for kind in game.moves
        }
        self._flat = {kind for kind in game.moves if all(_is_flat(hint) for hint in fields(kind).values())}

    def move(self, raw: object) -> Move:
        """The move that a program or page sent. Raises Illegal with a sentence when it is none of this game's."""
        if not isinstance(raw, Mapping) or not isinstance(raw.get("kind"), str):
            raise Illegal('A move is an object with a "kind".')
        kind = self.kinds.get(raw["kind"])
        if kind is None:
            raise Illegal(f"There is no move {short(raw['kind'])}.")
        values = dict(raw)
        try:
            for one in (*values, *values.values()):
                if type(one) is not str or not one.isascii() or "\0" in one:  # the common case, made short
                    _sound(one)
            for field in self.seat_fields[kind.__name__]:
                if field in values:
                    values[field] = _seats_in(values[field])
            return msgspec.convert(values, kind)
        except (msgspec.ValidationError, ValueError, TypeError, RecursionError) as why:
            raise Illegal(f"The move is malformed: {short(why, 120)}.") from None

    def row(self, row: Row) -> bytes:
        """The stored form of a step, as JSON bytes."""
        move = None if row.move is None else self.raw(row.move)
        moves = None if row.moves is None else {seat: self.raw(move) for seat, move in row.moves.items()}
        return msgspec.json.encode(
            _Stored(row.do, row.seat, move, row.frame, moves, row.to, row.state, row.steps, row.note)
        )

    def unrow(self, stored: bytes) -> Row:
        """The step that `row` wrote."""
        raw = msgspec.json.decode(stored, type=_Stored)
        move = None if raw.move is None else self.move(raw.move)
        moves = None if raw.moves is None else {seat: self.move(one) for seat, one in raw.moves.items()}
        return Row(raw.do, raw.seat, move, raw.frame, moves, raw.to, raw.state, raw.steps, raw.note)

    def choices(self, legal: Legal, stream: Stream) -> list[dict[str, Any]]:
        """What a seat may do in JSON form: complete moves, and patterns with an example drawn from the stream."""
        return [self.raw(offer) if isinstance(offer, Move) else self._pattern(offer, stream) for offer in legal]

    def _pattern(self, pattern: Pattern, stream: Stream) -> dict[str, Any]:
        kind = pattern.kind.__name__
        parts: dict[str, Any] = _listed(msgspec.to_builtins(pattern.parts))
        for field in self.seat_fields[kind]:
            if "of" in parts[field]:
                parts[field]["of"] = _seats_out(parts[field]["of"])
        return {"kind": kind, "pattern": parts, "example": self.raw(pattern.sample(stream))}

    def raw(self, move: Move) -> dict[str, Any]:
        """The JSON form of a move, as `move` takes it."""
        if type(move) in self._flat:
            flat: dict[str, Any] = msgspec.to_builtins(move)
            return flat
        raw: dict[str, Any] = _listed(msgspec.to_builtins(move))
        for field in self.seat_fields.get(type(move).__name__, ()):
            raw[field] = _seats_out(raw[field])
        return raw


def _sound(value: Any) -> None:
    """Raises ValueError for what JSON as others write it, or a database, cannot hold."""
    if isinstance(value, str):
        if "\0" in value or not (value.isascii() or _encodes(value)):
            raise ValueError("a text has a character that cannot be stored")
    elif isinstance(value, int):
        if not -LARGEST <= value <= LARGEST:
            raise ValueError("a number is too large")
    elif isinstance(value, list | tuple):
        for item in value:
            _sound(item)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            _sound(key)
            _sound(item)


def _encodes(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _listed(value: Any) -> Any:
    """The value with lists for tuples, as JSON has it."""
    if isinstance(value, dict):
        return {name: _listed(item) for name, item in value.items()}
    return [_listed(item) for item in value] if isinstance(value, list | tuple) else value


def _is_flat(hint: Any) -> bool:
    """Whether values of this type are in JSON as they are, and name no seat."""
    return hint in (int, str, bool)


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
        raise ValueError(f"a seat is text such as seat-2, not {short(value)}")
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
