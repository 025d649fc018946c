"""What happened at a table, told after commit to whoever asked: one list of listeners, no signals.

What must not be lost, whatever becomes of the process in between, is written down with it, in the same transaction:
for that there is a list of recorders.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

logger = logging.getLogger(__name__)

Kind = Literal["moved", "choice", "seats", "clock", "remind", "chat"]


class TableEvent(msgspec.Struct, frozen=True):
    """A table changed: a step was made, a sealed choice is in, seats or status changed, or a line was said.

    "clock" tells that clocks, pause, votes, or who plays for whom are other than the steps make them; "remind" that
    the person at a seat has little time left. `subject` is the version, the seat, or the number of the chat line;
    `made` may have what was stored, or what another process told of that (see `following`). `late` is a step that
    was stored when nobody waited for it any more: what was foreseen of it is not shown. `people_only`: no bot plays
    there, so that none needs to be looked after.
    """

    kind: Kind
    table: str
    subject: int = 0
    made: Any = None
    late: bool = False
    people_only: bool = False


Listener = Callable[[TableEvent], None]
_listeners: list[Listener] = []


def listen(listener: Listener) -> Listener:
    """Calls `listener(event)` after each commit of this process, on whichever thread committed. Must be quick."""
    if listener not in _listeners:
        _listeners.append(listener)
    return listener


def tell(event: TableEvent) -> None:
    """Tells all listeners; one that fails is logged and keeps nobody else from hearing."""
    for listener in _listeners:
        try:
            listener(event)
        except Exception:
            logger.exception("%s failed on %s", listener, event)


class Written(msgspec.Struct, frozen=True):
    """Something is being written that people away from the table may want to know.

    `waiting_on` are the seats that the game waits for from `version` on; None where that has not changed.
    """

    table: str
    version: int = 0
    waiting_on: list[int] | None = None


Foreseer = Callable[[Any], Callable[[], None] | None]
_foreseers: list[Foreseer] = []


def foresee(foreseer: Foreseer) -> Foreseer:
    """Calls `foreseer(running)` on the table's thread when a step is made and not stored yet.

    What it returns is called once the step is stored and answered, and never if it is not.
    """
    if foreseer not in _foreseers:
        _foreseers.append(foreseer)
    return foreseer


def foreseen(running: Any) -> list[Callable[[], None]]:
    """What is to be called when the step is stored; one that fails is logged and keeps nobody else from it."""
    found = []
    for foreseer in _foreseers:
        try:
            then = foreseer(running)
        except Exception:
            logger.exception("%s failed at table %s", foreseer, running.table)
        else:
            if then is not None:
                found.append(then)
    return found


Recorder = Callable[[Sequence[Written]], None]
_recorders: list[Recorder] = []


def record(recorder: Recorder) -> Recorder:
    """Calls `recorder([written, ...])` inside each such transaction. It may write rows; if it fails, all fails."""
    if recorder not in _recorders:
        _recorders.append(recorder)
    return recorder


def wrote(*written: Written) -> None:
    """Lets the recorders write what they want to know later. To be called in the transaction that it is about."""
    for recorder in _recorders:
        recorder(written)
