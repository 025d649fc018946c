"""The position: all that lies on the table, as a typed struct whose fields say who sees them."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec


class Supply(msgspec.Struct, frozen=True):
    """Fields among which one set of cards wanders, so that what a seat cannot see can be dealt anew.

    `fields` are names of the position's fields (`areas.hand` for a field of a nested part) that hold ids; `back`
    says what the back of a card shows: cards are only ever exchanged for others with an equal back.
    """

    fields: tuple[str, ...]
    back: Callable[[str], str] | None = None


class Opens(msgspec.Struct, frozen=True):
    """The field is public at tables whose option has this value."""

    field: str
    option: str
    value: str | int | bool


class Position(msgspec.Struct):
    """Base of a game's position. Fields are text, numbers, booleans, None, lists, dicts and parts; no sets."""

    supplies: ClassVar[tuple[Supply, ...]] = ()
    opens: ClassVar[tuple[Opens, ...]] = ()
    reveal_at_end: ClassVar[tuple[str, ...]] = ()


class Part(msgspec.Struct):
    """Base of a struct inside a position, such as what lies before one player. Its fields bear marks too."""


class View(msgspec.Struct):
    """What one seat (or a spectator) sees of a position. Declare `class GameView(GamePosition, View)`."""
