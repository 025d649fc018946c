"""Chance: named streams of draws from one secret seed, the same on every machine and Python release.

Algorithm `parlor-1`, so that anybody can rerun a draw once the seed is known. Block i of a stream is
SHA-256(seed + name in UTF-8 + one zero byte + i as eight bytes, big-endian). A block holds eight big-endian words of
32 bits. To draw below n, take the next word w of the stream, skip it while w >= 2**32 - 2**32 % n, and return
w % n. A shuffle exchanges, for i from the last place down to 1, the things at i and at a draw below i + 1.
The commitment shown when a game starts is SHA-256(seed) in hexadecimal.
"""

from __future__ import annotations

import struct
from collections.abc import MutableSequence, Sequence
from hashlib import sha256
from typing import Any, TypeVar

from parlor.engine.errors import RulesError

T = TypeVar("T")
WORDS = 2**32
Drawn = tuple[int, dict[str, int], dict[str, list[Any]] | None]
_block = struct.Struct(">8I")


def commitment(seed: bytes) -> str:
    """The digest that binds a server to a seed without telling it: 64 hexadecimal digits."""
    return sha256(seed).hexdigest()


class Stream:
    """Draws of one name. Made by `Chance`; drawing moves the counter that the chance keeps for the name."""

    __slots__ = ("_at", "_chance", "_name", "_prefix", "_words")

    def __init__(self, chance: Chance, name: str) -> None:
        self._chance = chance
        self._name = name
        self._prefix = chance.seed + name.encode() + b"\0"
        self._at = -1
        self._words: tuple[int, ...] = ()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely. Raises RulesError unless 1 <= n <= 2**32."""
        if not 1 <= n <= WORDS:
            raise RulesError(f"chance {self._name!r}: cannot draw below {n}")
        chance = self._chance
        chance.draws += 1
        scripted = chance.script.get(self._name)
        if scripted:
            value = scripted.pop(0)
            if type(value) is not int or not 0 <= value < n:
                raise RulesError(f"chance {self._name!r}: the script has {value!r} where a number below {n} is drawn")
            return value
        limit = WORDS - WORDS % n
        used = chance.counters.get(self._name, 0)
        while True:
            block, index = used >> 3, used & 7
            if block != self._at:
                self._words = _block.unpack(sha256(self._prefix + block.to_bytes(8, "big")).digest())
                self._at = block
            word = self._words[index]
            used += 1
            if word < limit:
                chance.counters[self._name] = used
                return word % n

    def shuffle(self, things: MutableSequence[T]) -> None:
        """Puts the things in a random order, in place. A script gives the whole order at once, as a list."""
        script = self._chance.script.get(self._name)
        if script and isinstance(script[0], list):
            self._chance.draws += 1
            order = script.pop(0)
            if sorted(order) != sorted(things):  # type: ignore[type-var]
                raise RulesError(f"chance {self._name!r}: the scripted order does not hold the same things")
            things[:] = order
            return
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]

    def choice(self, things: Sequence[T]) -> T:
        """One of the things, each as likely. Raises RulesError when there are none."""
        return things[self.below(len(things))]

    def sample(self, things: Sequence[T], k: int) -> list[T]:
        """k different places of the sequence, in random order."""
        rest = list(things)
        return [rest.pop(self.below(len(rest))) for _ in range(k)]

    def roll(self, sides: int = 6) -> int:
        """A die: 1 to `sides`."""
        return self.below(sides) + 1


class Chance:
    """The draws of one game: a seed and how many words of each stream are used up. `chance("deck")` is a stream."""

    __slots__ = ("_streams", "counters", "draws", "script", "seed")

    def __init__(self, seed: bytes, counters: dict[str, int] | None = None) -> None:
        self.seed = seed
        self.counters = dict(counters or {})
        self.script: dict[str, list[Any]] = {}
        self.draws = 0
        self._streams: dict[str, Stream] = {}

    @classmethod
    def scripted(cls, seed: bytes = b"", **script: list[Any]) -> Chance:
        """Chance whose first outcomes are given by stream name, for a recorded deal; after them the seed decides.

        Numbers answer `below` (0-based), whole lists answer `shuffle`.
        """
        chance = cls(seed)
        chance.script = {name: list(outcomes) for name, outcomes in script.items()}
        return chance

    def mark(self) -> Drawn:
        """Where the draws stand now, for `back`."""
        script = {name: list(rest) for name, rest in self.script.items()} if self.script else None
        return self.draws, self.counters.copy(), script

    def back(self, mark: Drawn) -> None:
        """Makes undone all draws since the mark."""
        self.draws, self.counters, script = mark
        if script is not None:
            self.script = script

    def __call__(self, name: str) -> Stream:
        stream = self._streams.get(name)
        if stream is None:
            stream = self._streams[name] = Stream(self, name)
        return stream
