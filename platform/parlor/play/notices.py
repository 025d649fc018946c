"""The quiet banner of a table: a pause, a question to all, somebody out of time, a bot that plays for oneself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from parlor.tables.loading import Running
from parlor.tables.models import Absence
from parlor.tables.votes import ABANDON, PAUSE, REPLACE, RESUME, late, voters

BACK = "back"


class Press(msgspec.Struct, frozen=True):
    """A button: what it says, and what a press sends."""

    label: str
    kind: str
    agree: bool = True
    primary: bool = False


class Notice(msgspec.Struct, frozen=True):
    """One line of the banner. `kind` is unique among a table's notices."""

    kind: str
    text: str
    presses: list[Press]


def notices(running: Running, me: int | None, name: Callable[[int], str]) -> list[Notice]:
    """What this seat (None: a spectator) is told and asked now, in the current language."""
    if running.over or running.driver.finished:
        return []
    now = timezone.now()
    seated = me is not None and me not in running.left
    found = []
    if me in running.away and seated:
        press = Press(_("I am back"), BACK, primary=True)
        untimed, timed = _("The others let a bot play for you."), _("Your time was out, so a bot plays for you.")
        found.append(Notice(BACK, untimed if running.clocks is None else timed, [press]))
    plays = seated and me not in running.bots
    if running.paused_at is not None:
        presses = [Press(_("Go on"), RESUME, primary=True)] if plays else []
        found.append(Notice(RESUME, _("The game is paused, and all clocks stand still."), presses))
    found += [
        _question(running, me if plays else None, kind, name, now)
        for kind in (PAUSE, ABANDON)
        if running.votes.get(kind)
    ]
    return found + _late(running, me if plays else None, name, now)


def may_ask(running: Running, me: int | None) -> list[Press]:
    """What this seat may put to the others, for the menu."""
    if me is None or me in running.bots or running.over or running.driver.finished:
        return []
    alone = voters(running, ABANDON, timezone.now()) == [me]
    presses = []
    if running.clocks is not None and running.paused_at is None and PAUSE not in running.votes:
        presses.append(Press(_("Pause the game") if alone else _("Ask for a pause"), PAUSE))
    if ABANDON not in running.votes:
        presses.append(Press(_("End the game") if alone else _("Ask to end the game without a winner"), ABANDON))
    return presses


def _question(running: Running, me: int | None, kind: str, name: Callable[[int], str], now: datetime) -> Notice:
    said = running.votes[kind]
    asker = name(next(iter(said)))
    asks = {
        PAUSE: _("{name} asks for a pause."),
        ABANDON: _("{name} asks to end the game without a winner."),
    }[kind].format(name=asker)
    waits = [name(seat) for seat in voters(running, kind, now) if seat not in said]
    if me is not None and me not in said:
        return Notice(kind, asks, [Press(_("Agree"), kind, primary=True), Press(_("No"), kind, agree=False)])
    text = " ".join([asks, _("Not yet agreed: {names}.").format(names=", ".join(waits))]) if waits else asks
    return Notice(kind, text, [Press(_("Take the question back"), kind, agree=False)] if me in said else [])


def _late(running: Running, me: int | None, name: Callable[[int], str], now: datetime) -> list[Notice]:
    clocks = running.clocks
    open_to_vote = late(running, now)
    if clocks is None:
        out, text = open_to_vote, _("The game has waited for {names} for more than a day.")
    elif running.absence == Absence.VOTE:
        out, text = clocks.late(now), _("Time is out for {names}.")
    else:
        return []
    if not out:
        return []
    text = text.format(names=", ".join(name(seat) for seat in out))
    if not open_to_vote:
        return [Notice(REPLACE, f"{text} {_('If no answer comes, the others can decide soon.')}", [])]
    if me is None or me in open_to_vote:
        return [Notice(REPLACE, text, [])]
    said = running.votes.get(REPLACE, {}).get(me)
    presses = [
        Press(_("A bot plays on"), REPLACE, primary=said is not False),
        Press(_("End the game"), REPLACE, agree=False, primary=said is False),
    ]
    asks = _("All others together decide; if they do not, a bot plays on.") if clocks else _("All others decide.")
    return [Notice(REPLACE, f"{text} {asks}", presses)]
