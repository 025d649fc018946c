"""Proof at the wire: whatever is put together for a viewer is put together again in worlds that look the same to them.

A world is the game as it stands, with everything that the viewer cannot see dealt anew (also others' sealed choices).
Each message for a viewer is made once more for worlds dealt now, and for worlds dealt before the last step in which the
same step was made: as long as such a world still looks the same, not a byte may differ, nor may a log line tell it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from parlor.engine import Chance, Driver, Entry, Illegal, Move, Pattern, permit, preview
from parlor.engine.testing.copies import perform, permitted, revealed, world_of
from parlor.play.messages import write
from parlor.play.pictures import Picture, Viewer, table_message
from parlor.play.reading import plain
from parlor.play.updating import Known, News, update_message
from parlor.tables.loading import Running


class Leak(AssertionError):
    """Something would have told a viewer what they may not know."""


class _Seen:
    """A layout in which everything looks as it did look."""

    def __init__(self, view: Any) -> None:
        self.seen = view
        self.cls = type(view)

    def view(self, _position: Any, _seat: int | None) -> Any:
        return self.seen


def news_since(before: Any, running: Running) -> News:
    """The step for somebody who saw this view before; views are compared field by field, which is the long way."""
    return News(running, Known(running.driver.version - 1, _Seen(before), None))


def in_order(text: str) -> str:
    """The message with new fields in the order of their names: that order tells nothing."""
    message = msgspec.json.decode(text)
    ordered = {key: dict(sorted(message[key].items())) for key in ("changed", "entries") if key in message}
    return msgspec.json.encode({**message, **ordered}).decode() if ordered else text


class Proof:
    """Stands in for what puts messages together, and compares. `sent` holds all texts that were compared.

    Pages are compared at every `page`-th version only: drawing them takes long.
    """

    def __init__(self, page: int = 1) -> None:
        self.page = page
        self.chance = Chance(b"\x05" * 32)
        self.sent: set[str] = set()
        self.compared = self.differing = self.kept = self.previews = self.refusals = 0
        self.leaks: list[str] = []
        self._now: dict[tuple[int, int | None, str], list[tuple[Driver, Entry | None]]] = {}
        self._fresh: dict[tuple[int, int | None], Driver] = {}

    def watch(self, monkeypatch: Any) -> None:
        """From now on all messages of tables, steps and previews pass here."""
        for module in ("room", "pictures"):
            monkeypatch.setattr(f"parlor.play.{module}.table_message", self.table_message)
        text = News.text
        monkeypatch.setattr(News, "text", lambda news, *given: self.update(news, text(news, *given), *given))
        monkeypatch.setattr("parlor.tables.play.preview", self.preview)

    # What stands in

    def table_message(self, picture: Picture, viewer: Viewer, around: Any) -> Any:
        message = table_message(picture, viewer, around)
        self.compare(picture, viewer, write(message), lambda other: write(table_message(other, viewer, around)))
        return message

    def update(self, news: News, sent: str, viewer: Viewer, around: Any) -> str:
        """What is sent shares what viewers have in common, and takes short cuts; in the worlds beside it nothing does."""
        known = news.before
        before = None if viewer.page or known is None else known.layout.view(known.position, viewer.seat)

        def beside(other: Picture) -> str:
            step = news_since(before, other.running)
            step.pages_before = news.pages_before
            return in_order(write(update_message(other, viewer, around, step)))

        self.sent.add(sent)
        self.compare(Picture(news.running, viewer.seat), viewer, in_order(sent), beside)
        return sent

    def preview(self, driver: Driver, seat: int, move: Move) -> Any:
        seen = preview(driver, seat, move)
        said = self._told(driver, seat, seen)
        for n in range(2):
            world = self.world(driver, seat, n)
            if permitted(world, [(seat, move)]):
                other = self._told(world, seat, preview(world, seat, move))
                self._same(said, other, f"preview of {move} by seat {seat} at version {driver.version}")
                self.previews += 1
        return seen

    @staticmethod
    def _told(driver: Driver, seat: int, seen: Any) -> str:
        from parlor.play.reading import reader

        read = reader(driver.game, str, seat)
        return msgspec.json.encode([[plain(read.line(line)) for line in seen.lines], seen.changed, seen.open]).decode()

    # Worlds

    def compare(self, picture: Picture, viewer: Viewer, real: str, make: Any) -> None:
        self.sent.add(real)
        running, driver = picture.running, picture.driver
        if picture.finished or (viewer.page and driver.version % self.page):
            return
        try:
            self._compare(running, driver, viewer, real, make)
        except Leak:
            raise
        except Exception as error:  # the room only logs it
            self.leaks.append(f"{viewer} at version {driver.version}: {error!r}")
            raise

    def _compare(self, running: Running, driver: Driver, viewer: Viewer, real: str, make: Any) -> None:
        entries = running.entries
        for world, entry in self._worlds(running, viewer.seat):
            running.driver = world
            running.entries = entries if entry is None else [*entries[:-1], entry]
            try:
                other = make(Picture(running, viewer.seat))
            finally:
                running.driver, running.entries = driver, entries
            self._same(real, other, f"{viewer} at version {driver.version}")
            self.compared += 1
            self.differing += world.position != driver.position

    def _same(self, real: str, other: str, where: str) -> None:
        if real != other:
            at = next(n for n, (a, b) in enumerate(zip(real + "$", other + "$", strict=False)) if a != b)
            self.leaks.append(f"{where}: …{real[max(0, at - 80) : at + 80]}… or …{other[max(0, at - 80) : at + 80]}…")
            raise Leak(self.leaks[-1])

    def _worlds(self, running: Running, seat: int | None) -> list[tuple[Driver, Entry | None]]:
        driver = running.driver
        key = (driver.version, seat, repr(driver.pending))
        if key not in self._now:
            fresh = self._fresh[driver.version, seat] = self.world(driver, seat)
            self._now[key] = [(self._beside(fresh, driver), None)]
            before = self._fresh.pop((driver.version - 1, seat), None)
            if before is not None and (stepped := self._stepped(before, driver, seat)) is not None:
                self._now[key].append(stepped)
                self.kept += 1
            if driver.acting and seat == driver.acting[0]:
                self._refusals(driver, fresh, seat)
        return self._now[key]

    def world(self, driver: Driver, seat: int | None, n: int = 0) -> Driver:
        """A game that looks the same to the seat, or to spectators, whom each seat hides something from."""
        chance = Chance(self.chance(f"{driver.version} {seat} {n}").below(2**32).to_bytes(32, "big"))
        world = driver
        for one in (0, driver.seats - 1) if seat is None else (seat,):
            world = world_of(world, one, chance)
        for frame, chosen in driver.pending.items():
            world.pending[frame] = {
                who: made if who == seat else _any(world.legal(who), chance) for who, made in chosen.items()
            }
        world.opened_at = getattr(driver, "opened_at", None)
        return world

    @staticmethod
    def _beside(world: Driver, driver: Driver) -> Driver:
        """Another to show: what has happened is what has happened, as far as one may take it back."""
        other: Driver = object.__new__(type(world))
        other.__dict__.update(world.__dict__)
        other.rows, other.history = driver.rows, driver.history
        other.statistics = driver.statistics
        return other

    def _stepped(self, world: Driver, driver: Driver, seat: int | None) -> tuple[Driver, Entry | None] | None:
        """The world after the driver's last step, if it still looks the same."""
        row = driver.rows[-1]
        if row.do == "move" and row.move is not None and row.seat is not None:
            step = [(row.seat, row.move)]
        else:  # a sealed phase is dealt anew with its choices, and ends otherwise
            return None
        if not permitted(world, step):
            return None
        perform(world, step)
        same = world.view(seat) == driver.view(seat) and world.acting == driver.acting
        if not same or revealed(driver) or revealed(world) or world.finished != driver.finished:
            return None
        entry = Entry(driver.version, row.seat, world.log[-1].lines)
        if self._asks(world) != self._asks(driver):
            return None
        shown = self._beside(world, driver)
        return shown, entry

    @staticmethod
    def _asks(driver: Driver) -> bytes:
        """What is asked, and of whom: public, so a world in which something else is asked looks different."""
        return msgspec.json.encode([[type(f.phase).__name__, f.phase, f.seats] for f in driver.agenda])

    def _refusals(self, driver: Driver, world: Driver, seat: int) -> None:
        """What is refused is refused in the same words."""
        for move in _wrong(driver, seat):
            self._same(
                _refusal(driver, seat, move), _refusal(world, seat, move), f"refusal of {move} at {driver.version}"
            )
            self.refusals += 1


def _any(legal: Any, chance: Chance) -> Move:
    offers = list(legal)
    offer = offers[chance("pending").below(len(offers))]
    return offer.sample(chance("sample")) if isinstance(offer, Pattern) else offer


def _wrong(driver: Driver, seat: int) -> list[Move]:
    """Moves like those offered, about other things: the names in them are exchanged."""
    raw = driver.codec.raw
    offered = [raw(one) for one in driver.legal(seat) if isinstance(one, Move)][:6]
    names = sorted({value for one in offered for key, value in one.items() if key != "kind" and isinstance(value, str)})
    found = []
    for one in offered:
        for key, value in one.items():
            if key == "kind" or not isinstance(value, str):
                continue
            sort = value.rpartition("-")[0]
            others = [name for name in names if name != value][:2] + ([f"{sort}-1", f"{sort}-2"] if sort else [])
            for other in others:
                try:
                    found.append(driver.codec.move({**one, key: other}))
                except Illegal:
                    continue
    return found[:12]


def _refusal(driver: Driver, seat: int, move: Move) -> str:
    try:
        permit(driver.legal(seat), move)
    except Illegal as why:
        return str(why)
    return ""
