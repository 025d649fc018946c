"""Chance that remembers what it drew, so that a set-up can be rerun and checked by others. Never used for playing."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, Literal, TypeVar

import msgspec

from parlor.engine.chance import Chance, Stream

T = TypeVar("T")


class Draw(msgspec.Struct, frozen=True):
    """One draw: below `n` with its outcome, or the shuffle of `n` things, `of` in the order before, `outcome` after.

    Things that are neither numbers nor texts are told by their places before.
    """

    stream: str
    kind: Literal["below", "shuffle"]
    n: int
    outcome: int | list[int | str]
    of: list[int | str] = []


class RecordingChance(Chance):
    """Draws the same as Chance of the same seed, and lists it in `drawn`."""

    __slots__ = ("drawn",)

    def __init__(self, seed: bytes, counters: dict[str, int] | None = None) -> None:
        super().__init__(seed, counters)
        self.drawn: list[Draw] = []

    def __call__(self, name: str) -> Stream:
        stream = self._streams.get(name)
        if stream is None:
            stream = self._streams[name] = _RecordingStream(self, name, self.drawn)
        return stream


class _RecordingStream(Stream):
    __slots__ = ("_drawn", "_shuffling")

    def __init__(self, chance: Chance, name: str, drawn: list[Draw]) -> None:
        super().__init__(chance, name)
        self._drawn = drawn
        self._shuffling = False

    def below(self, n: int) -> int:
        outcome = super().below(n)
        if not self._shuffling:
            self._drawn.append(Draw(self._name, "below", n, outcome))
        return outcome

    def shuffle(self, things: MutableSequence[T]) -> None:
        before: list[Any] = list(things)
        plain = all(type(thing) in (int, str) for thing in before)
        named: list[Any] = before if plain else list(range(len(before)))
        after = list(named)
        self._shuffling = True
        try:
            super().shuffle(after)
        finally:
            self._shuffling = False
        things[:] = after if plain else [before[place] for place in after]
        self._drawn.append(Draw(self._name, "shuffle", len(before), after, list(named)))
