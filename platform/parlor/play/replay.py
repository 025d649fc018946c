"""The replay of a table: what stood on it at each version, and what the log said, as one viewer may see it.

While the game runs, everybody looks back with the eyes they have now: a player with the own seat's, all others with a
spectator's. When it is over, anybody who may watch the table may look from each seat, and, in games that say what is
revealed at the end, with all of that revealed from the start (`seat=open`).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import override
from markupsafe import escape

from parlor.catalog.registry import AnyGame, get_game
from parlor.engine import Entry, Line, Reader
from parlor.play.boards import draw_board, environment
from parlor.play.messages import LogEntry
from parlor.play.pictures import Around, Picture
from parlor.play.reading import entry_for, reader
from parlor.play.resting import seat_among
from parlor.tables.history import Past, history
from parlor.tables.loading import Running
from parlor.tables.models import Seat, Status, Table

WATCH = "watch"
OPEN = "open"
STEPS_KEPT = 400


class Closed(Exception):
    """This viewer may not look from there (yet)."""


class Eyes(NamedTuple):
    """From where a replay is seen: a seat, or None for a spectator; `open` with all revealed that the end reveals."""

    seat: int | None
    open: bool = False

    @property
    def name(self) -> str:
        """As in addresses: `?seat=`."""
        return OPEN if self.open else WATCH if self.seat is None else str(self.seat)


class Step(msgspec.Struct, frozen=True):
    """One version: what replaces the element `#live` of the replay page, and what the log says of it."""

    version: int
    seat: str
    html: str
    entry: LogEntry


def eyes_for(table: Table, seats: Sequence[Seat], user: int | None, wanted: str) -> Eyes:
    """Whose eyes are meant. Raises Closed for those of others while the game runs, and for ones that there are not."""
    own = seat_among(list(seats), user)
    if not wanted:
        return Eyes(own)
    found = next((eyes for eyes in all_eyes(table, len(seats), own) if eyes.name == wanted), None)
    if found is None:
        raise Closed(wanted)
    return found


def all_eyes(table: Table, seats: int, own: int | None) -> list[Eyes]:
    """All from which somebody who sits in seat `own` may choose now."""
    if table.status != Status.FINISHED:
        return [Eyes(own), Eyes(None)] if own is not None else [Eyes(None)]
    opened = [Eyes(None, True)] if get_game(table.game).position.reveal_at_end else []
    return [Eyes(None), *(Eyes(n) for n in range(seats)), *opened]


class _AllSeen(Reader):
    """Reads what any seat may read."""

    def line(self, line: Line) -> str:
        return self.fill(line.message, line.values, {name for name, seats in line.seen.items() if not seats})


def _reader(game: AnyGame, names: Callable[[int], str], eyes: Eyes) -> Reader:
    read = reader(game, names, eyes.seat)
    return _AllSeen(**{name: getattr(read, name) for name in Reader.__struct_fields__}) if eyes.open else read


def _told(past: Past, entries: Sequence[Entry], read: Reader, names: Callable[[int], str]) -> list[LogEntry]:
    """The entries as they may be read; a step without words says at least that it took another one back."""
    told = []
    for entry in entries:
        shown = entry_for(entry, read, html=True)
        if not shown.lines and entry.seat is not None and past.undone(entry.version):
            text = _("{name} takes the last move back").format(name=names(entry.seat))
            shown = msgspec.structs.replace(shown, lines=[text], html=[str(escape(text))])
        told.append(shown)
    return told


class PastPicture(Picture):
    """What was to be seen at a version. Nobody is asked anything any more."""

    def __init__(self, running: Running, eyes: Eyes) -> None:
        super().__init__(running, eyes.seat)
        self.mine = False
        self.eyes = eyes
        if eyes.open:
            driver = self.driver
            layout = driver.game.layout(driver.seats, driver.options, finished=True)
            self.view = layout.view(driver.position, None)

    @property
    def read(self) -> Reader:
        return _reader(self.running.game, self.name, self.eyes)

    def step(self, past: Past, last: int) -> Step:
        """The version as the page of the replay shows it; `last` is the newest version that there is."""
        entry = _told(past, [past.entries[self.version]], self.read, self.name)[0]
        scene = self._scene(Around())
        html = (
            environment()
            .get_template("board/replay.html")
            .render(
                table=scene.table,
                seats=scene.seats,
                prompt=scene.prompt,
                entry=entry,
                last=last,
                board=draw_board(self.running.game, scene),
            )
        )
        return Step(self.version, self.eyes.name, html, entry)


def step(table: Table, version: int, eyes: Eyes, language: str) -> Step:
    """What these eyes saw at the version (0 to the table's). Raises Lost where the game cannot be rebuilt."""
    key = (table.pk, version, eyes, language, table.version)
    known = _steps.get(key)
    if known is None:

        def look(past: Past) -> Step:
            with override(language):
                return PastPicture(past.at(table, version), eyes).step(past, table.version)

        known = history.read(table, look)
        _steps.put(key, known)
    return known


def log(table: Table, seats: Sequence[Seat], eyes: Eyes, language: str) -> list[LogEntry]:
    """The whole log as these eyes may read it now."""

    def names(number: int) -> str:
        return seats[number].name or _("Seat {n}").format(n=number + 1)

    def look(past: Past) -> list[LogEntry]:
        with override(language):
            read = _reader(get_game(table.game), names, eyes)
            return _told(past, past.entries[: table.version + 1], read, names)

    return history.read(table, look)


def turns(entries: Sequence[LogEntry]) -> list[int]:
    """The versions at which a turn is over (consecutive steps of one seat are a turn); the first is 0, the set-up."""
    return [
        n
        for n, (entry, after) in enumerate(zip(entries, [*entries[1:], None], strict=True))
        if after is None or after.seat is None or after.seat != entry.seat
    ]


class _Steps:
    """The steps drawn last, for any viewer who may see the same."""

    def __init__(self) -> None:
        self._known: OrderedDict[Any, Step] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Any) -> Step | None:
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
            return self._known.get(key)

    def put(self, key: Any, step: Step) -> None:
        with self._lock:
            self._known[key] = step
            while len(self._known) > STEPS_KEPT:
                self._known.popitem(last=False)


_steps = _Steps()
