"""What one viewer sees of a running or finished table, taken from memory on the table's own thread.

For other faces of the site:

    tables.ask(table_id, lambda running: picture_for_program(running, running.seat_of(user_id), language)).result()

returns a dict of plain JSON values: `version`, `status` ("running" or "finished"), `seat` (own number or None),
`seats` (list of number, name, bot, left, acting), `view` (the position's fields as that seat sees them), `choices`
(what it may do: complete moves, or `{"kind", "pattern", "example"}`), `chosen` (its own sealed choice or None), `log`,
`undo`, `clock`, `commitment`, and when finished `result`, `reason` and `seed`. All is safe to hand to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import override

from parlor.engine import Chance, Driver, Entry, Move, Pattern, Reader, Standing, commitment, seat_id
from parlor.engine.moves import Many, One
from parlor.play.boards import BoardSeat, BoardTable, Scene, draw_live
from parlor.play.ending import ended_because, ending_of
from parlor.play.gifts import gifts
from parlor.play.messages import LogEntry, Place, Raw, SeatInfo, Table
from parlor.play.notices import may_ask, notices
from parlor.play.reading import entry_for, name_of, prompt, reader
from parlor.play.timing import clock_message, clock_texts
from parlor.tables.loading import Running
from parlor.tables.more_time import why_not


class Viewer(NamedTuple):
    """Who looks: all with an equal viewer get the same bytes. `page` wants HTML, else it is a program.

    `edits`: a page that takes HTML as edits to the one that it has.
    """

    seat: int | None
    page: bool
    language: str
    edits: bool = False


class Around(NamedTuple):
    """What a page shows beside the game: the host's name, which seats are connected, and how many watch."""

    host: str = ""
    here: frozenset[int] = frozenset()
    spectators: int = 0


class Picture:
    """One running table for one seat (None: a spectator) in the current language, at the version it has now.

    To be made and read on the table's thread; what it returns may go anywhere.
    """

    def __init__(self, running: Running, seat: int | None) -> None:
        self.running = running
        self.driver = driver = running.driver
        self.seat = seat
        self.version = driver.version
        over = bool(running.over)
        self.acting: list[int] = [] if over else [int(acting) for acting in driver.acting]
        self.asked = seat is not None and running.paused_at is None and seat not in running.away and not over
        self.mine = self.asked and seat in self.acting
        self.finished = driver.finished or over

    @cached_property
    def view(self) -> Any:
        """What the seat sees."""
        return self.driver.view(self.seat)

    @property
    def status(self) -> str:
        return "finished" if self.finished else "running"

    @property
    def read(self) -> Reader:
        return reader(self.running.game, self.name, self.seat)

    def name(self, seat: int) -> str:
        """The name of who sits there."""
        return name_at(self.running, seat)

    @property
    def seats(self) -> list[SeatInfo]:
        running = self.running
        return [
            SeatInfo(n, self.name(n), n in running.bots, n in running.left, n in self.acting, away=n in running.away)
            for n in range(self.driver.seats)
        ]

    @property
    def choices(self) -> list[Raw]:
        if self.seat is None or not self.asked:
            return []
        return choices_of(self.driver, self.seat)

    @property
    def chosen(self) -> Raw | None:
        made = self.driver.chosen(self.seat) if self.seat is not None else None
        return None if made is None else self.driver.codec.raw(made)

    @property
    def may_undo(self) -> bool:
        """Whether the last move can be taken back."""
        if self.seat is None or not self.asked or not self.driver.history:
            return False
        return self.driver.why_no_undo(self.running.undo_seat(self.seat)) is None

    @property
    def undo_why(self) -> str | None:
        """Why the last move cannot be taken back; None when it can."""
        if self.seat is None or not self.asked:
            return ""
        why = self.driver.why_no_undo(self.running.undo_seat(self.seat))
        return None if why is None else _(why)

    @property
    def secret(self) -> bool:
        """Whether the game goes on and somebody else at the same device sees something else."""
        user = None if self.seat is None else self.running.people.get(self.seat)
        if self.finished or user is None or not self.running.shares(user):
            return False
        return any(self.driver.view(other) != self.view for other in self.running.seats_of(user))

    @property
    def result(self) -> list[Place] | None:
        if not self.driver.finished:
            return None
        standings = self.driver.result()

        def tied(one: Standing) -> bool:
            """Whether somebody who is no partner has the same place."""
            return any(
                other.place == one.place and other.seat != one.seat and (one.team is None or other.team != one.team)
                for other in standings
            )

        return [
            Place(
                place=standing.place,
                seat=int(standing.seat),
                name=self.name(standing.seat),
                score=standing.score,
                details={_(label): value for label, value in standing.parts},
                tied=tied(standing),
            )
            for standing in standings
        ]

    @property
    def reason(self) -> str:
        return self.running.over or (self.driver.reason or "" if self.finished else "")

    def kinds(self, choices: list[Raw]) -> dict[str, Raw]:
        """Labels and field orders of the kinds of moves among the choices."""
        codec = self.driver.codec
        found: dict[str, Raw] = {}
        for choice in choices:
            kind = codec.kinds[choice["kind"]]
            if kind.__name__ not in found:
                label = _(kind.label) if kind.label else kind.__name__
                found[kind.__name__] = {"label": label, "fields": list(kind.__struct_fields__)}
        return found

    def names(self, choices: list[Raw]) -> dict[str, str]:
        """What the things among the choices are called."""
        read = self.read
        return {thing: name_of(thing, read) for thing in dict.fromkeys(_things(choices))}

    def live(self, around: Around) -> str:
        """The element `#live` of the page."""
        return draw_live(self.running.game, self._scene(around))

    def _scene(self, around: Around) -> Scene:
        read = self.read
        why = self.undo_why
        running = self.running
        times = clock_texts(running)
        return Scene(
            table=BoardTable(
                running.table,
                self.status,
                self.version,
                running.slug,
                running.game.name,
                around.host,
                training=running.training,
            ),
            view=self.view,
            me=self.seat,
            seats=[
                BoardSeat(
                    n,
                    self.name(n),
                    n == self.seat,
                    n in self.acting,
                    n in running.bots,
                    n in around.here,
                    times.get(n),
                    more=n in times and not why_not(running, self.seat, n),
                )
                for n in range(self.driver.seats)
            ],
            acting=self.acting,
            options=self.driver.options,
            names=lambda thing: name_of(thing, read),
            prompt=self.prompt(read),
            mine=self.mine,
            undo=why is None,
            undo_why=why or "",
            result=self.result,
            reason=ended_because(self.reason, running.note),
            spectators=around.spectators,
            commitment=commitment(self.driver.chance.seed),
            again=running.again,
            ending=ending_of(self.driver, self.reason, running.note) if self.finished else None,
            notices=[*notices(running, self.seat, self.name), *gifts(running, self.name)],
            asks=may_ask(running, self.seat),
            secret=self.secret,
            ratings=running.ratings,
        )

    def prompt(self, read: Reader) -> str:
        """The sentence over the board."""
        if self.finished:
            return _("The game is over.")
        driver = self.driver
        own = driver.decision(self.seat) if self.mine and self.seat is not None else None
        decision = own or driver.decision(self.acting[0])
        if decision is None:
            return ""
        together = [seat for seat in self.acting if _frame(driver.decision(seat)) == decision.frame.n]
        return prompt(decision, together, read, mine=own is not None)


