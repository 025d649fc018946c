"""The step to a table's newest version, as those are sent it who have the one before. On the table's own thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import override

from parlor.engine import Driver, Entry
from parlor.engine.setting_back import SETTING
from parlor.play.edits import Page, page_of
from parlor.play.edits import difference as edits_between
from parlor.play.messages import LogEntry, Update, write
from parlor.play.pictures import Around, Picture, Viewer, choices_of, log_of
from parlor.play.timing import clock_message
from parlor.tables.loading import Running


class Known(NamedTuple):
    """The position at the version that has been shown, and how it looked to whom."""

    version: int
    layout: Any
    position: Any


class Difference(NamedTuple):
    """What is new in a view, as `Update` tells it."""

    changed: dict[str, Any]
    entries: dict[str, dict[int | str, Any]]


NOTHING = Difference({}, {})


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
    difference = NOTHING
    edits: Any = unset
    if viewer.page:
        html, kinds, names = picture.live(around), picture.kinds(choices), picture.names(choices)
        if viewer.edits:
            page = news.pages[viewer] = page_of(html)
            before = news.pages_before.get(viewer)
            if before is not None:
                html, edits = unset, edits_between(before, page)
    else:
        difference = news.difference(viewer.seat)
    finished = picture.finished
    return Update(
        picture.version,
        "finished" if finished else "running",
        picture.acting,
        html,
        *difference,
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
        edits,
    )


class News:
    """What the newest step wrote and changed since `before` was shown; made once for all who get the same.

    `pages_before` is the HTML that those were sent last who take edits, `pages` what they have after the step.
    """

    def __init__(
        self, running: Running, before: Known | None, pages_before: Mapping[Viewer, Page] | None = None
    ) -> None:
        self.running = running
        self.driver = driver = running.driver
        self.before = before
        self.pages_before = pages_before or {}
        self.pages: dict[Viewer, Page] = {}
        self.goes_on = not running.over and not driver.finished
        self.acting: list[int] = driver.acting  # type: ignore[assignment]
        self.entries = news(running)
        self.secret = any(line.seen for entry in self.entries for line in entry.lines)
        self.clock = clock_message(running)
        self._public: Difference | None = None  # what is new to everybody
        self._own = False  # more may be new to some
        self._read: dict[tuple[int | None, bool, str], list[LogEntry]] = {}
        self._plain: dict[str, tuple[Difference, str]] = {}  # by language: what is new, and the message

    @property
    def follows(self) -> bool:
        """Whether what was shown is the version before, so that programs can be told the difference."""
        before = self.before
        return (
            before is not None
            and before.version == self.driver.version - 1
            and before.layout.cls is self.driver.layout.cls
        )

    def difference(self, seat: int | None) -> Difference:
        """What is new in the seat's view since it was shown."""
        layout, before, after = self.driver.layout, self.before, self.driver.position
        assert before is not None
        if before.layout is not layout:  # at the end more may be seen
            return _difference(_compared(before.layout.view(before.position, seat), layout.view(after, seat)))
        if self._public is None:
            changes, self._own = layout.changes(before.position, after)
            self._public = _difference(changes)
        if self._own and (own := layout.own_changes(before.position, after, seat)):
            public, some = self._public, _difference(own)
            return Difference({**public.changed, **some.changed}, {**public.entries, **some.entries})
        return self._public

    def read(self, viewer: Viewer) -> list[LogEntry]:
        """As this viewer reads the entries."""
        key = viewer.seat if self.secret else None, viewer.page, viewer.language
        known = self._read.get(key)
        if known is None:
            known = self._read[key] = log_of(self.running, self.entries, viewer)
            if not viewer.page:
                known[:] = [_of_now(entry, self.driver.version) for entry in known]
        return known

    def text(self, viewer: Viewer, around: Around) -> str:
        """The message to this viewer."""
        if viewer.page or self.secret or not self.goes_on:
            with override(viewer.language):
                return write(update_message(Picture(self.running, viewer.seat), viewer, around, self))
        difference = self.difference(viewer.seat)
        idle = _idle(self.running, viewer.seat)
        known = self._plain.get(viewer.language) if idle else None
        if known is not None and known[0] == difference:
            return known[1]
        text = write(self.to_program(viewer, difference))
        if idle:
            self._plain[viewer.language] = difference, text
        return text

    def to_program(self, viewer: Viewer, difference: Difference) -> Update:
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
        unset: Any = msgspec.UNSET
        changed, entries = difference
        version, acting, clock = driver.version, self.acting, self.clock
        return Update(
            version, "running", acting, unset, changed, entries, choices, unset, unset, chosen, log, undo, clock
        )


def _of_now(entry: LogEntry, version: int) -> LogEntry:
    """The entry in a message that says its version already."""
    return LogEntry(entry.seat, entry.lines, struck=entry.struck) if entry.version == version else entry


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


def _compared(before: Any, after: Any) -> dict[str, tuple[Any, Any]]:
    """The fields of a view that differ, each as it was and as it is."""
    fields = [(name, getattr(before, name), getattr(after, name)) for name in type(after).__struct_fields__]
    return {name: (old, new) for name, old, new in fields if new is not old and new != old}


def _difference(changes: dict[str, tuple[Any, Any]]) -> Difference:
    """How these fields are told: whole, or some of their entries."""
    changed: dict[str, Any] = {}
    entries: dict[str, dict[int | str, Any]] = {}
    for name, (old, new) in changes.items():
        if not _told_in_part(name, old, new, entries):
            changed[name] = new
    return Difference(changed, entries)


def _told_in_part(path: str, old: Any, new: Any, entries: dict[str, dict[int | str, Any]]) -> bool:
    """Adds the new entries of a list or dict, where there are few and none is gone. False where that is not so."""
    kind = type(new)
    if kind is list and type(old) is list and len(new) >= len(old):
        size = len(old)
        some: dict[Any, Any] = {n: v for n, v in enumerate(new) if n >= size or (v is not old[n] and v != old[n])}
    elif kind is dict and type(old) is dict and old.keys() <= new.keys():
        some = {key: v for key, v in new.items() if key not in old or (v is not old[key] and v != old[key])}
    else:
        return False
    if 2 * len(some) > len(new):
        return False
    for key, value in list(some.items()):
        inner = type(value)
        if (inner is list or inner is dict) and (kind is dict or key < len(old)) and "." not in str(key):
            before = old.get(key) if kind is dict else old[key]
            if _told_in_part(f"{path}.{key}", before, value, entries):
                del some[key]
    if some:
        entries[path] = some
    return True
