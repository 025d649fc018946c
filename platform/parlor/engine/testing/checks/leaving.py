"""Somebody concedes in the middle of a game, and the others play on to the end."""

from __future__ import annotations

from parlor.engine import pick
from parlor.engine.testing.fault import Fault
from parlor.engine.testing.walk import Walk


def others_play_on(walk: Walk) -> None:
    """A seat leaves a copy of the game; with three or more it goes on, with two it ends."""
    driver = walk.copy()
    phase = walk.now()
    seat = walk.stream.below(walk.table.seats)
    with walk.guard("leave", f"{phase}: seat {seat} leaves"):
        driver.leave(seat)
        walk.check_position(driver, "leave", f"after seat {seat} left in {phase}")
        for _ in range(walk.limits.moves):
            if not driver.acting:
                break
            acting = walk.stream.choice(driver.acting)
            if acting in driver.context.gone:
                raise Fault(
                    "leave",
                    f"{walk.game.slug}.leave: seat {acting} has left and is asked; "
                    "let ctx.after and seats pass it over",
                )
            driver.play(acting, pick(driver.legal(acting), walk.stream))
            walk.check_position(driver, "leave", f"after seat {seat} left in {phase}")
        else:
            raise Fault(
                "leave",
                f"{walk.game.slug}.leave: the game does not end within {walk.limits.moves} moves after "
                f"seat {seat} left in {phase}",
            )
        standings = driver.result()
    last = max(standing.place for standing in standings)
    if len(standings) != walk.table.seats or standings[seat].place != last:
        raise Fault("leave", f"{walk.game.slug}.result: seat {seat} left and is not placed last")
