"""Sealed choices are unseen until all are in, can be changed, and can be withdrawn."""

from __future__ import annotations

from parlor.engine.testing.fault import Fault
from parlor.engine.testing.walk import Walk


def choice_is_sealed(walk: Walk) -> None:
    """The first choice of a sealed phase changes nothing that anybody else could notice, except who is still asked."""
    if len(walk.step) < 2:
        return
    driver = walk.copy()
    seat, move = walk.step[0]
    phase = walk.phase(seat)
    others = [other for other in (*walk.seats, None) if other != seat]

    def noticed() -> tuple[object, ...]:
        return (
            driver.dump(),
            driver.digest(),
            driver.version,
            len(driver.log),
            len(driver.rows),
            [driver.view(o) for o in others],
        )

    before = noticed()
    with walk.guard("sealed", f"{phase}: choosing {move!r}"):
        row = driver.play(seat, move)
    if row is not None:
        return  # settled by this choice alone
    if noticed() != before:
        raise Fault(
            "sealed",
            f"{phase}: a choice that still waits for others shows; settled and legal must not change the position",
        )
    if driver.chosen(seat) != move or seat in driver.acting:
        raise Fault("sealed", f"{phase}: the choice of seat {seat} is not kept")
    for other in walk.seats:
        if other != seat and driver.imagine(other, walk.chance).chosen(seat) is not None:
            raise Fault("sealed", f"{phase}: a game imagined for seat {other} knows the choice of seat {seat}")
    again = walk.pick(seat)
    with walk.guard("sealed", f"{phase}: changing the choice to {again!r}"):
        if driver.play(seat, again) is None and (
            driver.chosen(seat) != again or not driver.withdraw(seat) or seat not in driver.acting
        ):
            raise Fault("sealed", f"{phase}: seat {seat} cannot change and withdraw its choice")
