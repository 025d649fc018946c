"""The log: messages with values; who may see a value is fixed when written; rendered in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from parlor.engine.ids import is_id, seat_of


def _(message: str) -> str:
    """Marks a text of a game for translation; the platform translates it when it is shown."""
    return message


class Plural(msgspec.Struct, frozen=True):
    """A message in two forms, chosen by the number named `by`."""

    one: str
    many: str
    by: str


class Phrase(msgspec.Struct, frozen=True):
    """A text with values, such as the name of a card: `Phrase(_("card {n}"), {"n": 17})`."""

    message: str | Plural
    values: dict[str, Any] = {}


class Only(msgspec.Struct, frozen=True):
    """A value in a log line that these seats alone may see."""

    value: Any
    seats: tuple[int, ...]


class Line(msgspec.Struct, gc=False):
    """One line: message, values (numbers, ids, texts, lists of these), and for values not public the seats that see."""

    message: str | Plural
    values: dict[str, Any] = {}
    seen: dict[str, tuple[int, ...]] = {}


class Entry(msgspec.Struct, gc=False):
    """What the log says of one version of the game. `struck` when the move was taken back."""

    version: int
    seat: int | None
    lines: list[Line]
    struck: bool = False


Translate = Callable[[str], str]
TranslateMany = Callable[[str, str, int], str]
Namer = Callable[[str], "str | Phrase"]
Person = Callable[[int], str]
Show = Callable[[str, str], str]


def _plain(thing: str, name: str) -> str:
    return name


class Reader(msgspec.Struct):
    """Renders log lines and phrases for one seat (None: a spectator) in one language.

    `people` gives the name of a seat, `namer` the name of an id (see `Game.name_of`), `show(id, name)` may wrap a name
    in markup; names of people and texts pass through it as well, so that it is the one place that escapes.
    """

    seat: int | None
    people: Person
    namer: Namer
    translate: Translate = str
    translate_many: TranslateMany = lambda one, many, n: one if n == 1 else many
    show: Show = _plain
    unseen: str = "?"
    unseen_card: str = _("a card")

    def line(self, line: Line) -> str:
        """The text of a line, with what this reader may not see replaced."""
        if not line.seen:
            return self.fill(line.message, line.values)
        hidden = {name for name, seats in line.seen.items() if self.seat is None or self.seat not in seats}
        return self.fill(line.message, line.values, hidden)

    def fill(
        self, message: str | Plural, values: Mapping[str, Any], hidden: set[str] | frozenset[str] = frozenset()
    ) -> str:
        """The translated message with its values put in; a broken message shows itself rather than failing."""
        if isinstance(message, Plural):
            text = self.translate_many(message.one, message.many, _how_many(message, values, hidden))
        else:
            text = self.translate(message) if message else ""
        shown = {name: self._hidden(value) if name in hidden else self.value(value) for name, value in values.items()}
        try:
            return text.format_map(shown)
        except (KeyError, IndexError, ValueError, AttributeError, TypeError):
            return text

    def value(self, value: Any) -> str:
        """The text of one value: a person, a thing by its name, a number, or several of them."""
        if not isinstance(value, str):
            if isinstance(value, list | tuple):
                return ", ".join(self.value(item) for item in value)
            if isinstance(value, dict):  # a phrase that was stored
                value = msgspec.convert(value, Phrase)
            return self.fill(value.message, value.values) if isinstance(value, Phrase) else str(value)
        if is_id(value):
            seat = _seat(value)
            if seat is not None:
                return self.show(value, self.people(seat))
            name = self.namer(value)
            return self.show(value, self.value(name) if isinstance(name, Phrase) else self.translate(name))
        return self.show("", self.translate(value) if value else "")

    def _hidden(self, value: Any) -> str:
        if isinstance(value, list | tuple):
            return str(len(value))
        card = isinstance(value, str) and "-" in value and _seat(value) is None
        return self.translate(self.unseen_card if card else self.unseen)


def _seat(thing: str) -> int | None:
    return _numbered(thing) if thing.startswith("seat-") else None


@lru_cache(maxsize=64)
def _numbered(thing: str) -> int | None:
    try:
        return seat_of(thing)
    except ValueError:
        return None


def _how_many(message: Plural, values: Mapping[str, Any], hidden: set[str] | frozenset[str]) -> int:
    """The number that chooses between the two forms; several where the reader may not know it."""
    count = values.get(message.by)
    if isinstance(count, list | tuple):
        return len(count)
    return count if isinstance(count, int) and message.by not in hidden else 2
