"""The driver: runs one game. It offers, permits and applies moves, and keeps versions, log, undo and secrecy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from parlor.engine.agenda import Frame, Path, Pusher, Stack, advance, open_decisions, replace
from parlor.engine.chance import Chance
from parlor.engine.context import Context
from parlor.engine.errors import NotYourTurn, Over, Refused, RulesError
from parlor.engine.codec import Codec, Row, codec
from parlor.engine.game import Game, Standing
from parlor.engine.ids import Seat, sort_of
from parlor.engine.log import Entry
from parlor.engine.moves import Legal, Move, permit
from parlor.engine.options import Options, settle
from parlor.engine.phases import Next, Phase, PlayOn

CONCEDED = "conceded"
PLAYED = "played"


class Decision(msgspec.Struct, gc=False):
    """What one seat is asked: by which frame of the agenda, what is legal, and since which version."""

    seat: Seat
    frame: Frame
    path: Path
    legal: Legal
    opened: int


class Saved(msgspec.Struct, frozen=True, gc=False):
    """What a step is taken back to."""

    seat: int
    version: int
    position: Any
    agenda: Stack
    counts: list[tuple[str, int, int]]


class Driver:
    """One running game. Make it with `start` or `load`; every change goes through play, withdraw, undo or leave.

    A change either happens, and `version` grows by one, or raises `Refused` (or what the rules raised) and leaves
    all as it was. The seats that must act are `acting`.
    """

    def __init__(self, game: Game[Any, Any], seats: int, options: Options, chance: Chance, data: Mapping[str, Any]) -> None:
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
        self.pending: dict[int, dict[int, Move]] = {}
        self.history: list[Saved] = []
        self._frames = 0
        self._decisions: dict[int, Decision] = {}
        self._sorts: frozenset[str] = frozenset()
        self._trial = False
        self.context = Context(seats, options, chance, data, self._seers)

    # -- making one ---------------------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        game: Game[Any, Any],
        seats: int,
        options: Mapping[str, object] | Options | None = None,
        *,
        chance: Chance,
        data: Mapping[str, Any] | None = None,
    ) -> Driver:
        """A new game, set up and waiting for its first decision. Raises BadOption or Refused for impossible settings."""
        low, high = game.seats
        if not low <= seats <= high:
            raise Refused(f"{game.name} is for {low} to {high} players, not {seats}.")
        settled = options if isinstance(options, Options) else settle(game.options, options or {}, seats)
        self = cls(game, seats, settled, chance, data or {})
        ctx = self.context
        ctx.begin(None)
        position, after = game.setup(ctx)
        ctx._position = position
        self._learn(position)
        pusher = Pusher(0)
        stack: list[Frame] = []
        pusher.push(stack, after, None)
        advance(stack, position, ctx, pusher)
        self._settle(position, tuple(stack), pusher.n, 0)
        self._count(ctx._counts, 1)
        self.log.append(Entry(0, None, ctx._lines))
        return self

    def _learn(self, position: Any) -> None:
        self._sorts = frozenset(sort_of(thing) for _, _, _, thing, _ in self.layout.slots(position, None))

    def _seers(self, position: Any, thing: str) -> tuple[int, ...] | None:
        if thing.partition("-")[0] not in self._sorts:
            return None
        return self.layout.where(position, thing)

    # -- asking -------------------------------------------------------------------------------------------------

    @property
    def acting(self) -> list[Seat]:
        """The seats that must act; in a sealed phase those that have not chosen yet."""
        return [d.seat for d in self._decisions.values() if d.seat not in self.pending.get(d.frame.n, ())]

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
        """The standings of a finished game, those who left last. Raises Refused while it runs."""
        if not self.finished:
            raise Refused("The game is not over.")
        listed = {standing.seat: standing for standing in self.game.result(self.position)}
        if not self.gone:
            return [listed[seat] for seat in range(self.seats)]
        stayed = [seat for seat in range(self.seats) if seat not in self.gone]
        for seat in stayed:
            if self.reason == CONCEDED:
                listed[seat].place = 1
            else:
                listed[seat].place = 1 + sum(listed[other].place < listed[seat].place for other in stayed)
        for order, seat in enumerate(reversed(self.gone)):
            listed[seat].place = len(stayed) + order + 1
        return [listed[seat] for seat in range(self.seats)]

    # -- changing -----------------------------------------------------------------------------------------------

    def play(self, seat: int, move: Move) -> Row | None:
        """Makes the move. Returns the row to store; None for a sealed choice that still waits for others.

        Raises Over, NotYourTurn or Illegal for what is refused, RulesError or anything else for a fault of the game.
        """
        decision = self._decisions.get(seat)
        if decision is None:
            raise Over("The game is over.") if self.finished else NotYourTurn("It is not your turn.")
        if move not in decision.legal:
            permit(decision.legal, move)
        frame = decision.frame
        phase = frame.phase
        if phase.sealed:
            return self._choose(decision, move)
        if self._trial:
            self._apply(decision, seat, move)
            return None
        before = self.position
        position = self.layout.copy(before)
        chance = self.chance
        draws, counters = chance.draws, chance.counters.copy()
        ctx = self.context
        agenda = self.agenda
        ctx.begin(position)
        try:
            after = phase.apply(position, seat, move, ctx)
            stack, n = self._next(decision, seat, after, position)
            self._settle(position, stack, n, self.version + 1)
        except BaseException:
            chance.counters = counters
            chance.draws = draws
            raise
        version = self.version = self.version + 1
        if ctx._counts:
            self._count(ctx._counts, 1)
        self.log.append(Entry(version, seat, ctx._lines))
        history = self.history
        if history and history[-1].seat != seat:
            history.clear()
        if (
            chance.draws != draws
            or ctx._revealed
            or self.finished
            or (self.layout.masked_changed(before, position) and not self.layout.seen(position, seat) <= self.layout.seen(before, seat))
        ):
            history.clear()
            self.floor = version
        else:
            if not history:
                self.floor = version - 1
            history.append(Saved(seat, version - 1, before, agenda, ctx._counts))
        row = Row("move", seat, move)
        self.rows.append(row)
        return row

    def _apply(self, decision: Decision, seat: int, move: Move) -> None:
        """A move on a trial: in place, without log, copies or undo."""
        after = decision.frame.phase.apply(self.position, seat, move, self.context)
        stack, n = self._next(decision, seat, after, self.position)
        self._settle(self.position, stack, n, 0)

    def _next(self, decision: Decision, seat: int, after: Next, position: Any) -> tuple[Stack, int]:
        """The agenda after the seat's move, advanced to the next decision, and the number of its newest frame."""
        frame = decision.frame
        if isinstance(after, Phase) and not decision.path and len(frame.seats or ()) == 1:  # the common case, made short
            seats = after.seats(position)
            if seats:
                n = self._frames + 1
                return (*self.agenda[:-1], Frame(after, n, tuple(seats))), n
        pusher = Pusher(self._frames)
        stack = replace(self.agenda, decision.path, frame, seat, after, pusher)
        advance(stack, position, self.context, pusher)
        return tuple(stack), pusher.n

    def _choose(self, decision: Decision, move: Move) -> Row | None:
        chosen = self.pending.setdefault(decision.frame.n, {})
        before = dict(chosen)
        chosen[decision.seat] = move
        frame = decision.frame
        asked = frame.seats or ()
        if len(chosen) < len(asked) and not frame.phase.settled(self.position, dict(chosen)):
            return None
        try:
            return self.resolve(frame.n, {Seat(seat): chosen[seat] for seat in asked if seat in chosen})
        except BaseException:
            self.pending[decision.frame.n] = before
            raise

    def withdraw(self, seat: int) -> bool:
        """Takes the seat's sealed choice back; False when there is none."""
        decision = self._decisions.get(seat)
        return decision is not None and self.pending.get(decision.frame.n, {}).pop(seat, None) is not None

    def resolve(self, n: int, moves: Mapping[Seat, Move]) -> Row:
        """Runs a sealed phase with these choices. Called when the last choice is in, and by replay."""
        decision = next((d for d in self._decisions.values() if d.frame.n == n), None)
        if decision is None:
            raise NotYourTurn("That choice is over.")
        frame = decision.frame

        def rules(position: Any) -> Any:
            return frame.phase.resolve(position, moves, self.context)

        self._change(None, rules, lambda after, pusher: replace(self.agenda, decision.path, frame, None, after, pusher))
        self.pending.pop(n, None)
        row = Row("sealed", None, None, n, {int(seat): move for seat, move in moves.items()})
        self.rows.append(row)
        return row

    def leave(self, seat: int) -> Row:
        """The seat concedes. With one seat left the game ends; else `Game.leave` says what happens."""
        if self.finished:
            raise Over("The game is over.")
        if seat in self.gone or not 0 <= seat < self.seats:
            raise Refused("You have already left this game.")
        gone = (*self.gone, seat)
        if len(gone) >= self.seats - 1:
            self._change(seat, lambda _: None, lambda _, pusher: _ended(pusher))
            self.reason = CONCEDED
        else:

            out = self.context.gone

            def rules(position: Any) -> Any:
                self.context.gone = (*out, seat)
                after = self.game.leave(position, Seat(seat), self.context)
                if isinstance(after, PlayOn):
                    self.context.gone = out
                return after

            try:
                self._change(seat, rules, self._agenda_after_leave)
            except BaseException:
                self.context.gone = out
                raise
        self.gone = gone
        row = Row("leave", seat)
        self.rows.append(row)
        return row

    def _agenda_after_leave(self, after: Any, pusher: Pusher) -> list[Frame]:
        if isinstance(after, PlayOn):
            return list(self.agenda)
        stack: list[Frame] = []
        pusher.push(stack, after, None)
        return stack

    def _change(self, seat: int | None, rules: Any, agenda: Any) -> None:
        """A step that is not an ordinary move and cannot be taken back."""
        position = self.layout.copy(self.position)
        draws, counters = self.chance.draws, self.chance.counters.copy()
        ctx = self.context
        ctx.begin(position)
        try:
            pusher = Pusher(self._frames)
            stack = agenda(rules(position), pusher)
            advance(stack, position, ctx, pusher)
            self._settle(position, tuple(stack), pusher.n, self.version + 1)
        except BaseException:
            self.chance.counters = counters
            self.chance.draws = draws
            raise
        self.version += 1
        self._count(ctx._counts, 1)
        self.log.append(Entry(self.version, seat, ctx._lines))
        self.history.clear()
        self.floor = self.version

    def why_no_undo(self, seat: int) -> str | None:
        """Why the seat cannot take its last move back, as a sentence; None when it can."""
        if self.finished:
            return "The game is over."
        if not self.history:
            return "There is nothing to take back: chance, something new to you, or another player's move came after it."
        if self.history[-1].seat != seat:
            return "Somebody else has acted since your last move."
        return None

    def undo(self, seat: int) -> Row:
        """Takes back the seat's last move. Raises Refused with the reason when that cannot be."""
        why = self.why_no_undo(seat)
        if why is not None:
            raise Refused(why)
        saved = self.history.pop()
        self.version += 1
        self._count(saved.counts, -1)
        self._settle(saved.position, saved.agenda, self._frames, self.version)
        first = self.log[0].version
        self.log[saved.version + 1 - first].struck = True
        self.log.append(Entry(self.version, seat, []))
        row = Row("undo", seat)
        self.rows.append(row)
        return row

    def replay(self, row: Row) -> None:
        """Makes the stored step again."""
        if row.do == "move":
            assert row.seat is not None and row.move is not None
            self.play(row.seat, row.move)
        elif row.do == "sealed":
            assert row.frame is not None and row.moves is not None
            self.resolve(row.frame, {Seat(seat): move for seat, move in row.moves.items()})
        elif row.do == "undo":
            assert row.seat is not None
            self.undo(row.seat)
        elif row.do == "leave":
            assert row.seat is not None
            self.leave(row.seat)
        else:
            raise RulesError(f"the log has a step {row.do!r} that this release does not know")

    def restore(self, position: Any, agenda: Stack, frames: int, opened: Mapping[int, tuple[int, int]]) -> None:
        """Takes over a loaded state; `opened` tells since when each seat has been asked."""
        self._settle(position, agenda, frames, self.version)
        for seat, decision in self._decisions.items():
            decision.opened = opened.get(seat, (0, self.version))[1]

    # -- inside -------------------------------------------------------------------------------------------------

    def _settle(self, position: Any, stack: Stack, frames: int, version: int) -> None:
        """Takes over position and agenda, after asking what each acting seat may do."""
        finished = not stack
        known = self._decisions
        decisions: dict[int, Decision] = {}
        if stack and not stack[-1].branches and len(stack[-1].seats or ()) == 1:  # the common case, made short
            top = stack[-1]
            assert top.seats is not None
            asked: Iterable[tuple[Seat, Frame, Path]] = ((Seat(top.seats[0]), top, ()),)
        else:
            asked = open_decisions(stack)
        for seat, frame, path in asked:
            if seat in decisions:
                continue
            legal = frame.phase.legal(position, seat)
            if not legal:
                raise RulesError(f"{type(frame.phase).__name__}: seat {seat} must act and has no legal move")
            old = known.get(seat)
            since = old.opened if old is not None and old.frame.n == frame.n and old.legal == legal else version
            decisions[seat] = Decision(seat, frame, path, legal, since)
        self.position = position
        self.agenda = stack
        self._frames = frames
        self._decisions = decisions
        if finished:
            self.finished = True
            self.reason = self.reason or PLAYED
            self.layout = self.game.layout(self.seats, self.options, finished=True)
        if self.pending:
            alive = {decision.frame.n for decision in decisions.values()}
            self.pending = {n: chosen for n, chosen in self.pending.items() if n in alive}

    def _count(self, counts: Sequence[tuple[str, int, int]], sign: int) -> None:
        for name, seat, by in counts:
            try:
                self.statistics[name][max(seat, 0)] += sign * by
            except KeyError:
                raise RulesError(f"the statistic {name!r} is not declared by {self.game.slug}") from None

    def digest(self) -> str:
        """A fingerprint of position, agenda, chance and statistics; the version and what is being asked do not count."""
        from parlor.engine.snapshot import fingerprint

        return fingerprint(self)

    def dump(self) -> bytes:
        """The state as JSON, for snapshots: everything but game, options, data, seed, log, and pending choices."""
        from parlor.engine.snapshot import dump

        return dump(self)

    # -- imagining ----------------------------------------------------------------------------------------------

    def twin(self, chance: Chance) -> Driver:
        """A copy to try moves on, with chance of its own; it keeps no log and cannot undo."""
        other = Driver.__new__(Driver)
        other.__dict__.update(self.__dict__)
        other.position = self.layout.copy(self.position)
        other.chance = Chance(sha256(chance.seed + chance("twin").below(2**32).to_bytes(4, "big")).digest())
        other.pending = {n: dict(chosen) for n, chosen in self.pending.items()}
        other.log, other.rows, other.history, other._trial = [], [], [], True
        other.context = Context(self.seats, self.options, other.chance, self.context.data, other._seers)
        other.context.gone = self.context.gone
        other.context._quiet = True
        other.context._position = other.position
        return other

    def imagine(self, seat: int, chance: Chance) -> Driver:
        """A twin in which all that the seat cannot see is dealt anew, and others' sealed choices are gone."""
        other = self.twin(chance)
        stream = chance("imagine")
        piles: dict[tuple[int, str], tuple[list[tuple[Any, Any]], list[str]]] = {}
        for supply, container, key, thing, visible in other.layout.slots(other.position, seat):
            if not visible:
                back = supply.back(thing) if supply.back is not None else ""
                places, things = piles.setdefault((id(supply), back), ([], []))
                places.append((container, key))
                things.append(thing)
        for places, things in piles.values():
            stream.shuffle(things)
            for (container, key), thing in zip(places, things, strict=True):
                if isinstance(key, str) and not isinstance(container, dict):
                    setattr(container, key, thing)
                else:
                    container[key] = thing
        other.game.imagine(other.position, Seat(seat), chance)
        other.layout.keep_seen(self.position, other.position, seat)
        other.pending = {n: {s: m for s, m in chosen.items() if s == seat} for n, chosen in self.pending.items()}
        return other


def _ended(pusher: Pusher) -> list[Frame]:
    pusher.ended = True
    return []
