"""What a seat may do at a running table: move, choose, take back, concede, look ahead. Answers follow the commit."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, Literal

import msgspec
from django.utils.translation import gettext_noop as _

from parlor import measures
from parlor.engine import Driver, Move, Pattern, Preview, Refused, Row, check_storable, preview
from parlor.tables import faults
from parlor.tables.events import TableEvent, tell
from parlor.tables.later import Done, settle
from parlor.tables.live import tables
from parlor.tables.loading import Running, load_choices
from parlor.tables.storing import By, store_choice, store_soon, store_step
from parlor.tables.units import Behind, SealedStep
from parlor.tables.watch import TooSlow, watch

logger = logging.getLogger(__name__)

RULES_SECONDS = 5.0
CLIENT_ID_MAX = 64

Kind = Literal["stale", "illegal", "turn", "stranger", "closed", "fault", "bad"]


class Accepted(msgspec.Struct, frozen=True):
    """The step is stored; `version` is the table's after it, unchanged by a sealed choice that waits for others."""

    version: int


class Denied(msgspec.Struct, frozen=True):
    """The step is refused and nothing has changed; `detail` is a sentence for the player."""

    reason: Kind
    detail: str
    version: int


Answer = Accepted | Denied
Act = Callable[[Running, int], Answer]
FAULT = _("The game stumbled over this move. Nothing has changed; the admin has been told.")


class Unsound(Exception):
    """The rules put something into the position that is not of its type: it could not be shown, or not loaded."""


class _Denial(Exception):
    def __init__(self, reason: Kind, detail: str) -> None:
        super().__init__(detail)
        self.reason: Kind = reason
        self.detail = detail


def move(
    table: str, user: int | None, client_id: str, version: int, raw: object, *, seat: int | None = None
) -> Future[Answer]:
    """Makes the move for the person's seat, or for the bot's `seat`. In a sealed phase this is the seat's choice."""
    return _ask(table, user, client_id, version, _moving(user, client_id, version, raw), seat)


def move_then(table: str, user: int | None, client_id: str, version: int, raw: object, done: Done) -> None:
    """As `move` for a person; the answer is told."""
    _put(table, user, client_id, version, _moving(user, client_id, version, raw), None, done)


def _moving(user: int | None, client_id: str, version: int, raw: object) -> Act:
    def act(running: Running, acting: int) -> Answer:
        driver = running.driver
        _not_stale(driver, acting, version)
        made = driver.codec.move(raw)
        decision = driver.decision(acting)
        if decision is not None and decision.frame.phase.sealed:
            return _choose(running, acting, user, client_id, made)
        _guarded(running, lambda: driver.play(acting, made), acting, raw)
        answer: Answer = store_soon(running, By(acting, user, client_id), Accepted(driver.version))
        return answer

    return act


def withdraw(table: str, user: int | None, client_id: str) -> Future[Answer]:
    """Takes a sealed choice back before all are in."""

    def act(running: Running, acting: int) -> Answer:
        driver = running.driver
        decision = driver.decision(acting)
        if decision is None or not decision.frame.phase.sealed:
            raise _Denial("turn", _("There is no choice of yours to take back."))
        driver.withdraw(acting)
        store_choice(running, acting, decision.frame.n, client_id, None)
        tell(TableEvent("choice", running.table, acting))
        return Accepted(driver.version)

    return _ask(table, user, client_id, 0, act)


def undo(table: str, user: int | None, client_id: str, version: int) -> Future[Answer]:
    """Takes back the last move of the person's seat."""

    def act(running: Running, acting: int) -> Answer:
        acting = running.undo_seat(acting)
        if version != running.driver.version:
            why = running.driver.why_no_undo(acting)
            raise _Denial("stale", why or _("The table has changed since. Look again, then take back."))
        running.driver.undo(acting)
        running.dirty = True
        return Accepted(store_step(running, By(acting, user, client_id)))

    return _ask(table, user, client_id, version, act)


def concede(table: str, user: int | None, client_id: str, version: int) -> Future[Answer]:
    """Gives the game up for the person's seat; `version` is only what the person saw, and never too old."""

    def act(running: Running, acting: int) -> Answer:
        _guarded(running, lambda: running.driver.leave(acting), acting, {"kind": "concede"})
        return Accepted(store_step(running, By(acting, user, client_id, left=acting)))

    return _ask(table, user, client_id, version, act)


def look_ahead(table: str, user: int | None, version: int, raw: object) -> Future[tuple[Preview, int] | Denied]:
    """What the move would do, as far as it depends on nothing unseen; with the version it was tried at."""

    def command(running: Running) -> tuple[Preview, int] | Denied:
        driver = running.driver
        try:
            _open(running)
            acting = _seat(running, user, None)
            _not_stale(driver, acting, version)
            made = driver.codec.move(raw)
            with watch.limit(RULES_SECONDS, f"preview at {running.slug} {running.table}", running.table):
                return preview(driver, acting, made), driver.version
        except _Denial as denial:
            return Denied(denial.reason, denial.detail, driver.version)
        except Refused as refused:
            return Denied(_kind(refused), str(refused), driver.version)
        except (Exception, TooSlow) as error:
            faults.report(running, error, seat=running.seat_of(user), move=raw, what="preview")
            logger.exception("Preview failed at %s %s, version %s", running.slug, running.table, driver.version)
            return Denied("fault", FAULT, driver.version)

    return tables.ask(table, command)


def _ask(
    table: str, user: int | None, client_id: str, version: int, act: Act, seat: int | None = None
) -> Future[Answer]:
    future: Future[Answer] = Future()
    _put(table, user, client_id, version, act, seat, partial(settle, future))
    return future


