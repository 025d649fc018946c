"""The state of one running game, and what may be asked about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from weakref import ref

import msgspec

from parlor.engine.agenda import Stack
from parlor.engine.chance import Chance
from parlor.engine.codec import Codec, Row, codec
from parlor.engine.context import Context, Seers
from parlor.engine.decisions import Decision, Pending
from parlor.engine.errors import NotYourTurn, Over, Refused
from parlor.engine.game import Game
from parlor.engine.ids import Seat, sort_of
from parlor.engine.log import Entry, _
from parlor.engine.moves import Legal, Move
from parlor.engine.options import Options
from parlor.engine.results import Standing, with_leavers
from parlor.engine.supplies import NOWHERE

CONCEDED = "conceded"
PLAYED = "played"


class Saved(msgspec.Struct, frozen=True, gc=False):
    """What a step is taken back to: the state at `version`, before the move of `seat` that counted `counts`."""

    seat: int
    version: int
    position: Any
    agenda: Stack
    counts: list[tuple[str, int, int]]


class State:
    """Position, agenda, log, versions and what follows from them. `Driver` adds the steps that change it."""

    def __init__(
        self, game: Game[Any, Any], seats: int, options: Options, chance: Chance, data: Mapping[str, Any]
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.chance = chance
        self.codec: Codec = codec(game)
        self.layout = game.layout(seats, options)
        self.version = 0
        self.position: Any = None
        self.agenda: Stack = ()
        self.finished = False
        self.reason: str | None = None
        self.gone: tuple[int, ...] = ()
        self.floor = 0
        self.log: list[Entry] = []
        self.rows: list[Row] = []
        self.statistics: dict[str, list[int]] = {s.name: [0] * (seats if s.per_seat else 1) for s in game.statistics}
        self.pending: Pending = {}
        self.history: list[Saved] = []
        self._frames = 0
        self._kinds = frozenset(game.phases)
        self._decisions: dict[int, Decision] = {}
        self._asked: list[Seat] = []  # the seats of the decisions
        self._sorts: frozenset[str] = frozenset()
        self._trial = False
        per_seat = {s.name: s.per_seat for s in game.statistics}
        self.context = Context(seats, options, chance, data, seers_of(self), per_seat)

    @property
    def acting(self) -> list[Seat]:
        """The seats that must act; in a sealed phase those that have not chosen yet. To be read, not written to."""
        if not self.pending:
            return self._asked
        return [d.seat for d in self._decisions.values() if d.seat not in self.pending.get(d.frame.n, ())]

    @property
    def seals(self) -> bool:
        """Whether somebody is asked for a sealed choice."""
        return any(decision.frame.phase.sealed for decision in self._decisions.values())

    def decision(self, seat: int) -> Decision | None:
        """What the seat is asked now, also when its sealed choice is already in."""
        return self._decisions.get(seat)

    def legal(self, seat: int) -> Legal:
        """All that the seat may do now; empty when it is not asked."""
        decision = self._decisions.get(seat)
        return decision.legal if decision is not None else ()

    def opened(self, seat: int) -> int | None:
        """The version at which the seat's present decision opened: a move made for an older one is stale."""
        decision = self._decisions.get(seat)
        return decision.opened if decision is not None else None

    def chosen(self, seat: int) -> Move | None:
        """The seat's own pending choice in a sealed phase."""
        decision = self._decisions.get(seat)
        return self.pending.get(decision.frame.n, {}).get(seat) if decision is not None else None

    def view(self, seat: int | None) -> Any:
        """What the seat (None: a spectator) sees. Views share structure with the position: read, do not write."""
        return self.layout.view(self.position, seat)

    def result(self) -> list[Standing]:
        """The standings of a finished game by seat, those who left last. Raises Refused while it runs."""
        if not self.finished:
            raise Refused("The game is not over.")
        return with_leavers(self.game.result(self.position), self.seats, self.gone, self.reason == CONCEDED)

    def asked(self, seat: int) -> Decision:
        """What the seat is asked. Raises Over or NotYourTurn when it is not."""
        decision = self._decisions.get(seat)
        if decision is None:
            raise Over(_("The game is over.")) if self.finished else NotYourTurn(_("It is not your turn."))
        return decision

    def digest(self) -> str:
        """A fingerprint of position, agenda, chance and statistics; not of the version or of what is being asked."""
        from parlor.engine.snapshot import fingerprint

        return fingerprint(self)

    def dump(self) -> bytes:
        """The state as JSON, for snapshots: everything but game, options, data, seed, log, and pending choices."""
        from parlor.engine.snapshot import dump

        return dump(self)

    # -- for the steps of the driver ----------------------------------------------------------------------------

    def _take(self, position: Any, stack: Stack, frames: int, decisions: dict[int, Decision], pending: Pending) -> None:
        """Takes over a new state. Nothing here calls rules, so that a step happens wholly or not at all."""
        self.position = position
        self.agenda = stack
        self._frames = frames
        self._ask(decisions)
        self.pending = pending
        if not stack and not self.finished:
            self.finished = True
            self.reason = self.reason or PLAYED
            self.layout = self.game.layout(self.seats, self.options, finished=True)

    def _ask(self, decisions: dict[int, Decision]) -> None:
        self._decisions = decisions
        self._asked = [decision.seat for decision in decisions.values()]

    def _write(self, version: int, seat: int | None) -> None:
        """Counts the version, with the statistics and log lines of its rules."""
        self.version = version
        if self.context._counts:
            self._count(self.context._counts, 1)
        self.log.append(Entry(version, seat, self.context._lines))

    def _count(self, counts: Sequence[tuple[str, int, int]], sign: int) -> None:
        for name, seat, by in counts:
            self.statistics[name][seat] += sign * by

    def _seers(self, position: Any, thing: str) -> tuple[int, ...] | None:
        """Who may see the thing in a log line: None for everybody, also for what belongs to no supply."""
        if "-" not in thing:
            return None
        seers = self.layout.where(position, thing)
        if seers is not NOWHERE and seers != NOWHERE:
            return seers
        sort = sort_of(thing)
        if sort not in self._sorts:
            self.learn(position)
            self.learn(self.position)
        return () if sort in self._sorts else None

    def learn(self, position: Any) -> None:
        """Remembers which sorts of things the supplies hold, so that one in nobody's place is not told to all."""
        if position is not None:
            self._sorts |= {sort_of(thing) for _supply, _at, _key, thing, _seen in self.layout.slots(position, None)}


def seers_of(state: State) -> Seers:
    """Its `_seers`, for its context, without a cycle: a game that nobody has any more is gone at once, log and all."""
    known = ref(state)

    def seers(position: Any, thing: str) -> tuple[int, ...] | None:
        there = known()
        assert there is not None, "a context is used while its game is there"
        return there._seers(position, thing)

    return seers
