"""The game: what its author declares, and what the engine works out from it when it loads."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any, ClassVar, Generic, TypeVar

from parlor.engine.bots import Bot, play_ahead, random_bot
from parlor.engine.chance import Chance
from parlor.engine.codec import codec
from parlor.engine.compiling import fields, frozen
from parlor.engine.context import Context
from parlor.engine.errors import DesignError
from parlor.engine.ids import Seat
from parlor.engine.layout import Layout
from parlor.engine.log import Phrase
from parlor.engine.moves import Move
from parlor.engine.options import DataSet, Family, Option, Options, Statistic, check_families, check_options
from parlor.engine.phases import Next, Phase, PlayOn
from parlor.engine.position import Position, View
from parlor.engine.results import Standing

P = TypeVar("P", bound=Position)
V = TypeVar("V")


class Game(Generic[P, V]):
    """Base of a game. The class attributes are its declarations; `setup` and `result` are the least code it needs."""

    slug: ClassVar[str]
    name: ClassVar[str]
    designer: ClassVar[str] = ""
    publisher: ClassVar[str] = ""
    year: ClassVar[int | None] = None
    tagline: ClassVar[str] = ""
    seats: ClassVar[tuple[int, int]]
    minutes: ClassVar[int] = 30
    weight: ClassVar[float] = 1.0
    rules: ClassVar[int] = 1
    options: ClassVar[tuple[Option[Any], ...]] = ()
    statistics: ClassVar[tuple[Statistic, ...]] = ()
    data: ClassVar[tuple[DataSet, ...]] = ()
    families: ClassVar[tuple[Family, ...]] = ()
    position: ClassVar[type[Position]]
    view: ClassVar[type[Any] | None] = None
    phases: ClassVar[tuple[type[Phase[Any]], ...]]
    moves: ClassVar[tuple[type[Move], ...]]
    bots: ClassVar[Mapping[str, Bot]] = {"random": random_bot, "planner": play_ahead}
    """By name; the first one plays for absent people."""

    def setup(self, ctx: Context) -> tuple[P, Next]:
        """The position at the start and the first phases."""
        raise DesignError(f"{type(self).__name__} needs setup: it returns the position and the first phases")

    def result(self, p: P) -> list[Standing]:
        """The standings, one per seat; `standings(...)` makes them from scores.

        Asked at the end, and in mid-game when somebody gives up or a bot weighs a position.
        """
        raise DesignError(f"{type(self).__name__} needs result: it returns the standings")

    def leave(self, p: P, seat: Seat, ctx: Context) -> Next | PlayOn:
        """What conceding does with three or more: `PlayOn()`, the default, lets a bot play on.

        Otherwise the position is changed so that the seat is out, and the returned phases replace the whole agenda.
        """
        return PlayOn()

    def imagine(self, p: P, seat: Seat, chance: Chance) -> None:
        """Replaces what the seat cannot see and what is not in a supply by something that it could be."""

    def check(self, p: P) -> None:
        """Asserts what must hold in every position, such as that no card is lost. For the kit."""

    def board(self, view: V, seat: Seat | None) -> dict[str, Any]:
        """Derived values for the board template, as `extra`."""
        return {}

    def name_of(self, thing: str) -> str | Phrase:
        """What a thing is called in the log and on the page, by its id."""
        return thing.partition("-")[2] or thing

    def team(self, seat: Seat, seats: int) -> int | None:
        """The team of a seat, where the game has teams."""
        return None

    def layout(self, seats: int, options: Options, *, finished: bool = False) -> Layout:
        """How positions of such a table are copied and seen. Raises DesignError for fields without a mark."""
        opened = {o.field for o in self.position.opens if options[o.option] == o.value}
        if finished:
            opened |= set(self.position.reveal_at_end)
        shown: type = self.view or _view_of(self.position)
        key = (type(self), self.position, shown, seats, frozenset(opened))
        known = _layouts.get(key)
        if known is None:
            teams = [self.team(Seat(n), seats) for n in range(seats)]

            def mates(seat: int) -> tuple[int, ...]:
                return tuple(n for n in range(seats) if n == seat or (teams[n] is not None and teams[n] == teams[seat]))

            known = _layouts[key] = Layout(self.position, shown, frozenset(opened), seats, mates)
        return known


_layouts: dict[Any, Layout] = {}
_views: dict[type, type] = {}


def _view_of(position: type[Position]) -> type:
    known = _views.get(position)
    if known is None:
        name = f"{position.__name__}View"
        known = _views[position] = type(name, (position, View), {"__module__": position.__module__})
    return known


def _check_places(kind: type, name: str, *known: str) -> None:
    """Raises DesignError where a text of the class names something in {} that is neither a field of it nor known."""
    text = getattr(kind, name)
    known = tuple(dict.fromkeys((*known, *fields(kind))))
    for _text, place, *_rest in Formatter().parse(text if isinstance(text, str) else ""):
        if place is not None and place not in known:
            may = ", ".join(f"{{{one}}}" for one in known) or "nothing"
            raise DesignError(f"{kind.__name__}.{name} says {{{place}}}; there is {may}")


def check_game(game: Game[Any, Any]) -> None:
    """Raises DesignError, naming place and remedy, for a game that is declared wrongly."""
    kind = type(game).__name__
    for name in ("slug", "name", "seats", "position", "phases", "moves"):
        if not hasattr(game, name):
            raise DesignError(f"{kind} does not declare {name}")
    low, high = game.seats
    if not 1 <= low <= high:
        raise DesignError(f"{kind}.seats is (from, to), at least 1")
    check_options(game.options)
    check_families(game.families, game.options, game.data)
    declared = {option.name for option in game.options}
    for opens in game.position.opens:
        if opens.option not in declared:
            raise DesignError(
                f"{game.position.__name__}.opens names the option {opens.option!r}, which is not declared"
            )
    for kinds, what in ((game.moves, "moves"), (game.phases, "phases")):
        named = [one.__name__ for one in kinds]
        if len(set(named)) < len(named):
            raise DesignError(f"{kind}.{what}: two have the same name, so the log could not tell them apart")
        for one in kinds:
            if not frozen(one):
                raise DesignError(f"{one.__name__} must be frozen")
    for phase in game.phases:
        if phase.sealed and phase.resolve is Phase.resolve:
            raise DesignError(f"{phase.__name__} is sealed, so it needs resolve")
        _check_places(phase, "prompt", "seat")
        _check_places(phase, "ask", "seat")
    for move in game.moves:
        _check_places(move, "label")
    codec(game)
    defaults = Options({option.name: option.default for option in game.options})
    everything = frozenset(opens.field for opens in game.position.opens)
    for seats in range(low, high + 1):
        game.layout(seats, defaults)
        game.layout(seats, defaults, finished=True)
    Layout(game.position, game.view or _view_of(game.position), everything, high, lambda seat: (seat,))
