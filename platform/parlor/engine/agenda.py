"""The agenda: the phases that wait, as plain data. The last frame is the one that runs."""

from __future__ import annotations

from collections.abc import Iterator
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


class Pusher:
    """Turns what rules return into frames, and numbers them."""

    __slots__ = ("ended", "n")

    def __init__(self, n: int) -> None:
        self.n = n
        self.ended = False

    def push(self, stack: list[Frame], after: Next, source: Phase[Any] | None) -> bool:
        """Puts the phases that come next on the stack. False when a Leave found no phase of its kind here."""
        if after is None:
            return True
        if isinstance(after, Phase):
            self.n += 1
            stack.append(Frame(after, self.n))
            return True
        items = after if isinstance(after, tuple | list) else (after,)
        phases: list[Phase[Any]] = []
        found = True
        for item in items:
            if isinstance(item, Phase):
                phases.append(item)
            elif isinstance(item, End):
                self.ended = True
                stack.clear()
                return True
            elif isinstance(item, Leave):
                while stack and not isinstance(stack[-1].phase, item.kind):
                    stack.pop()
                found = found and bool(stack)
            else:
                name = type(source).__name__ if source is not None else "setup"
                raise RulesError(f"{name} returned {item!r}; return phases, End(), Leave(...) or nothing")
        for phase in reversed(phases):
            self.n += 1
            stack.append(Frame(phase, self.n))
        return found


def replace(stack: Stack, path: Path, frame: Frame, seat: int | None, after: Next, pusher: Pusher) -> list[Frame]:
    """The agenda after `seat` acted in `frame` (None: all have, as in a sealed phase), with what comes next."""
    rest = list(stack)
    top = rest.pop()
    if path:
        branches = dict(top.branches)
        inner = replace(branches[path[0]], path[1:], frame, seat, after, pusher)
        if pusher.ended:
            return []
        branches[path[0]] = tuple(inner)
        rest.append(msgspec.structs.replace(top, branches=tuple((s, b) for s, b in branches.items() if b)))
        return rest
    assert top.seats is not None
    if seat is None or len(top.seats) == 1:
        if not pusher.push(rest, after, frame.phase):
            raise RulesError(f"{type(frame.phase).__name__} leaves for a phase that does not wait")
        return rest
    branch: list[Frame] = []
    if not pusher.push(branch, after, frame.phase):
        if not pusher.push(rest, after, frame.phase):
            raise RulesError(f"{type(frame.phase).__name__} leaves for a phase that does not wait")
        return rest
    if pusher.ended:
        return []
    added = ((seat, tuple(branch)),) if branch else ()
    rest.append(msgspec.structs.replace(top, acted=(*top.acted, seat), branches=top.branches + added))
    return rest


def advance(stack: list[Frame], p: Any, ctx: Any, pusher: Pusher) -> None:
    """Runs phases without seats until somebody must decide, or nothing is left. Changes the stack in place."""
    passes = 0
    while stack and not pusher.ended:
        top = stack[-1]
        if top.seats is None:
            seats = tuple(top.phase.seats(p))
            if seats:
                stack[-1] = Frame(top.phase, top.n, seats)
                return
            stack.pop()
            passes += 1
            if passes > PASSES:
                raise RulesError(f"{type(top.phase).__name__}: {PASSES} phases passed without a decision")
            if not pusher.push(stack, top.phase.enter(p, ctx), top.phase):
                raise RulesError(f"{type(top.phase).__name__} leaves for a phase that does not wait")
            continue
        if top.branches:
            branches: list[tuple[int, Stack]] = []
            for seat, branch in top.branches:
                inner = list(branch)
                advance(inner, p, ctx, pusher)
                if pusher.ended:
                    stack.clear()
                    return
                if inner:
                    branches.append((seat, tuple(inner)))
            if tuple(branches) != top.branches:
                stack[-1] = top = Frame(top.phase, top.n, top.seats, top.acted, tuple(branches))
        if top.branches or len(top.acted) < len(top.seats):
            return
        stack.pop()
    if pusher.ended:
        stack.clear()
