"""The log alone gives the same game again, here and in another process."""

from __future__ import annotations

from typing import Any

from parlor.engine import Driver
from parlor.engine.testing.fault import Fault
from parlor.engine.testing.rebuild import rebuild
from parlor.engine.testing.walk import Walk


def log_alone_rebuilds(walk: Walk) -> list[str]:
    """Plays the stored rows from the seed: position, version and log lines are the same. Returns the trace."""
    real, codec = walk.driver, walk.driver.codec
    with walk.guard("replay", "playing the log again"):
        rows = [codec.row(row).decode() for row in real.rows]
        again, trace = rebuild(walk.game, walk.table.seats, walk.table.options, walk.seed, rows)
    if again.digest() != real.digest() or again.version != real.version:
        raise Fault(
            "replay", "the same log from the same seed ends in another position; keep nothing outside the position"
        )
    if _lines(again) != _lines(real):
        raise Fault("replay", "the same log from the same seed writes other lines; keep nothing outside the position")
    walk.count("log_alone_rebuilds")
    return trace


def _lines(driver: Driver) -> list[Any]:
    return [
        (entry.version, entry.struck, [(line.message, line.values) for line in entry.lines]) for entry in driver.log
    ]


def same_trace(game: dict[str, Any], ours: list[str], theirs: list[str]) -> None:
    """Compares the traces of a game from this process and another one."""
    table = f"{game['seats']} seats, seed {game['seed'][:8]}"
    if len(theirs) != len(ours):
        raise Fault(
            "replay", f"another process cannot play the log ({table}): {theirs[-1]}; keep nothing outside the position"
        )
    for version, (here, there) in enumerate(zip(ours, theirs, strict=True)):
        if here[16:] != there[16:]:
            text = f"version {version} ({table}) is another position in another process"
            raise Fault("replay", f"{text}; use no sets and no hash, and keep nothing outside the position")
        if here != there:
            text = f"version {version} ({table}): legal has another order in another process"
            raise Fault("order", f"{text}; sort by something in the position, not by hash")
