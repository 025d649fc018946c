"""Phases: the states of a game. A phase says who must act, what is legal, and what a move does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from parlor.engine.errors import RulesError
from parlor.engine.frozen import Frozen
from parlor.engine.ids import Seat
from parlor.engine.moves import Legal, Move

if TYPE_CHECKING:
    from parlor.engine.context import Context

P = TypeVar("P")


class Phase(Frozen, Generic[P], frozen=True, tag_field="kind", tag=True):
    """Base of a game's phases. Its fields are parameters that everybody sees.

    `prompt` tells the table what is waited for, `ask` asks the one who must act; both may use `{seat}` and the fields.
    A phase with several seats waits for each of them. With `sealed`, their choices stay unseen until all are in.
    """

    prompt: ClassVar[str] = ""
    ask: ClassVar[str] = ""
    sealed: ClassVar[bool] = False

    def seats(self, p: P) -> Sequence[Seat]:
        """Who must act. Nobody: then `enter` runs once when the phase comes to the top."""
        return ()

    def legal(self, p: P, seat: Seat) -> Legal:
        """All that the seat may do, in a fixed order. What is not here is refused."""
        return ()

    def apply(self, p: P, seat: Seat, move: Any, ctx: Context) -> Next:
        """Changes the position for a legal move and returns the phases that come next, in order."""
        raise RulesError(f"{type(self).__name__} has seats that act, so it needs apply (or sealed and resolve)")

    def enter(self, p: P, ctx: Context) -> Next:
        """What a phase without seats does when it comes to the top; returns the phases that come next."""
        return None

    def resolve(self, p: P, moves: Mapping[Seat, Any], ctx: Context) -> Next:
        """Takes the place of apply in a sealed phase: all choices at once, in the order of the seats."""
        raise RulesError(f"{type(self).__name__} is sealed, so it needs resolve")

    def settled(self, p: P, chosen: Mapping[Seat, Any]) -> bool:
        """Whether a sealed phase may end before all have chosen."""
        return False

    def skip(self, p: P, seat: Seat) -> Move | None:
        """The move made for a seat that does not answer, where a turn may be skipped; else None."""
        return None


class End:
    """Returned by apply, enter or resolve: the game ends, whatever was waiting."""

    __slots__ = ()


class Leave:
    """Returned by apply, enter or resolve: drops all that waits above the nearest phase of this kind."""

    __slots__ = ("kind",)

    def __init__(self, kind: type[Phase[Any]]) -> None:
        self.kind = kind


class PlayOn:
    """Returned by `Game.leave`: a bot plays on for the seat that left."""

    __slots__ = ()


Step = Phase[Any] | End | Leave
Next = Step | Sequence[Step] | None
