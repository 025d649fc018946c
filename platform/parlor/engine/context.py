"""The context: what rules may ask for besides the position. One per running game, handed to every rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from parlor.engine.chance import Chance
from parlor.engine.errors import RulesError
from parlor.engine.ids import Seat, seat_id
from parlor.engine.log import Line, Only, Phrase, Plural
from parlor.engine.options import Options

Seen = tuple[int, ...] | None
Seers = Callable[[Any, str], Seen]


class Context:
    """Seats, options, data, chance, the log and the statistics of one game."""

    __slots__ = (
        "_at_reveal", "_counts", "_early", "_lines", "_per_seat", "_position", "_quiet", "_revealed", "_seers",
        "chance", "data", "gone", "options", "seats",
    )  # fmt: skip

    def __init__(
        self,
        seats: int,
        options: Options,
        chance: Chance,
        data: Mapping[str, Any],
        seers: Seers,
        per_seat: Mapping[str, bool],
    ) -> None:
        self.seats: tuple[Seat, ...] = tuple(Seat(n) for n in range(seats))
        self.options = options
        self.chance = chance
        self.data = data
        self.gone: tuple[int, ...] = ()
        self._seers = seers
        self._per_seat = per_seat
        self._quiet = False
        self._position: Any = None
        self._lines: list[Line] = []
        self._early: list[tuple[str | Plural, dict[str, Any]]] = []
        self._counts: list[tuple[str, int, int]] = []
        self._revealed = False
        self._at_reveal: Callable[[], None] | None = None

    def begin(self, position: Any) -> None:
        """Called by the driver before rules run on this position."""
        self._position = position
        self._lines = []
        self._counts = []
        self._revealed = False

    def found(self, position: Any) -> None:
        """Called by the driver when the set-up has made the position: its log lines are fixed only now."""
        self._position = position
        early, self._early = self._early, []
        for message, values in early:
            self.log(message, **values)

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise that has not left the game."""
        n = len(self.seats)
        following = (seat + 1) % n
        while following in self.gone and following != seat:
            following = (following + 1) % n
        return self.seats[following]

    def log(self, message: str | Plural, **values: Any) -> None:
        """Writes a line. Values are numbers, ids, texts, phrases, and lists of these.

        A number named `seat` or `seat_...` is a seat, and so are those in a list named `seats` or `seats_...`.
        An id of a supply is seen by those who see that card now, so put it down before you log it. Wrap other secrets
        in `Only(value, seats)`.
        """
        if self._quiet:
            return
        if self._position is None:
            self._early.append((message, values))
            return
        seen = PUBLIC
        for name, value in values.items():
            kind = type(value)
            if kind is int:
                if name == "seat" or name.startswith("seat_"):
                    values[name] = seat_id(value)
                continue
            if kind is str:
                seers = self._seers(self._position, value)
            else:
                values[name], seers = self._fixed(value, name.partition("_")[0] in ("seat", "seats"))
            if seers is not None:
                seen = {**seen, name: seers}
        self._lines.append(Line(message, values, seen))

    def _fixed(self, value: Any, seat: bool) -> tuple[Any, Seen]:
        """A value as it stays in the log, and who may see it; `seat` says that numbers in it are seats."""
        if value is None or isinstance(value, bool | float):
            return value, None
        if isinstance(value, int):
            return (seat_id(value) if seat else value), None
        if isinstance(value, str):
            return value, self._seers(self._position, value)
        if isinstance(value, Only):
            return self._fixed(value.value, seat)[0], tuple(value.seats)
        seers: Seen = None
        if isinstance(value, list | tuple):
            items = []
            for item in value:
                fixed, some = self._fixed(item, seat)
                items.append(fixed)
                seers = _both(seers, some)
            return items, seers
        if isinstance(value, Phrase):
            filled = {}
            for name, item in value.values.items():
                filled[name], some = self._fixed(item, name.partition("_")[0] in ("seat", "seats"))
                seers = _both(seers, some)
            return Phrase(value.message, filled), seers
        raise RulesError(f"a log line cannot hold {value!r}; use numbers, ids, texts, phrases and lists of these")

    def count(self, statistic: str, seat: Seat | None = None, by: int = 1) -> None:
        """Adds to a declared statistic, of a seat or of the table (None). Raises RulesError for one not declared."""
        if self._quiet:
            return
        per_seat = self._per_seat.get(statistic)
        if per_seat is None:
            raise RulesError(f"the statistic {statistic!r} is not declared; add it to the game's `statistics`")
        if per_seat != (seat is not None) or (seat is not None and not 0 <= seat < len(self.seats)):
            raise RulesError(
                f"the statistic {statistic!r} is counted per {'seat' if per_seat else 'table'}, not for {seat}"
            )
        self._counts.append((statistic, 0 if seat is None else seat, by))

    def reveal(self) -> None:
        """Says that the move shows its player something new from here on: it cannot be taken back, and a preview of it
        ends here, so say it before what is shown has changed or written anything.
        """
        if self._at_reveal is not None:
            self._at_reveal()
        self._revealed = True


PUBLIC: dict[str, tuple[int, ...]] = {}
"""What most lines have as `seen`, one for all of them: never written to."""


def _both(a: Seen, b: Seen) -> Seen:
    """Those who may see one thing and the other; None is everybody."""
    if a is None or b is None:
        return b if a is None else a
    return tuple(seat for seat in a if seat in b)
