"""The context: what rules may ask for besides the position. One per running game, handed to every rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from parlor.engine.chance import Chance
from parlor.engine.ids import Seat, seat_id
from parlor.engine.log import Line, Only, Plural
from parlor.engine.options import Options

Seers = Callable[[Any, str], "tuple[int, ...] | None"]


class Context:
    """Seats, options, data, chance, the log and the statistics of one game."""

    __slots__ = ("_counts", "_lines", "_position", "_quiet", "_revealed", "_seers", "chance", "data", "gone", "options", "seats")

    def __init__(self, seats: int, options: Options, chance: Chance, data: Mapping[str, Any], seers: Seers) -> None:
        self.seats: tuple[Seat, ...] = tuple(Seat(n) for n in range(seats))
        self.options = options
        self.chance = chance
        self.data = data
        self.gone: tuple[int, ...] = ()
        self._seers = seers
        self._quiet = False
        self._position: Any = None
        self._lines: list[Line] = []
        self._counts: list[tuple[str, int, int]] = []
        self._revealed = False

    def begin(self, position: Any) -> None:
        """Called by the driver before rules run on this position."""
        self._position = position
        self._lines = []
        self._counts = []
        self._revealed = False

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise that has not left the game."""
        n = len(self.seats)
        following = (seat + 1) % n
        while following in self.gone and following != seat:
            following = (following + 1) % n
        return self.seats[following]

    def log(self, message: str | Plural, **values: Any) -> None:
        """Writes a line. Values: numbers, ids, texts, lists of these; one named `seat` or `seat_...` is a seat.

        An id of a supply is seen by those who see that card now, so put it down before you log it. Wrap other secrets
        in `Only(value, seats)`.
        """
        if self._quiet:
            return
        seen: dict[str, tuple[int, ...]] | None = None
        for name, value in values.items():
            kind = type(value)
            if kind is int:
                if name.startswith("seat"):
                    values[name] = seat_id(value)
                continue
            seers: tuple[int, ...] | None
            if kind is str:
                seers = self._seers(self._position, value)
            elif kind is list or kind is tuple:
                if name.startswith("seat"):
                    values[name] = [seat_id(item) if type(item) is int else item for item in value]
                seers = None
                for item in value:
                    some = self._seers(self._position, item) if type(item) is str else None
                    if some is not None:
                        seers = some if seers is None else tuple(seat for seat in seers if seat in some)
            elif kind is Only:
                values[name], seers = value.value, value.seats
            else:
                continue
            if seers is not None:
                seen = seen or {}
                seen[name] = seers
        self._lines.append(Line(message, values, seen or {}))

    def count(self, statistic: str, seat: Seat | None = None, by: int = 1) -> None:
        """Adds to a declared statistic, of a seat or of the table (None)."""
        if not self._quiet:
            self._counts.append((statistic, -1 if seat is None else seat, by))

    def reveal(self) -> None:
        """Says that the move showed its player something new, so that it cannot be taken back."""
        self._revealed = True
