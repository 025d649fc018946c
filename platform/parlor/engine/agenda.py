"""The agenda: the phases that wait, as plain data. The last frame is the one that runs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from parlor.engine.errors import RulesError
from parlor.engine.ids import Seat
from parlor.engine.phases import End, Leave, Next, Phase

PASSES = 1000


class Frame(msgspec.Struct, frozen=True, gc=False):
    """A phase on the agenda. `seats` is None until it comes to the top; `n` is its number in this game.

    In a phase with several seats, `acted` are those done with it, and `branches` holds what each of their moves made
    come next, side by side.
    """

    phase: Any
    n: int
    seats: tuple[int, ...] | None = None
    acted: tuple[int, ...] = ()
    branches: tuple[tuple[int, tuple[Frame, ...]], ...] = ()


Stack = tuple[Frame, ...]
Path = tuple[int, ...]


def open_decisions(stack: Stack, path: Path = ()) -> Iterator[tuple[Seat, Frame, Path]]:
    """Who is asked, by which frame, and in which branch it lies."""
    if not stack:
        return
    top = stack[-1]
    for seat in top.seats or ():
        if seat not in top.acted:
            yield Seat(seat), top, path
    for seat, branch in top.branches:
        yield from open_decisions(branch, (*path, seat))


def seats_of(phase: Phase[Any], p: Any, ctx: Any) -> tuple[int, ...]:
    """Who must act in the phase. Raises RulesError for seats that the table does not have, or asked twice."""
    seats = tuple(phase.seats(p))
    for seat in seats:
        if not 0 <= seat < len(ctx.seats):
            raise RulesError(f"{type(phase).__name__} asks seat {seat}, which this table does not have")
    if len(seats) > 1 and len(set(seats)) < len(seats):
        raise RulesError(f"{type(phase).__name__} asks a seat twice: {list(seats)}")
    return seats


class Pusher:
    """Turns what rules return into frames of the game's `kinds` of phases, and numbers them."""

    __slots__ = ("ended", "kinds", "n")

    def __init__(self, n: int, kinds: Collection[type]) -> None:
        self.n = n
        self.kinds = kinds
        self.ended = False

    def over(self) -> bool:
        """Whether an End() was returned."""
        return self.ended

    def push(self, stack: list[Frame], after: Next, source: Phase[Any] | None) -> bool:
        """Puts the phases that come next on the stack. False, and nothing done, when a Leave finds no phase here."""
        if after is None:
            return True
        phases: list[Phase[Any]] = []
        keep = len(stack)
        for item in after if isinstance(after, tuple | list) else (after,):
            if isinstance(item, Phase):
                if type(item) not in self.kinds:
                    raise RulesError(f"{type(item).__name__} is not among the game's phases; add it to `phases`")
                phases.append(item)
            elif isinstance(item, End):
                self.ended = True
                stack.clear()
                return True
            elif isinstance(item, Leave):
                while keep and not isinstance(stack[keep - 1].phase, item.kind):
                    keep -= 1
                if not keep:
                    return False
            else:
                name = type(source).__name__ if source is not None else "the game"
                raise RulesError(f"{name} returned {item!r}; return phases, End(), Leave(...) or nothing")
        del stack[keep:]
        for phase in reversed(phases):
            self.n += 1
            stack.append(Frame(phase, self.n))
        return True


def lost(phase: Phase[Any] | None) -> RulesError:
    """The error for a Leave that finds no phase of its kind anywhere."""
    name = type(phase).__name__ if phase is not None else "the game"
    return RulesError(f"{name} leaves for a phase that does not wait")


def replace(stack: Stack, path: Path, frame: Frame, seat: int | None, after: Next, pusher: Pusher) -> list[Frame]:
    """The agenda after `seat` acted in `frame` (None: all have, as in a sealed phase), with what comes next."""
    replaced = _replace(stack, path, frame, seat, after, pusher)
    if replaced is None:
        raise lost(frame.phase)
    return [] if pusher.ended else replaced


def _replace(
    stack: Stack, path: Path, frame: Frame, seat: int | None, after: Next, pusher: Pusher
) -> list[Frame] | None:
    """As `replace`, or None when a Leave finds no phase here: then it looks below the phase that this branches from."""
    rest = list(stack)
    top = rest.pop()
    if path:
        branches = dict(top.branches)
        inner = _replace(branches[path[0]], path[1:], frame, seat, after, pusher)
        if inner is not None:
            branches[path[0]] = tuple(inner)
            rest.append(msgspec.structs.replace(top, branches=tuple((s, b) for s, b in branches.items() if b)))
            return rest
    elif seat is not None and len(top.seats or ()) > 1:
        branch: list[Frame] = []
        if pusher.push(branch, after, frame.phase):
            added = ((seat, tuple(branch)),) if branch else ()
            rest.append(msgspec.structs.replace(top, acted=(*top.acted, seat), branches=top.branches + added))
            return rest
    return rest if pusher.push(rest, after, frame.phase) else None


def advance(stack: list[Frame], p: Any, ctx: Any, pusher: Pusher) -> None:
    """Runs phases without seats until somebody must decide, or nothing is left. Changes the stack in place."""
    escaped = _advance(stack, p, ctx, pusher)
    if escaped is not None:
        raise lost(escaped[1])
    if pusher.ended:
        stack.clear()


def _advance(stack: list[Frame], p: Any, ctx: Any, pusher: Pusher) -> tuple[Next, Phase[Any]] | None:
    """As `advance`; returns what a phase in this branch returned to leave for one that does not wait in it."""
    passes = 0
    while stack and not pusher.ended:
        top = stack[-1]
        seats = top.seats
        if seats is None:
            seats = seats_of(top.phase, p, ctx)
            if seats:
                stack[-1] = Frame(top.phase, top.n, seats)
                return None
            stack.pop()
            passes += 1
            if passes > PASSES:
                raise RulesError(f"{type(top.phase).__name__}: {PASSES} phases passed without a decision")
            after = top.phase.enter(p, ctx)
            if not pusher.push(stack, after, top.phase):
                return after, top.phase
            continue
        branches: list[tuple[int, Stack]] = []
        escaped = None
        for seat, branch in top.branches:
            inner = list(branch)
            escaped = _advance(inner, p, ctx, pusher)
            if escaped is not None:
                break
            if pusher.over():
                return None
            if inner:
                branches.append((seat, tuple(inner)))
        if escaped is not None:
            stack.pop()
            if not pusher.push(stack, *escaped):
                return escaped
            continue
        if tuple(branches) != top.branches:
            stack[-1] = Frame(top.phase, top.n, seats, top.acted, tuple(branches))
        if branches or len(top.acted) < len(seats):
            return None
        stack.pop()
    return None