def _put(table: str, user: int | None, client_id: str, version: int, act: Act, seat: int | None, done: Done) -> None:
    tries, game, began = 0, "", time.perf_counter()

    def command(running: Running) -> Answer:
        nonlocal tries, game
        driver, game = running.driver, running.slug
        before = driver.version
        if version > before and not tries:  # the player has seen what another process made
            tries += 1
            raise Behind(table)
        try:
            if not client_id or len(client_id) > CLIENT_ID_MAX:
                raise _Denial("bad", f"A move needs an id of 1 to {CLIENT_ID_MAX} characters.")
            # who has conceded, or passed the device on, may still ask whether it counted
            sat = [seat] if user is None else running.seats_of(user)
            counted = [running.counted[one, client_id] for one in sat if (one, client_id) in running.counted]
            if counted:
                return Accepted(counted[0])
            _open(running)
            return act(running, _seat(running, user, seat))
        except _Denial as denial:
            return Denied(denial.reason, denial.detail, before)
        except Refused as refused:
            return Denied(_kind(refused), str(refused), before)

    def answered(answer: Any, error: BaseException | None) -> None:
        measures.asked(game, "error" if error is not None else getattr(answer, "reason", "accepted"), began)
        done(answer, error)

    tables.put(table, command, answered)


def _kind(refused: Refused) -> Kind:
    return {"NotYourTurn": "turn", "Over": "closed"}.get(type(refused).__name__, "illegal")  # type: ignore[return-value]


def _seat(running: Running, user: int | None, seat: int | None) -> int:
    if seat is not None and user is None:
        if running.plays_by_itself(seat):
            return seat
        raise _Denial("stranger", _("No bot sits there."))
    own = running.seat_of(user)
    if own is None:
        raise _Denial("stranger", _("You do not play at this table."))
    if own in running.away:
        raise _Denial("turn", _("A bot plays for you. Say that you are back, then go on."))
    return own


def _open(running: Running) -> None:
    if running.over:
        raise _Denial("closed", _("The game is over."))
    if running.paused_at is not None:
        raise _Denial("closed", _("The game is paused."))


def _not_stale(driver: Driver, seat: int, version: int) -> None:
    opened = driver.opened(seat)
    if opened is not None and not opened <= version <= driver.version:
        raise _Denial("stale", _("The table has changed since you looked. Please choose again."))


def _guarded(running: Running, act: Callable[[], object], seat: int | None = None, raw: object = None) -> None:
    """Runs rules under the watch. What they raise, other than a refusal, costs this step only and is reported."""
    driver = running.driver
    running.dirty = True
    began = time.perf_counter()
    try:
        with watch.limit(RULES_SECONDS, f"{running.slug} {running.table}", running.table):
            act()
            _keepable(driver)
    except Refused:
        running.dirty = False
        raise
    except (Exception, TooSlow) as error:
        logger.exception(
            "Rules failed: game %s rules %s table %s version %s",
            running.slug,
            running.game.rules,
            running.table,
            driver.version,
            extra={"seat": seat, "version": driver.version},
        )
        if not isinstance(error, TooSlow | Unsound):  # else memory has changed: it stays dirty and is loaded again
            running.dirty = False
        faults.report(running, error, seat=seat, move=raw)
        raise _Denial("fault", FAULT) from None
    spent = time.perf_counter() - began
    if spent > faults.SLOW_SECONDS:
        faults.report_slow(running, spent, seat)


def _keepable(driver: Driver) -> None:
    """Raises Unsound where the state could not be stored and loaded again, or what is offered is no move.

    Takes a hundredth of a millisecond.
    """
    try:
        check_storable(driver)
    except Exception as error:
        raise Unsound(f"{type(error).__name__}: {error}") from error
    for seat in driver.acting:
        for kind in set(map(type, driver.legal(seat))):
            if not issubclass(kind, Move | Pattern):
                raise Unsound(f"legal offers {kind.__name__}, which is no move")


def _choose(running: Running, seat: int, user: int | None, client_id: str, made: Any) -> Answer:
    """Stores a sealed choice; when it was the last, all of them become one step."""
    driver = running.driver
    decision = driver.decision(seat)
    assert decision is not None
    n = decision.frame.n
    load_choices(running)
    row = _resolved(running, seat, made)
    if row is not None:
        payload = msgspec.json.encode(driver.codec.raw(made))
        sealed = SealedStep(n, _choices(running, n) | {seat: client_id}, seat, payload)
        return Accepted(store_step(running, By(user=user, row=row, sealed=sealed)))
    store_choice(running, seat, n, client_id, made)
    load_choices(running)  # another process may have stored the last but one in the same moment
    chosen = driver.pending.get(n, {})
    if len(chosen) == len(decision.frame.seats or ()) or decision.frame.phase.settled(driver.position, dict(chosen)):
        first = next(iter(chosen))
        row = _resolved(running, first, chosen[first])
        if row is not None:
            sealed = SealedStep(n, _choices(running, n))
            return Accepted(store_step(running, By(user=user, row=row, sealed=sealed)))
    tell(TableEvent("choice", running.table, seat))
    return Accepted(driver.version)


def _resolved(running: Running, seat: int, made: Any) -> Row | None:
    """Lets the driver take the choice; the row of the step when with it the phase is over."""
    rows: list[Row | None] = []
    _guarded(running, lambda: rows.append(running.driver.play(seat, made)), seat, running.driver.codec.raw(made))
    return rows[0]


def _choices(running: Running, n: int) -> dict[int, str]:
    """The ids of the stored choices in this frame, by seat."""
    return {seat: client_id for (frame, seat), client_id in running.choice_ids.items() if frame == n}