def name_at(running: Running, seat: int) -> str:
    """The name of who sits there."""
    return running.names.get(seat) or _("Seat {n}").format(n=seat + 1)


def log_of(running: Running, entries: Iterable[Entry], viewer: Viewer) -> list[LogEntry]:
    """The entries as this viewer reads them, whose language is the current one or will be made it."""
    page = viewer.page
    read = reader(running.game, partial(name_at, running), viewer.seat, marked=page, language=viewer.language)
    return [entry_for(entry, read, html=page) for entry in entries]


def choices_of(driver: Driver, seat: int) -> list[Raw]:
    """What the seat may do: complete moves, and patterns."""
    raw = driver.codec.raw
    return [raw(offer) if isinstance(offer, Move) else _pattern(driver, offer) for offer in driver.legal(seat)]


def _pattern(driver: Driver, pattern: Pattern) -> Raw:
    """The JSON form of a pattern, with an example of a move that fits it."""
    codec = driver.codec
    kind = pattern.kind.__name__
    parts: dict[str, Raw] = {}
    for field, part in pattern.parts.items():
        raw = parts[field] = msgspec.to_builtins(part)
        if isinstance(part, One | Many) and field in codec.seat_fields.get(kind, ()):
            raw["of"] = [seat_id(seat) if isinstance(seat, int) else seat for seat in part.of]
    # The example must not tell anything of the table's own chance.
    example = pattern.sample(Chance(driver.version.to_bytes(32, "big"))("example"))
    return {"kind": kind, "pattern": parts, "example": codec.raw(example)}


def _frame(decision: Any) -> int | None:
    return None if decision is None else decision.frame.n


def _things(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in ("kind", "part"):
                yield from _things(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _things(part)
    elif isinstance(value, str) and "-" in value:
        yield value


def table_message(picture: Picture, viewer: Viewer, around: Around) -> Table:
    """Everything, for the viewer whose picture this is."""
    running, driver = picture.running, picture.driver
    choices = picture.choices
    finished = picture.finished
    seed = driver.chance.seed
    unset = msgspec.UNSET
    return Table(
        version=picture.version,
        status=picture.status,  # type: ignore[arg-type]
        seat=picture.seat,
        seats=picture.seats,
        html=picture.live(around) if viewer.page else unset,
        view=unset if viewer.page else picture.view,
        choices=choices,
        kinds=picture.kinds(choices) if viewer.page else unset,
        names=picture.names(choices) if viewer.page else unset,
        chosen=picture.chosen,
        log=log_of(running, running.entries, viewer),
        undo=picture.may_undo,
        clock=clock_message(running),
        result=(picture.result if finished else None) or unset,
        reason=picture.reason if finished else unset,
        commitment=commitment(seed),
        seed=seed.hex() if finished else unset,
    )


def picture_for_program(running: Running, seat: int | None, language: str = "en") -> dict[str, Any]:
    """All that the seat (None: a spectator) sees, as plain JSON values."""
    viewer = Viewer(seat, False, language)
    with override(language):
        message = table_message(Picture(running, seat), viewer, Around())
    raw: dict[str, Any] = msgspec.to_builtins(message)
    del raw["type"]
    raw["log"] = log_rows(message.log)
    return raw


def log_rows(entries: Iterable[LogEntry]) -> list[dict[str, Any]]:
    """The entries as plain values, each with all that it has."""
    return [{"struck": False, **msgspec.to_builtins(entry)} for entry in entries]
