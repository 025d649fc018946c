"""A step on a reloaded game gives the same as on the real one, and can be taken back exactly, or not at all."""

from __future__ import annotations

from contextlib import suppress

from parlor.engine import Driver, Refused
from parlor.engine.testing.copies import Step, differing, offers, perform, told
from parlor.engine.testing.fault import Fault
from parlor.engine.testing.walk import Walk


class Before:
    """What the game was before the step of a seat."""

    def __init__(self, driver: Driver, seat: int) -> None:
        self.digest = driver.digest()
        self.position = driver.position
        self.offers = offers(driver.legal(seat))


def reload_goes_on(walk: Walk, copy: Driver, phase: str) -> None:
    """`copy` was loaded before the step; both it and the real game have made it."""
    real = walk.driver
    if copy.digest() != real.digest():
        fields = differing(real.position, copy.position) or "chance, agenda or statistics"
        raise Fault(
            "reload",
            f"{phase}: after a reload the same move leads elsewhere ({fields}); keep nothing outside the position",
        )
    for seat in walk.seats:
        if offers(copy.legal(seat)) != offers(real.legal(seat)):
            raise Fault(
                "order",
                f"{walk.phase(seat)}.legal: another order or other moves after a reload; "
                "sort by something in the position",
            )
    if [line.values for line in copy.log[-1].lines] != [line.values for line in real.log[-1].lines]:
        raise Fault("reload", f"{phase}: after a reload the same move writes other log lines")


def undo_restores(walk: Walk, copy: Driver, before: Before, step: Step, phase: str) -> None:
    """The step that `copy` made after `before` is taken back, made again, or refused to be taken back, exactly."""
    seat = step[0][0]
    after = copy.digest()
    if copy.why_no_undo(seat) is not None:
        version = copy.version
        with suppress(Refused):
            copy.undo(seat)
        if copy.digest() != after or copy.version != version:
            raise Fault("undo", f"{phase}: a refused undo has changed something")
        return
    made, counted = copy.position, {name: list(numbers) for name, numbers in copy.statistics.items()}
    with walk.guard("undo", f"{phase}: taking back {step[0][1]!r}"):
        copy.undo(seat)
        if copy.digest() != before.digest:
            fields = differing(before.position, copy.position) or "chance, agenda or statistics"
            raise Fault(
                "undo",
                f"{phase}: taking back {step[0][1]!r} does not restore {fields}; keep nothing outside the position",
            )
        if offers(copy.legal(seat)) != before.offers:
            raise Fault("undo", f"{phase}: after taking back {step[0][1]!r} other moves are legal than before")
        perform(copy, step)
    if copy.position != made or copy.statistics != counted:  # frames have other numbers now, so digests differ
        raise Fault(
            "undo",
            f"{phase}: {step[0][1]!r}, taken back and made again, leads elsewhere; keep nothing outside the position",
        )


def log_lines_are_whole(walk: Walk) -> None:
    """Every value that a log line names is there."""
    for line in walk.driver.log[-1].lines:
        forms = [line.message] if isinstance(line.message, str) else [line.message.one, line.message.many]
        for form in forms:
            try:
                form.format_map(line.values)
            except (KeyError, IndexError, ValueError) as why:
                raise Fault(
                    "log", f"the log line {form!r} cannot be filled from {sorted(line.values)}: {why!r}"
                ) from why
    with walk.guard("log", "rendering the log"):
        for seat in (*walk.seats, None):
            told(walk.driver, seat)
