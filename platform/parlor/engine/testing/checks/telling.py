"""The same step in the real game and in an imagined one tells a seat the same, but for what it is meant to be shown."""

from __future__ import annotations

from parlor.engine import Driver
from parlor.engine.testing.copies import differing, draws_elsewhere, perform, permitted, revealed, told
from parlor.engine.testing.fault import Fault, chance_from_elsewhere
from parlor.engine.testing.walk import Walk


def tells_nothing_unseen(walk: Walk, seat: int, world: Driver) -> None:
    """Makes the step in both; `world` is used up.

    If the seat then sees different things, the step showed it something by the marks; that may not be undone. If it
    sees the same, then log lines and agenda must be the same as well.
    """
    step = walk.step
    mover, move = step[0]
    phase = type(walk.decision(mover).frame.phase).__name__
    own = seat == mover and len(step) == 1
    if not permitted(world, step):
        if own:
            text = f"{phase}: {move!r} is legal, but not when what seat {seat} cannot see is dealt anew"
            raise Fault("legal", f"{text}; let legal and check depend on what its seat sees")
        return  # the mover's hidden cards are others in this world
    real = walk.copy()
    with walk.guard("move", f"{phase}: {move!r}"):
        perform(real, step)
    with walk.guard("imagine", f"{phase}: {move!r} in a game imagined for seat {seat}"):
        perform(world, step)
    here, there = real.view(seat), world.view(seat)
    if own and here != there and real.why_no_undo(seat) is None:
        _steady(walk, phase)
        raise Fault(
            "undo",
            f"{phase}: {type(move).__name__} shows seat {seat} something new in "
            f"{differing(here, there)} and could be taken back; "
            "say ctx.reveal() in apply, or put the field into a supply",
        )
    if here != there or (own and revealed(real)):
        return
    lines, others = told(real, seat), told(world, seat)
    if lines != others:
        _steady(walk, phase)
        pair = next(
            (pair for pair in zip(lines, others, strict=False) if pair[0] != pair[1]), (str(lines), str(others))
        )
        raise Fault(
            "log",
            f"{phase}: {type(move).__name__} by seat {mover} tells seat {seat} {pair[0]!r}, "
            f"and {pair[1]!r} if what it cannot see were otherwise; log the id of the card, wrap the value in "
            "Only(value, seats), or show it in a public field"
            + ("; where the move is meant to tell its own player, say ctx.reveal() in apply" if own else ""),
        )
    if real.agenda != world.agenda:
        _steady(walk, phase)
        raise Fault(
            "agenda",
            f"{phase}: what comes after {type(move).__name__} depends on something that seat {seat} cannot see; "
            "ask in every case, or show the reason in a public field",
        )


def _steady(walk: Walk, phase: str) -> None:
    """A difference may have another reason: that the same step does not always lead to the same."""
    again = [walk.copy() for _ in range(4)]
    drew = [draws_elsewhere(copy, walk.step) for copy in again]
    if all(drew):
        raise chance_from_elsewhere(phase)
    if len({copy.digest() for copy in again}) > 1:
        raise Fault(
            "reload", f"{phase}: {walk.step[0][1]!r} leads elsewhere each time; keep nothing outside the position"
        )
