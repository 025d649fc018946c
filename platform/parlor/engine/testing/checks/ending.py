"""What a finished game says: standings and statistics."""

from __future__ import annotations

import msgspec

from parlor.engine.testing.fault import Fault
from parlor.engine.testing.walk import Walk


def result_is_whole(walk: Walk) -> None:
    """One standing per seat, places as in a race: 1, 2, 2, 4."""
    slug = walk.game.slug
    with walk.guard("result", f"{slug}.result"):
        standings = walk.game.result(walk.driver.position)
        msgspec.json.encode(standings)
    if sorted(standing.seat for standing in standings) != list(walk.seats):
        named = [standing.seat for standing in standings]
        raise Fault("result", f"{slug}.result has standings for the seats {named}; it needs one for each of {walk.table.seats} seats")
    with walk.guard("result", f"{slug}.result"):
        final = walk.driver.result()
    places = [standing.place for standing in final]
    for standing in final:
        if standing.place != 1 + sum(other < standing.place for other in places) and standing.team is None:
            raise Fault("result", f"{slug}.result has the places {places}; a place is 1 and how many are better (see standings)")


def counts_are_declared(walk: Walk) -> None:
    """What the last step counted is declared, for a seat or for the table as declared."""
    declared = {statistic.name: statistic for statistic in walk.game.statistics}
    for name, seat, by in walk.driver.context._counts:
        if name not in declared:
            raise Fault("statistics", f"the statistic {name!r} is counted and not declared; add it to {type(walk.game).__name__}.statistics")
        if declared[name].per_seat is not (seat >= 0):
            how = "give ctx.count a seat" if declared[name].per_seat else "give ctx.count no seat"
            raise Fault("statistics", f"the statistic {name!r} is declared with per_seat={declared[name].per_seat}: {how}")
        if type(by) is not int or seat >= walk.table.seats:
            raise Fault("statistics", f"the statistic {name!r} is counted by {by!r} for seat {seat}; count whole numbers for seats there are")
