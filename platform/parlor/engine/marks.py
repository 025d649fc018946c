"""Marks: every field of a position says who sees it, and its type in a view follows from that.

A mark wraps the type of the field: `deck: Counted[list[Card]]`. At run time it is plain `Annotated` metadata. For
a type checker it is a descriptor, so that the same field is `list[Card]` in the position and `int` in a view.

| mark | others see | type in a view |
|---|---|---|
| Public  | all of it | unchanged |
| Hidden  | nothing, nobody | None |
| Counted | how many | int; for a dict of lists, a dict of int |
| Owner   | a list by seat: own entry only | list with None for the others |
| Hand    | a list by seat: own cards, of the others how many (or the backs) | list of list, int or backs |
| Team    | a list by seat: entries of the own team | list with None for the others |
| Others  | a list by seat: every entry but the own | list with None for the own |

A nested `Part` may be listed by seat; its fields bear marks too, and "own" then means the part at the own seat. A
part that is in no such list belongs to nobody.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar, overload

if TYPE_CHECKING:
    from parlor.engine.position import Position, View

T = TypeVar("T")
K = TypeVar("K")
X = TypeVar("X")


class Mark(enum.Enum):
    """Who sees a field."""

    PUBLIC = "public"
    HIDDEN = "hidden"
    COUNTED = "counted"
    OWNER = "owner"
    HAND = "hand"
    TEAM = "team"
    OTHERS = "others"


if TYPE_CHECKING:

    class _Field(Generic[T]):
        def __set__(self, obj: Any, value: T) -> None: ...

    class Public(_Field[T]):
        def __get__(self, obj: Any, owner: Any = ...) -> T: ...

    class Hidden(_Field[T]):
        @overload
        def __get__(self, obj: View, owner: Any = ...) -> T | None: ...
        @overload
        def __get__(self, obj: Position, owner: Any = ...) -> T: ...
        def __get__(self, obj: Any, owner: Any = ...) -> Any: ...

    class Counted(_Field[T]):
        @overload
        def __get__(self: Counted[dict[K, list[X]]], obj: View, owner: Any = ...) -> dict[K, int]: ...
        @overload
        def __get__(self, obj: View, owner: Any = ...) -> int: ...
        @overload
        def __get__(self, obj: Position, owner: Any = ...) -> T: ...
        def __get__(self, obj: Any, owner: Any = ...) -> Any: ...

    class _Entries(_Field[T]):
        @overload
        def __get__(self: _Entries[list[X]], obj: View, owner: Any = ...) -> list[X | None]: ...
        @overload
        def __get__(self, obj: Position, owner: Any = ...) -> T: ...
        def __get__(self, obj: Any, owner: Any = ...) -> Any: ...

    class Owner(_Entries[T]): ...

    class Team(_Entries[T]): ...

    class Others(_Entries[T]): ...

    class Hand(_Field[T]):
        @overload
        def __get__(self: Hand[list[X]], obj: View, owner: Any = ...) -> list[X | int | list[str]]: ...
        @overload
        def __get__(self, obj: Position, owner: Any = ...) -> T: ...
        def __get__(self, obj: Any, owner: Any = ...) -> Any: ...

else:
    Public = Annotated[T, Mark.PUBLIC]
    Hidden = Annotated[T, Mark.HIDDEN]
    Counted = Annotated[T, Mark.COUNTED]
    Owner = Annotated[T, Mark.OWNER]
    Hand = Annotated[T, Mark.HAND]
    Team = Annotated[T, Mark.TEAM]
    Others = Annotated[T, Mark.OTHERS]
