"""What a finished game says: standings and statistics."""

from __future__ import annotations

import msgspec

from parlor.engine.results import Standing
from parlor.engine.testing.fault import Fault
from parlor.engine.testing.walk import Walk


def result_is_whole(walk: Walk) -> None:
    """One standing per seat, places as in a race: 1, 2, 2, 4."""
    slug = walk.game.slug
    with walk.guard("result", f"{slug}.result"):
        standings = walk.game.result(walk.driver.position)
        msgspec.json.encode(standings)
    if not isinstance(standings, list) or not all(isinstance(standing, Standing) for standing in standings):
        raise Fault(
            "result", f"{slug}.result returns {standings!r}; it needs a list of Standing, as standings([…]) makes"
        )
    if sorted(standing.seat for standing in standings) != list(walk.seats):
        named = [standing.seat for standing in standings]
        raise Fault(
            "result",
            f"{slug}.result has standings for the seats {named}; it needs one for each of {walk.table.seats} seats",
        )
    with walk.guard("result", f"{slug}.result"):
        final = walk.driver.result()
    places = [standing.place for standing in final]
    for standing in final:
        if standing.place != 1 + sum(other < standing.place for other in places) and standing.team is None:
            raise Fault(
                "result", f"{slug}.result has the places {places}; a place is 1 and how many are better (see standings)"
            )


def statistics_are_whole(walk: Walk) -> None:
    """Statistics are whole numbers, one per seat or one for the table."""
    driver = walk.driver
    for statistic in walk.game.statistics:
        numbers = driver.statistics[statistic.name]
        if len(numbers) != (walk.table.seats if statistic.per_seat else 1) or any(type(n) is not int for n in numbers):
            raise Fault(
                "statistics", f"the statistic {statistic.name!r} is {numbers!r}; count by whole numbers, see ctx.count"
            )
