"""From the news of a table to who is to be told what: pure looking, nothing is written here."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from parlor.notifications.kinds import Kind
from parlor.notifications.models import Told
from parlor.notifications.news import Row
from parlor.notifications.scenes import FRESH, Scene, asked
from parlor.tables.models import Reason, Status
from parlor.tables.pace import TEMPI
from parlor.tables.votes import ABANDON, PAUSE, REPLACE

QUESTIONS = (PAUSE, ABANDON, REPLACE)


class Occasion(msgspec.Struct, frozen=True):
    """Somebody could be told this. `name` is the same whenever the same is found."""

    user: int
    kind: Kind
    name: str
    facts: dict[str, Any]


def occasions(scene: Scene, told: Told, rows: list[Row], now: datetime) -> list[Occasion]:
    """Whom to tell what, besides chat. Brings `told` up to date with it."""
    table = scene.table
    before, told.status = told.status, table.status
    found: list[Occasion] = []
    turns = _follow(scene, told, rows)
    if table.status == Status.RUNNING:
        found += list(_turns(scene, turns))
        if before in ("", Status.WAITING) and table.started_at and now - table.started_at < FRESH:
            due = {occasion.user for occasion in found}
            found += [
                Occasion(user, Kind.STARTED, "start", {"with": _others(scene, user)})
                for user in scene.people
                if user not in due
            ]
        found += list(_short(scene, now))
    if table.status == Status.FINISHED and before != Status.FINISHED and now - table.changed_at < FRESH:
        found += list(_ended(scene))
    if table.status == Status.WAITING:
        found += list(_invited(scene))
    found += list(_asked(scene, told))
    return found


def _follow(scene: Scene, told: Told, rows: list[Row]) -> dict[int, int]:
    """The seats for which the game waits anew, with the version since when. Keeps it in `told`."""
    waiting = {int(seat): since for seat, since in told.waiting.items()}
    before = dict(waiting)
    steps = [(row.version, row.waiting_on) for row in rows if row.waiting_on is not None]
    if not steps and not told.waiting:
        there = [str(seat.number) for seat in scene.seats if seat.waiting_on]
        steps = [(scene.table.version, ",".join(there))]
    for version, seats in steps:
        now = [int(seat) for seat in seats.split(",") if seat]
        waiting = {seat: waiting.get(seat, version) for seat in now}
    told.waiting = {str(seat): since for seat, since in waiting.items()}
    scene.waiting = waiting
    return {seat: since for seat, since in waiting.items() if before.get(seat) != since}


def _turns(scene: Scene, turns: dict[int, int]) -> Iterator[Occasion]:
    for seat in scene.seats:
        if seat.number in turns and seat.waiting_on and seat.user_id and not seat.left:
            facts = {"with": _others(scene, seat.user_id)}
            yield Occasion(seat.user_id, Kind.TURN, str(turns[seat.number]), facts)


def _short(scene: Scene, now: datetime) -> Iterator[Occasion]:
    """Those who have been reminded on the page, or should have been."""
    tempo = TEMPI.get(scene.table.pace)
    if tempo is None or scene.table.paused_at is not None:
        return
    for seat in scene.seats:
        reminded = seat.due_at is not None and seat.remind_at is None and now >= seat.due_at - tempo.warning
        since = scene.waiting.get(seat.number)
        if reminded and seat.waiting_on and seat.user_id and since is not None:
            yield Occasion(seat.user_id, Kind.TIME, str(since), {"with": _others(scene, seat.user_id)})


def _ended(scene: Scene) -> Iterator[Occasion]:
    """With what came of it. A table that its own people closed before the game has nobody left to tell."""
    table = scene.table
    result = table.result or []
    names = {seat.number: seat.name for seat in scene.seats}
    won = [names.get(row["seat"], "?") for row in result if row["place"] == 1]
    for user in scene.people:
        own = {seat.number for seat in scene.seats if seat.user_id == user}
        place = min((row["place"] for row in result if row["seat"] in own), default=None)
        facts = {"reason": table.reason, "won": won, "place": place, "with": _others(scene, user)}
        yield Occasion(user, Kind.ENDED, Reason.CLOSED if table.started_at is None else "end", facts)


def _invited(scene: Scene) -> Iterator[Occasion]:
    for row in scene.invitations:
        if (row.to_id, row.by_id) not in scene.deaf:
            facts = {"by": row.by.username}
            yield Occasion(row.to_id, Kind.INVITED, f"{row.pk}-{int(row.at.timestamp())}", facts)


def _asked(scene: Scene, told: Told) -> Iterator[Occasion]:
    """Questions that were not open before, for those who have not answered them."""
    said: dict[str, dict[int, bool]] = {}
    for vote in scene.votes:
        said.setdefault(vote.kind, {})[vote.seat] = vote.agree
    before, told.asked = told.asked, sorted(said)
    for kind in QUESTIONS:
        if kind not in said or kind in before:
            continue
        asker = next((seat.name for seat in scene.seats if seat.number in said[kind]), "?")
        for seat in scene.seats:
            if asked(scene.table, seat, kind, said[kind]) and seat.user_id:
                facts = {"question": kind, "by": asker}
                yield Occasion(seat.user_id, Kind.ASKS, f"{kind}-{scene.table.version}", facts)


def _others(scene: Scene, user: int) -> list[str]:
    return [seat.name for seat in scene.seats if seat.user_id != user and not seat.free]
