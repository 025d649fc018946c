"""Asking changes nothing, and the answer is the same each time."""

from __future__ import annotations

from parlor.engine.testing.copies import offers
from parlor.engine.testing.fault import Fault
from parlor.engine.testing.walk import Walk


def asking_is_free(walk: Walk) -> None:
    """Asking again who acts and what is legal gives the same answer, and changes neither position nor chance."""
    driver = walk.driver
    before = driver.digest()
    for seat in walk.seats:
        driver.view(seat)
        decision = driver.decision(seat)
        if decision is None:
            continue
        phase = decision.frame.phase
        first = offers(decision.legal)
        with walk.guard("move", f"{walk.phase(seat)}.legal"):
            phase.seats(driver.position)
            again = phase.legal(driver.position, seat)
        if driver.digest() != before:
            raise Fault(
                "pure", f"{walk.phase(seat)}: seats or legal changes the position; only apply, enter and resolve may"
            )
        if offers(again) != first:
            raise Fault(
                "order" if sorted(map(repr, again)) == sorted(map(repr, decision.legal)) else "pure",
                f"{walk.phase(seat)}.legal gives seat {seat} another answer when asked twice; "
                "let it depend on the position alone",
            )
    driver.view(None)


def order_is_fixed(walk: Walk) -> None:
    """The legal moves come in the same order after a restart."""
    copy = walk.copy()
    for seat in walk.seats:
        here, there = walk.driver.legal(seat), copy.legal(seat)
        if offers(here) == offers(there):
            continue
        same = sorted(map(repr, here)) == sorted(map(repr, there))
        if same:
            raise Fault(
                "order",
                f"{walk.phase(seat)}.legal: another order after a reload; "
                "sort by something in the position, not by id or hash",
            )
        raise Fault(
            "reload",
            f"{walk.phase(seat)}.legal: other moves after a reload; it depends on something outside the position",
        )
