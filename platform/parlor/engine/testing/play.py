"""One game from set-up to its end, with every check at its place."""

from __future__ import annotations

from parlor.engine import Driver, Refused
from parlor.engine.testing.checks.asking import asking_is_free, order_is_fixed
from parlor.engine.testing.checks.bots import bots_choose
from parlor.engine.testing.checks.ending import result_is_whole, statistics_are_whole
from parlor.engine.testing.checks.leaving import others_play_on
from parlor.engine.testing.checks.moves import legal_moves_apply, pattern_fills_apply, skip_is_legal
from parlor.engine.testing.checks.previews import preview_holds
from parlor.engine.testing.checks.refusals import (
    malformed_is_refused,
    remember,
    strangers_are_refused,
    unoffered_is_refused,
)
from parlor.engine.testing.checks.sealed import choice_is_sealed
from parlor.engine.testing.checks.secrecy import (
    agenda_holds,
    imagined_checks_hold,
    imagining_knows_nothing,
    legal_holds,
    names_nothing_unseen,
    view_holds,
)
from parlor.engine.testing.checks.storage import moves_survive, position_is_plain, position_survives, snapshot_survives
from parlor.engine.testing.checks.telling import tells_nothing_unseen
from parlor.engine.testing.checks.undo import Before, log_lines_are_whole, reload_goes_on, undo_restores
from parlor.engine.testing.copies import draws_elsewhere
from parlor.engine.testing.fault import Fault, chance_from_elsewhere
from parlor.engine.testing.walk import Walk

OPENING = 4
"""In the first positions every check runs; later the costly ones run at some."""

ALWAYS = [position_is_plain, position_survives, asking_is_free, skip_is_legal]
OFTEN = [snapshot_survives, order_is_fixed, legal_moves_apply, pattern_fills_apply]
BEFORE = [moves_survive, choice_is_sealed, strangers_are_refused]
SELDOM = [unoffered_is_refused, malformed_is_refused]
AFTER = [statistics_are_whole, log_lines_are_whole]
WORLDS = [view_holds, imagined_checks_hold, imagining_knows_nothing, legal_holds, agenda_holds, names_nothing_unseen]


def play_through(walk: Walk) -> None:
    """Plays the walk's game to the end at random. Raises a Fault for the first promise that is broken."""
    walk.check_position(walk.driver, "check", "after setup")
    walk.run(AFTER)
    moves = 0
    while walk.driver.acting:
        if moves >= walk.limits.moves:
            raise Fault(
                "endless",
                f"not over after {moves} random moves, now in {walk.now()}; see that every game comes to its end",
            )
        early = moves < OPENING
        walk.run(ALWAYS)
        if early or walk.sometimes(3):
            walk.run(OFTEN)
        if moves == 0 or walk.sometimes(8 if moves < 20 else 40):
            walk.keep()
        walk.step = walk.next_step()
        walk.run(BEFORE)
        if early or walk.sometimes(6):
            walk.run(SELDOM)
        _secrecy(walk, early or walk.sometimes(2))
        _step(walk)
        moves += len(walk.step)
        _sometimes_undo(walk)
    walk.report.moves += moves
    walk.step = []
    walk.run([position_is_plain, position_survives, snapshot_survives, result_is_whole])
    real = walk.driver
    for kept in walk.kept:  # only now, so that faults of plain play are found as such
        walk.driver = kept
        walk.run([others_play_on, bots_choose])
    walk.driver = real


def _secrecy(walk: Walk, both: bool) -> None:
    """Imagines the game for the mover, with `both` for another seat too, and tries the step there."""
    mover = walk.step[0][0]
    other = (mover + 1 + walk.stream.below(max(1, walk.table.seats - 1))) % walk.table.seats
    for seat in dict.fromkeys((mover, other) if both else (mover,)):
        world = walk.world(seat)
        for check in WORLDS:
            check(walk, seat, world)
            walk.count(check.__name__)
        if seat == mover and walk.sometimes(4):
            preview_holds(walk, seat, world)
            walk.count("preview_holds")
        tells_nothing_unseen(walk, seat, world)
        walk.count("tells_nothing_unseen")


def _step(walk: Walk) -> None:
    """Makes the step in the real game, and in one that was reloaded just before."""
    mover, move = walk.step[0]
    phase = walk.phase(mover)
    walk.report.phases[phase] = walk.report.phases.get(phase, 0) + 1
    for _, made in walk.step:
        name = type(made).__name__
        walk.report.kinds[name] = walk.report.kinds.get(name, 0) + 1
    before, copy = Before(walk.driver, mover), walk.copy()
    version, entries = walk.driver.version, len(walk.driver.log)
    with walk.guard("move", f"{phase}: seat {mover}: {move!r}"):
        drew = draws_elsewhere(copy, walk.step)
        if draws_elsewhere(walk.driver, walk.step) and drew:
            raise chance_from_elsewhere(phase)
    if walk.driver.version != version + 1 or len(walk.driver.log) != entries + 1:
        raise Fault("move", f"{phase}: seat {mover}: {move!r} is not one step of version and log")
    walk.check_position(walk.driver, "check", f"after {move!r} in {phase}")
    walk.run(AFTER)
    reload_goes_on(walk, copy, phase)
    walk.count("reload_goes_on")
    undo_restores(walk, copy, before, walk.step, phase)
    walk.count("undo_restores")
    remember(walk)


def _sometimes_undo(walk: Walk) -> None:
    """Takes a move of the real game back now and then, so that the log holds such rows too."""
    driver: Driver = walk.driver
    seat = walk.step[0][0]
    while walk.sometimes(8) and driver.why_no_undo(seat) is None:
        try:
            driver.undo(seat)
        except Refused as why:
            raise Fault("undo", f"{walk.now()}: seat {seat} may take back and is refused: {why}") from why
        walk.count("moves_taken_back")
