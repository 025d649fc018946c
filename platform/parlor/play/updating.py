"""The step to a table's newest version, as those are sent it who have the one before. On the table's own thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from parlor.engine import Entry
from parlor.engine.setting_back import SETTING
from parlor.play.messages import LogEntry, Update
from parlor.play.pictures import Around, Picture, Viewer
from parlor.play.timing import clock_message
from parlor.tables.loading import Running


def update_message(picture: Picture, viewer: Viewer, around: Around, before: Any, lines: News | None = None) -> Update:
    """The step to the picture's version, for those who have the one before; `before` is the view at that one.

    `lines` are shared by those who get the same.
    """
    choices = picture.choices
    finished = picture.finished
    page = viewer.page
    unset = msgspec.UNSET
    return Update(
        picture.version,
        picture.status,  # type: ignore[arg-type]
        picture.acting,
        picture.live(around) if page else unset,
        unset if page else changed(before, picture.view),
        choices,
        picture.kinds(choices) if page else unset,
        picture.names(choices) if page else unset,
        picture.chosen,
        (lines or News(picture.running)).read(picture, viewer),
        picture.may_undo,
        clock_message(picture.running),
        (picture.result if finished else None) or unset,
        picture.reason if finished else unset,
        picture.driver.chance.seed.hex() if finished else unset,
    )


class News:
    """The entries that the newest step wrote or struck out, rendered once for all who read the same in them."""

    def __init__(self, running: Running) -> None:
        self.entries = news(running)
        self.secret = any(line.seen for entry in self.entries for line in entry.lines)
        self._read: dict[tuple[int | None, bool, str], list[LogEntry]] = {}

    def read(self, picture: Picture, viewer: Viewer) -> list[LogEntry]:
        """As this viewer reads them, in the current language."""
        key = viewer.seat if self.secret else None, viewer.page, viewer.language
        known = self._read.get(key)
        if known is None:
            known = self._read[key] = picture.log(self.entries, html=viewer.page)
        return known


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
