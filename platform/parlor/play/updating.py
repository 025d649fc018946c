"""The step to a table's newest version, as those are sent it who have the one before. On the table's own thread."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from django.utils.translation import override

from parlor.engine import Driver, Entry
from parlor.engine.setting_back import SETTING
from parlor.play.messages import LogEntry, Update, write
from parlor.play.pictures import Around, Picture, Viewer, choices_of, log_of
from parlor.play.timing import clock_message
from parlor.tables.loading import Running


class Known(NamedTuple):
    """The position at the version that has been shown, and how it looked to whom."""

    version: int
    layout: Any
    position: Any


def known_of(driver: Driver) -> Known:
    """As it is now."""
    return Known(driver.version, driver.layout, driver.position)


def update_message(picture: Picture, viewer: Viewer, around: Around, news: News) -> Update:
    """The step to the picture's version, for those who have the one before. In the current language, the viewer's."""
    unset = msgspec.UNSET
    choices = picture.choices
    html: Any = unset
    kinds: Any = unset
    names: Any = unset
    difference: Any = unset
    if viewer.page:
        html, kinds, names = picture.live(around), picture.kinds(choices), picture.names(choices)
    else:
        difference = news.difference(viewer.seat)
    finished = picture.finished
    return Update(
        picture.version,
        "finished" if finished else "running",
        picture.acting,
        html,
        difference,
        choices,
        kinds,
        names,
        picture.chosen,
        news.read(viewer),
        picture.may_undo,
        news.clock,
        (picture.result if finished else None) or unset,
        picture.reason if finished else unset,
        picture.driver.chance.seed.hex() if finished else unset,
    )


class News:
    """What the newest step wrote and changed since `before` was shown; made once for all who get the same."""

    def __init__(self, running: Running, before: Known | None) -> None:
        self.running = running
        self.driver = driver = running.driver
        self.before = before
        self.goes_on = not running.over and not driver.finished
        self.acting: list[int] = driver.acting  # type: ignore[assignment]
        self.entries = news(running)
        self.secret = any(line.seen for entry in self.entries for line in entry.lines)
        self.clock = clock_message(running)
        self._changes: tuple[dict[str, Any], bool] | None = None
        self._read: dict[tuple[int | None, bool, str], list[LogEntry]] = {}
        self._plain: dict[str, tuple[dict[str, Any], str]] = {}  # by language: what has changed, and the message

    @property
    def follows(self) -> bool:
        """Whether what was shown is the version before, so that programs can be told the difference."""
        before = self.before
        return (
            before is not None
            and before.version == self.driver.version - 1
            and before.layout.cls is self.driver.layout.cls
        )

    def difference(self, seat: int | None) -> dict[str, Any]:
        """The fields of the seat's view that differ from what was shown, with their new values."""
        layout, before = self.driver.layout, self.before
        assert before is not None
        if before.layout is not layout:  # at the end more may be seen
            view: Any = layout.view(self.driver.position, seat)
            return _changed(before.layout.view(before.position, seat), view)
        if self._changes is None:
            self._changes = layout.changes(before.position, self.driver.position)
        difference, some_own = self._changes
        if some_own and (own := layout.own_changes(before.position, self.driver.position, seat)):
            return {**difference, **own}
        return difference

    def read(self, viewer: Viewer) -> list[LogEntry]:
        """As this viewer reads the entries."""
        key = viewer.seat if self.secret else None, viewer.page, viewer.language
        known = self._read.get(key)
        if known is None:
            known = self._read[key] = log_of(self.running, self.entries, viewer)
        return known

    def text(self, viewer: Viewer, around: Around) -> str:
        """The message to this viewer."""
        if viewer.page or self.secret or not self.goes_on:
            with override(viewer.language):
                return write(update_message(Picture(self.running, viewer.seat), viewer, around, self))
        difference = self.difference(viewer.seat)
        idle = _idle(self.running, viewer.seat)
        known = self._plain.get(viewer.language) if idle else None
        if known is not None and (known[0] is difference or known[0] == difference):
            return known[1]
        text = write(self.to_program(viewer, difference))
        if idle:
            self._plain[viewer.language] = difference, text
        return text

    def to_program(self, viewer: Viewer, difference: dict[str, Any]) -> Update:
        """What `update_message` says to a program while the game goes on, with fewer steps: it is asked for most."""
        running, driver, seat = self.running, self.driver, viewer.seat
        choices: list[Any] = []
        chosen, undo = None, False
        if seat is not None and running.paused_at is None and seat not in running.away:
            choices = choices_of(driver, seat)
            undo = bool(driver.history) and driver.why_no_undo(running.undo_seat(seat)) is None
        if seat is not None and driver.pending and (made := driver.chosen(seat)) is not None:
            chosen = driver.codec.raw(made)
        log = self.read(viewer)
        unset = msgspec.UNSET
        return Update(
            *(driver.version, "running", self.acting, unset, difference, choices, unset, unset, chosen, log, undo),
            self.clock,
        )


def _idle(running: Running, seat: int | None) -> bool:
    """Whether the seat is asked nothing, has chosen nothing, and has no move to take back."""
    driver = running.driver
    if seat is None:
        return True
    if driver.decision(seat) is not None or running.sharing:
        return False
    return not driver.history or driver.history[-1].seat != seat


def news(running: Running) -> list[Entry]:
    """The entries that the newest step wrote or struck out."""
    rows = running.driver.rows
    entries = running.entries
    if rows and (rows[-1].do == "undo" or rows[-1].do in SETTING):
        return [entry for entry in entries[:-1] if entry.struck] + entries[-1:]
    return entries[-1:]


def _changed(before: Any, after: Any) -> dict[str, Any]:
    """The fields of a view that differ, with their new values."""
    fields = [(name, getattr(before, name), getattr(after, name)) for name in type(after).__struct_fields__]
    return {name: new for name, old, new in fields if new is not old and new != old}
