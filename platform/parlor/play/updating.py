"""The step to a table's newest version, as those are sent it who have the one before. On the table's own thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from parlor.engine import Entry
from parlor.engine.setting_back import SETTING
from parlor.play.messages import LogEntry, Update, write
from parlor.play.pictures import Around, Picture, Viewer, choices_of
from parlor.play.timing import clock_message
from parlor.tables.loading import Running


def update_message(picture: Picture, viewer: Viewer, around: Around, before: Any, lines: News | None = None) -> Update:
    """The step to the picture's version, for those who have the one before; `before` is the view at that one.

    `lines` are shared by those who get the same.
    """
    lines = lines or News(picture.running)
    unset = msgspec.UNSET
    choices = picture.choices
    html: Any = unset
    kinds: Any = unset
    names: Any = unset
    difference: Any = unset
    if viewer.page:
        html, kinds, names = picture.live(around), picture.kinds(choices), picture.names(choices)
    else:
        difference = changed(before, picture.view)
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
        lines.read(picture, viewer),
        picture.may_undo,
        lines.clock,
        (picture.result if finished else None) or unset,
        picture.reason if finished else unset,
        picture.driver.chance.seed.hex() if finished else unset,
    )


class News:
    """What the newest step wrote: its log entries, and whole messages, made once for all who get the same."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.goes_on = not running.over and not running.driver.finished
        self.acting = list(map(int, running.driver.acting))
        self.entries = news(running)
        self.secret = any(line.seen for entry in self.entries for line in entry.lines)
        self.clock = clock_message(running)
        self._read: dict[tuple[int | None, bool, str], list[LogEntry]] = {}
        self._plain: dict[str, tuple[dict[str, Any], str]] = {}  # by language: what has changed, and the message

    def read(self, picture: Picture, viewer: Viewer) -> list[LogEntry]:
        """As this viewer reads the entries, in the current language."""
        key = viewer.seat if self.secret else None, viewer.page, viewer.language
        known = self._read.get(key)
        if known is None:
            known = self._read[key] = picture.log(self.entries, html=viewer.page, language=viewer.language)
        return known

    def text(self, viewer: Viewer, view: Any, before: Any, around: Around) -> str:
        """The message to this viewer, who sees `view` now and saw `before`, in the current language."""
        if viewer.page or self.secret or not self.goes_on:
            return write(update_message(Picture(self.running, viewer.seat, view), viewer, around, before, self))
        difference = changed(before, view)
        idle = _idle(self.running, viewer.seat)
        known = self._plain.get(viewer.language) if idle else None
        if known is not None and known[0] == difference:
            return known[1]
        text = write(self.to_program(viewer, difference, view))
        if idle:
            self._plain[viewer.language] = difference, text
        return text

    def to_program(self, viewer: Viewer, difference: dict[str, Any], view: Any) -> Update:
        """What `update_message` says to a program while the game goes on, with fewer steps: it is asked for most."""
        running, seat = self.running, viewer.seat
        driver = running.driver
        choices: list[Any] = []
        chosen, undo = None, False
        if seat is not None and running.paused_at is None and seat not in running.away:
            choices = choices_of(driver, seat)
            undo = bool(driver.history) and driver.why_no_undo(running.undo_seat(seat)) is None
        if seat is not None and driver.pending and (made := driver.chosen(seat)) is not None:
            chosen = driver.codec.raw(made)
        known = self._read.get((None, False, viewer.language))
        log = self.read(Picture(running, seat, view), viewer) if known is None else known
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


def changed(before: Any, after: Any) -> dict[str, Any]:
    """The fields of a view that differ, with their new values."""
    view: Any = type(after)
    return _comparer(view)(before, after)


@cache
def _comparer(view: type) -> Callable[[Any, Any], dict[str, Any]]:
    """A function for views of this type: made as source, as it runs for each viewer of each step."""
    names = view.__struct_fields__  # type: ignore[attr-defined]
    tests = "".join(f" if a.{n} is not b.{n} and a.{n} != b.{n}: d[{n!r}] = a.{n}\n" for n in names)
    space: dict[str, Any] = {}
    exec(f"def compare(b, a):\n d = {{}}\n{tests} return d\n", space)  # noqa: S102 - of the names of fields alone
    return space["compare"]  # type: ignore[no-any-return]
