"""Setting a game to a given state by a step of its own: an admin rolls it back, or the site takes over new rules.

The row holds the state, so that from it on replay needs neither what stood before nor the rules of that time:

* `back`: the state at the version `to`; what the log says of later steps is struck
* `rules`: the state at this version, as the rules of today have it
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from parlor.engine.codec import Row
from parlor.engine.decisions import decide
from parlor.engine.errors import Refused, RulesError
from parlor.engine.log import Entry, Line, Plural, _

if TYPE_CHECKING:
    from parlor.engine.driver import Driver

BACK, RULES = "back", "rules"
SETTING = frozenset({BACK, RULES})


def set_back(driver: Driver, *, to: int, state: bytes, steps: int, note: str) -> Row:
    """Takes the game back to the state that `dump` gave at version `to`. Raises Refused where that cannot be.

    `steps` is how many moves that takes back and `note` why, both for the log.
    """
    if driver.finished:
        raise Refused(_("The game is over."))
    if not 0 <= to < driver.version:
        raise Refused(f"The game cannot be taken back to version {to}.")
    return _put(driver, Row(BACK, to=to, state=msgspec.json.decode(state), note=note, steps=steps))


def take_over(driver: Driver, *, note: str = "") -> Row:
    """Fixes the present state, so that replay goes on from here and never again through what was before."""
    return _put(driver, Row(RULES, state=msgspec.json.decode(driver.dump()), note=note))


def put_again(driver: Driver, row: Row) -> None:
    """Makes the stored step again."""
    _put(driver, row)


def _put(driver: Driver, row: Row) -> Row:
    from parlor.engine.snapshot import load

    state: Any = row.state
    if state is None:
        raise RulesError(f"the step {row.do!r} in the log has no state")
    version = driver.version + 1
    other = load(
        driver.game, driver.seats, driver.options, driver.chance.seed, driver.context.data, msgspec.json.encode(state)
    )
    if set(other.gone) != set(driver.gone):
        raise Refused(_("Somebody has left the game since; it cannot be taken back beyond that."))
    driver.chance.counters = other.chance.counters
    driver.chance.script = other.chance.script
    driver.gone, driver.context.gone = other.gone, other.context.gone
    driver.statistics = other.statistics
    decisions = decide(other.agenda, other.position, {}, version, driver.context.data)
    # Frames keep counting: what was sealed in one that is gone must not be taken for a choice in a new one.
    driver._take(other.position, other.agenda, max(driver._frames, other._frames), decisions, {})
    driver.learn(other.position)
    driver.history.clear()
    driver.floor = driver.version = version
    if row.do == BACK and row.to is not None:
        for entry in driver.log:
            entry.struck = entry.struck or entry.version > row.to
    driver.log.append(Entry(version, None, [_said(row)]))
    driver.rows.append(row)
    return row


def _said(row: Row) -> Line:
    if row.do == RULES:
        return Line(_("The rules have been renewed. The game goes on from here."))
    if row.note:
        message = Plural(
            _("An admin takes the last move back: {note}"), _("An admin takes the last {n} moves back: {note}"), "n"
        )
        return Line(message, {"n": row.steps, "note": row.note})
    message = Plural(_("An admin takes the last move back"), _("An admin takes the last {n} moves back"), "n")
    return Line(message, {"n": row.steps})
