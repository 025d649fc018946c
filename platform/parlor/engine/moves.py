"""Moves: small frozen structs that say what a player chooses, and patterns for choices too many to list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from parlor.engine.chance import Stream
from parlor.engine.errors import DesignError, Illegal
from parlor.engine.frozen import Frozen
from parlor.engine.log import _


class Move(Frozen, frozen=True, tag_field="kind", tag=True, forbid_unknown_fields=True):
    """Base of a game's moves. Fields are ids (text), seats, numbers, booleans, and tuples of these.

    `label` is the text of its button; `{card}` in it stands for the field of that name.
    """

    label: ClassVar[str] = ""


def short(value: object, length: int = 40) -> str:
    """The beginning of a value as text that can be sent, for a sentence about something that somebody sent."""
    shown = str(value)
    cut = shown if len(shown) <= length else shown[:length] + "…"
    return cut.encode("utf-8", "replace").decode()


class Part(msgspec.Struct, frozen=True, tag_field="part", tag=str.lower):
    """What a player may put into one field of a pattern."""

    def permits(self, value: Any) -> str | None:
        """Why the value is not allowed, as a sentence; None when it is."""
        raise TypeError(f"{type(self).__name__} must say what it permits")


class One(Part, frozen=True):
    """One of the listed values; None too where it is optional."""

    of: tuple[Any, ...]
    optional: bool = False

    def permits(self, value: Any) -> str | None:
        if value in self.of or (self.optional and value is None):
            return None
        return f"{short(value)} cannot be chosen here."


class Many(Part, frozen=True):
    """From `min` to `max` different ones of the listed values; `ordered` when their order matters."""

    of: tuple[Any, ...]
    min: int
    max: int
    ordered: bool = False

    def permits(self, value: Any) -> str | None:
        if not isinstance(value, list | tuple):
            return "A list is needed here."
        if not self.min <= len(value) <= self.max:
            many = str(self.min) if self.min == self.max else f"{self.min} to {self.max}"
            return f"Choose {many} here, not {len(value)}."
        for position, item in enumerate(value):
            if item not in self.of:
                return f"{short(item)} cannot be chosen here."
            if item in value[:position]:
                return f"{short(item)} is chosen twice."
        return None


class Text(Part, frozen=True):
    """Free text of `min` to `max` characters."""

    min: int = 0
    max: int = 200

    def permits(self, value: Any) -> str | None:
        if not isinstance(value, str) or not self.min <= len(value) <= self.max:
            return f"A text of {self.min} to {self.max} characters is needed here."
        return None


class Number(Part, frozen=True):
    """A whole number from `min` to `max`."""

    min: int
    max: int

    def permits(self, value: Any) -> str | None:
        if type(value) is not int or not self.min <= value <= self.max:
            return f"A number from {self.min} to {self.max} is needed here."
        return None


class Flag(Part, frozen=True):
    """Yes or no."""

    def permits(self, value: Any) -> str | None:
        return None if isinstance(value, bool) else "Yes or no is needed here."


def one(of: Sequence[Any], *, optional: bool = False) -> One:
    """A field that takes one of these values."""
    return One(tuple(of), optional)


def many(of: Sequence[Any], min: int = 0, max: int | None = None, *, ordered: bool = False) -> Many:  # noqa: A002
    """A field that takes several different ones of these values."""
    return Many(tuple(of), min, len(of) if max is None else max, ordered)


def text(min: int = 0, max: int = 200) -> Text:  # noqa: A002
    """A field that takes free text."""
    return Text(min, max)


def between(min: int, max: int) -> Number:  # noqa: A002
    """A field that takes a whole number."""
    return Number(min, max)


def flag() -> Flag:
    """A field that takes yes or no."""
    return Flag()


def fine(move: Any) -> None:
    """The check of a pattern whose parts say everything."""


class Pattern:
    """Many moves of one kind, described instead of listed.

    `parts` has one entry per field of the kind (else DesignError). `check(move)` raises Illegal("why") for what the
    parts cannot say; `sample(stream)` makes one legal move, for bots, the kit, and the example that programs are shown.
    Where a good one takes a data set of the game, give `sample_from(stream, data)` instead; `data` is as `ctx.data`,
    and empty for a pattern that no driver offers.
    """

    __slots__ = ("_sample", "_sample_from", "check", "data", "kind", "parts")

    def __init__(
        self,
        kind: type[Move],
        parts: Mapping[str, Part],
        *,
        sample: Callable[[Stream], Move] | None = None,
        sample_from: Callable[[Stream, Mapping[str, Any]], Move] | None = None,
        check: Callable[[Any], None] = fine,
    ) -> None:
        if (sample is None) == (sample_from is None):
            raise DesignError(f"Pattern({kind.__name__}, ...) needs sample or sample_from, and not both")
        if set(parts) != set(kind.__struct_fields__):
            named = ", ".join(kind.__struct_fields__)
            raise DesignError(f"Pattern({kind.__name__}, ...) has a part for each field and no other: {named}")
        self.kind = kind
        self.parts = {field: parts[field] for field in kind.__struct_fields__}
        self.check = check
        self.data: Mapping[str, Any] = {}
        self._sample = sample
        self._sample_from = sample_from

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pattern) and self.kind is other.kind and self.parts == other.parts

    def __hash__(self) -> int:
        return hash((self.kind, tuple(self.parts)))

    def __repr__(self) -> str:
        return f"Pattern({self.kind.__name__}, {self.parts})"

    def sample(self, stream: Stream) -> Move:
        """One of these moves, at random."""
        if self._sample is not None:
            return self._sample(stream)
        assert self._sample_from is not None
        return self._sample_from(stream, self.data)

    def permit(self, move: Move) -> None:
        """Returns when the move is one of these. Raises Illegal with a sentence otherwise."""
        if type(move) is not self.kind:
            raise Illegal(_("That is not possible now."))
        for field, part in self.parts.items():
            why = part.permits(getattr(move, field))
            if why is not None:
                raise Illegal(why)
        self.check(move)


Legal = Sequence[Move | Pattern]


def permit(legal: Legal, move: Move) -> None:
    """Returns when the move is offered. Raises Illegal with the best reason there is."""
    if move in legal:
        return
    reason: Illegal | None = None
    for offer in legal:
        if isinstance(offer, Pattern) and type(move) is offer.kind:
            try:
                offer.permit(move)
            except Illegal as why:
                reason = why
            else:
                return
    raise reason or Illegal(_("That is not possible now."))


def pick(legal: Legal, stream: Stream) -> Move:
    """One of the offered moves at random; a pattern counts once and then samples."""
    offer = legal[stream.below(len(legal))]
    return offer if isinstance(offer, Move) else offer.sample(stream)
