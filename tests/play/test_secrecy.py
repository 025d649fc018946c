"""Nobody is sent what they may not see: whole games are dealt anew behind each viewer's back, and every byte compared."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from parlor.accounts.models import User
from parlor.engine import Chance, Driver, pick
from parlor.play.edits import page_of
from parlor.play.messages import Table, Update, write
from parlor.play.pictures import Around, Picture, Viewer, table_message
from parlor.play.updating import update_message
from parlor.tables.live import tables
from parlor.tables.loading import Running
from parlor.tables.play import Accepted, move
from tests.play.conftest import Start
from tests.play.visitors import Visitor, play
from tests.safety.worlds import news_since

AROUND = Around("ann", frozenset({0, 1}), 1)


def viewers(seats: int) -> Iterator[Viewer]:
    for seat in (None, *range(seats)):
        for page in (False, True):
            yield Viewer(seat, page, "en")
        yield Viewer(seat, True, "en", edits=True)


def messages_for(running: Running, viewer: Viewer, before: Any) -> str:
    picture = Picture(running, viewer.seat)
    news = news_since(before, running)
    news.pages_before = {viewer: page_of("<div>" * 9)} if viewer.edits else {}
    step = update_message(picture, viewer, AROUND, news)
    return write(table_message(picture, viewer, AROUND)) + write(step)


def dealt_anew(driver: Driver, seat: int | None, n: int) -> Driver:
    """The same game as far as the seat can see, with everything else different."""
    other = driver.imagine(0 if seat is None else seat, Chance(bytes([n]) * 32))
    if seat is None:  # a spectator does not see the chips of the seat that imagined either
        chips = other.position.chips
        chips[0], chips[1] = chips[1] + 1, chips[0] - 1
    other.chance.seed = driver.chance.seed  # it is not told, but its digest is
    other.history, other.rows = driver.history, driver.rows
    return other


def compared(running: Running, before: dict[int | None, Any]) -> int:
    """Compares what each viewer gets with what they get of games dealt anew. Returns how many really differed."""
    driver, differed = running.driver, 0
    for viewer in viewers(driver.seats):
        real = messages_for(running, viewer, before.get(viewer.seat, driver.view(viewer.seat)))
        for n in range(3):
            other = dealt_anew(driver, viewer.seat, n)
            differed += other.position != driver.position
            running.driver = other
            try:
                assert messages_for(running, viewer, before.get(viewer.seat, driver.view(viewer.seat))) == real, viewer
            finally:
                running.driver = driver
    return differed


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.long)])
def test_dealing_anew_what_a_viewer_cannot_see_changes_no_byte(start: Start, people: list[User], every: int) -> None:
    table = start(chance=Chance(b"\x07" * 32))
    choose = Chance(b"\x01" * 32)("moves")
    before: dict[int | None, Any] = {}
    differed, version = 0, 0

    def look(running: Running) -> tuple[int, int, Any, bool, dict[int | None, Any]]:
        driver = running.driver
        views = {seat: driver.view(seat) for seat in (None, *range(driver.seats))}
        if driver.finished:
            return 0, 0, None, True, views
        seat = driver.acting[0]
        differed = 0 if driver.version % every else compared(running, before)
        return differed, seat, driver.codec.raw(pick(driver.legal(seat), choose)), False, views

    while True:
        more, seat, made, finished, before = tables.ask(table.pk, look).result(60)
        differed += more
        if finished:
            break
        assert isinstance(move(table.pk, people[seat].pk, f"m{version}", version, made).result(20), Accepted)
        version += 1
    assert version > 24
    assert differed > version // every * 8


def test_the_comparison_sees_a_leak(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start()
    monkeypatch.setattr(
        "parlor.play.pictures.Picture.undo_why", property(lambda self: str(self.driver.position.chips[-1]))
    )

    def play_on(running: Running) -> bool:
        running.driver.position.chips[:] = [11, 4, 18]
        running.dirty = True
        try:
            compared(running, {})
        except AssertionError:
            return True
        return False

    assert tables.ask(table.pk, play_on).result(60)


CHIPS = re.compile(r'id="chips-(\d)-n"[^>]*>([^<]*)<|id="chips-(\d)".*?<b[^>]*>([^<]*)</b>')


def test_no_frame_of_a_whole_game_holds_others_chips_or_the_seed(start: Start, people: list[User]) -> None:
    table = start(visibility="open")
    seed = bytes(table.seed).hex()

    async def scene() -> list[tuple[int | None, Visitor]]:
        players = [Visitor(table.pk, user) for user in people[:3]]
        pages = [Visitor(table.pk, user, page=True) for user in people[:3]]
        watchers = [Visitor(table.pk), Visitor(table.pk, page=True)]
        everybody = [*enumerate(players), *enumerate(pages), (None, watchers[0]), (None, watchers[1])]
        choose = Chance(b"\x02" * 32)("moves")
        for _seat, visitor in everybody:
            await visitor.until(Table)
        status, acting, version, chips = "running", [0], 0, [11, 11, 11]
        while status == "running":
            seat = acting[0]
            kind = "Refuse" if chips[seat] and choose.below(3) else "Take"
            await players[seat].move(kind, version, f"m{version}")
            version += 1
            for _seat, visitor in everybody:
                step = await visitor.at(version)
                assert isinstance(step, Update)
            status, acting = step.status, step.acting
            for n, player in enumerate(players):
                step = read_last(player, version)
                assert isinstance(step, Update)
                chips[n] = step.changed.get("chips", chips)[n]
                chips[n] = {int(seat): left for seat, left in step.entries.get("chips", {}).items()}.get(n, chips[n])
        return everybody

    for seat, visitor in play(scene):
        checked = 0
        for frame in visitor.frames:
            raw = json.loads(frame)
            if raw["type"] not in ("table", "update"):
                continue
            over = raw.get("status") == "finished"
            assert (seed in frame) == over
            told = raw.get("view", raw.get("changed", {}))
            some = raw.get("entries", {})
            assert over or (not told.get("removed") and not some.get("removed"))
            for n, chips in [*enumerate(told.get("chips", ())), *some.get("chips", {}).items()]:
                assert over or int(n) == seat or chips is None
                checked += 1
            for found in CHIPS.finditer(raw.get("html", "")):
                owner, shown = int(found[1] or found[3]), found[2] or found[4]
                assert over or owner == seat or shown.strip() == "?"
                checked += 1
        assert checked > 3


def read_last(visitor: Visitor, version: int) -> Table | Update:
    from parlor.play.messages import read_reply

    for frame in reversed(visitor.frames):
        reply = read_reply(frame)
        if isinstance(reply, Table | Update) and reply.version == version:
            return reply
    raise AssertionError(version)
