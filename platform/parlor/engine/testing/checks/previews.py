"""A preview depends on nothing that its player cannot see."""

from __future__ import annotations

from parlor.engine import Driver, Illegal, Preview, Reader, preview
from parlor.engine.testing.fault import Fault
from parlor.engine.testing.walk import Walk


def preview_holds(walk: Walk, seat: int, world: Driver) -> None:
    """The seat's preview of its move is the same in a world that looks the same to it, and changes nothing."""
    move = walk.step[0][1]
    before = walk.driver.digest()
    with walk.guard("preview", f"{walk.phase(seat)}: the preview of {move!r}"):
        try:
            here, there = preview(walk.driver, seat, move), preview(world, seat, move)
        except Illegal as why:
            text = (
                f"{walk.phase(seat)}: {move!r} is legal, but not when what seat {seat} cannot see is dealt anew ({why})"
            )
            raise Fault("legal", f"{text}; let legal and check depend on what its seat sees") from why
        lines = _lines(walk, here, seat)
        same = lines == _lines(walk, there, seat) and here.changed == there.changed
    if walk.driver.digest() != before:
        raise Fault(
            "pure",
            f"{walk.phase(seat)}: the preview of {type(move).__name__} has changed the game; "
            "apply reaches outside its position",
        )
    if not same:
        raise Fault(
            "preview",
            f"{walk.phase(seat)}: the preview of {type(move).__name__} depends on something that seat "
            f"{seat} cannot see; "
            "let imagine make its values from chance alone, not from the real ones",
        )


def _lines(walk: Walk, told: Preview, seat: int) -> list[str]:
    reader = Reader(seat, people=lambda n: f"seat {n}", namer=walk.game.name_of)
    return [reader.line(line) for line in told.lines]
