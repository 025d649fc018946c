"""The driver: runs one game. It offers, permits and applies moves, and keeps versions, log, undo and secrecy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from parlor.engine import imagining
from parlor.engine.agenda import Frame, Pusher, Stack, advance, lost, replace, seats_of
from parlor.engine.chance import Chance
from parlor.engine.codec import Row
from parlor.engine.decisions import Decision, decide, still_pending
from parlor.engine.errors import NotYourTurn, Over, Refused, RulesError
from parlor.engine.game import Game
from parlor.engine.ids import Seat, seat_id
from parlor.engine.log import Entry, Line, _
from parlor.engine.moves import Move, permit
from parlor.engine.options import Options, settle
from parlor.engine.phases import Next, Phase, PlayOn
from parlor.engine.setting_back import SETTING, put_again
from parlor.engine.state import CONCEDED, Saved, State


class Driver(State):
    """One running game. Make it with `start` or `load`; every change goes through play, withdraw, undo or leave.

    A change either happens, and `version` grows by one, or raises `Refused` (or what the rules raised) and leaves
    all as it was. The seats that must act are `acting`.
    """

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
        """A new game that waits for its first decision. Raises BadOption or Refused for impossible settings."""
        low, high = game.seats
        if not low <= seats <= high:
            raise Refused(f"{game.name} is for {low} to {high} players, not {seats}.")
        settled = options if isinstance(options, Options) else settle(game.options, options or {}, seats)
        self = cls(game, seats, settled, chance, data or {})
        ctx = self.context
        ctx.begin(None)
        position, after = game.setup(ctx)
        ctx.found(position)
        pusher = Pusher(0, self._kinds)
        stack: list[Frame] = []
        if not pusher.push(stack, after, None):
            raise lost(None)
        advance(stack, position, ctx, pusher)
        self._take(position, tuple(stack), pusher.n, decide(tuple(stack), position, {}, 0, ctx.data), {})
        self._count(ctx._counts, 1)
        self.log.append(Entry(0, None, ctx._lines))
        return self

    def restore(self, position: Any, agenda: Stack, frames: int, opened: Mapping[int, tuple[int, int]]) -> None:
        """Takes over a loaded state; `opened` tells since when each seat has been asked."""
        decisions = decide(agenda, position, {}, self.version, self.context.data)
        for seat, decision in decisions.items():
            decision.opened = opened.get(seat, (0, self.version))[1]
        self._take(position, agenda, frames, decisions, {})

    # -- moves --------------------------------------------------------------------------------------------------

    def play(self, seat: int, move: Move) -> Row | None:
        """Makes the move. Returns the row to store; None for a sealed choice that still waits for others.

        Raises Over, NotYourTurn or Illegal for what is refused, RulesError or anything else for a fault of the game.
        """
        decision = self.asked(seat)
        if move not in decision.legal:
            permit(decision.legal, move)
        phase = decision.frame.phase
        if phase.sealed:
            return self._choose(decision, move)
        if self._trial:
            self.apply(decision, move)
            return None
        before, agenda, layout = self.position, self.agenda, self.layout
        position = layout.copy(before)
        chance, ctx, version = self.chance, self.context, self.version + 1
        mark = chance.mark()
        ctx.begin(position)
        try:
            stack, n = self._next(decision, phase.apply(position, decision.seat, move, ctx), position)
            decisions = decide(stack, position, self._decisions, version, ctx.data)
            pending = still_pending(self.pending, decisions) if self.pending else {}
            barrier = (
                chance.draws != mark[0]
                or ctx._revealed
                or not stack
                or (
                    layout.masked_changed(before, position)
                    and not layout.seen(position, seat) <= layout.seen(before, seat)
                )
            )
        except BaseException:
            chance.back(mark)
            raise
        self._take(position, stack, n, decisions, pending)
        self._write(version, seat)
        history = self.history
        if barrier:
            history.clear()
            self.floor = version
        else:
            if history and history[-1].seat != seat:
                history.clear()
            if not history:
                self.floor = version - 1
            history.append(Saved(seat, version - 1, before, agenda, ctx._counts))
        row = Row("move", seat, move)
        self.rows.append(row)
        return row

    def apply(self, decision: Decision, move: Move) -> None:
        """A move on a twin: in place, without log, copies or undo."""
        position = self.position
        after = decision.frame.phase.apply(position, decision.seat, move, self.context)
        stack, n = self._next(decision, after, position)
        self._take(position, stack, n, decide(stack, position, self._decisions, 0, self.context.data), self.pending)

    def _next(self, decision: Decision, after: Next, position: Any) -> tuple[Stack, int]:
        """The agenda after the seat's move, advanced to the next decision, and the number of its newest frame."""
        frame, ctx = decision.frame, self.context
        if (
            isinstance(after, Phase)
            and not decision.path
            and len(frame.seats or ()) == 1
            and type(after) in self._kinds
        ):  # the common case, made short
            seats = seats_of(after, position, ctx)
            if seats:
                n = self._frames + 1
                return (*self.agenda[:-1], Frame(after, n, seats)), n
        pusher = Pusher(self._frames, self._kinds)
        stack = replace(self.agenda, decision.path, frame, decision.seat, after, pusher)
        advance(stack, position, ctx, pusher)
        return tuple(stack), pusher.n

    # -- sealed choices -----------------------------------------------------------------------------------------

    def _choose(self, decision: Decision, move: Move) -> Row | None:
        frame, asked = decision.frame, decision.frame.seats or ()
        self.sift_choices()
        chosen = {**self.pending.get(frame.n, {}), decision.seat: move}
        if len(chosen) == len(asked) or frame.phase.settled(self.position, dict(chosen)):
            return self.resolve(frame.n, {Seat(seat): chosen[seat] for seat in asked if seat in chosen})
        self.pending[frame.n] = chosen
        return None

    def sift_choices(self) -> None:
        """Drops sealed choices that are not legal any more; for those who put stored choices into `pending`."""
        self.pending = still_pending(self.pending, self._decisions)

    def withdraw(self, seat: int) -> bool:
        """Takes the seat's sealed choice back; False when there is none."""
        decision = self._decisions.get(seat)
        return decision is not None and self.pending.get(decision.frame.n, {}).pop(seat, None) is not None

    def resolve(self, n: int, moves: Mapping[Seat, Move]) -> Row:
        """Runs a sealed phase with these choices. Called when the last choice is in, and by replay."""
        decision = next((d for d in self._decisions.values() if d.frame.n == n), None)
        if decision is None or not decision.frame.phase.sealed:
            raise NotYourTurn(_("That choice is over."))
        frame, path = decision.frame, decision.path

        def rules(position: Any, pusher: Pusher) -> list[Frame]:
            after = frame.phase.resolve(position, moves, self.context)
            return replace(self.agenda, path, frame, None, after, pusher)

        self._change(None, rules)
        row = Row("sealed", None, None, n, {int(seat): move for seat, move in moves.items()})
        self.rows.append(row)
        return row

    # -- leaving ------------------------------------------------------------------------------------------------

    def leave(self, seat: int) -> Row:
        """The seat concedes. With one seat left the game ends; else `Game.leave` says what happens."""
        if self.finished:
            raise Over(_("The game is over."))
        if seat in self.gone or not 0 <= seat < self.seats:
            raise Refused(_("You have already left this game."))
        gone, ctx = (*self.gone, seat), self.context
        last = len(gone) >= self.seats - 1

        def rules(position: Any, pusher: Pusher) -> list[Frame]:
            ctx.log(_("{seat} leaves the game"), seat=seat)
            stack: list[Frame] = []
            if last:
                return stack
            out = ctx.gone
            ctx.gone = (*out, seat)
            after = self.game.leave(position, Seat(seat), ctx)
            if isinstance(after, PlayOn):
                ctx.gone = out
                return list(self.agenda)
            if not pusher.push(stack, after, None):
                raise lost(None)
            return stack

        self._change(seat, rules)
        self.gone = gone
        if last:
            self.reason = CONCEDED
        row = Row("leave", seat)
        self.rows.append(row)
        return row

    # -- taking back --------------------------------------------------------------------------------------------

    def why_no_undo(self, seat: int) -> str | None:
        """Why the seat cannot take its last move back, as a sentence; None when it can."""
        if self.finished:
            return _("The game is over.")
        if not self.history:
            return _("There is nothing to take back: chance, something new, or another player's move came after it.")
        if self.history[-1].seat != seat:
            return _("Somebody else has acted since your last move.")
        return None

    def undo(self, seat: int) -> Row:
        """Takes back the seat's last move. Raises Refused with the reason when that cannot be."""
        why = self.why_no_undo(seat)
        if why is not None:
            raise Refused(why)
        saved = self.history[-1]
        decisions = decide(saved.agenda, saved.position, self._decisions, self.version + 1, self.context.data)
        pending = still_pending(self.pending, decisions)
        self.history.pop()
        self._take(saved.position, saved.agenda, self._frames, decisions, pending)
        self._count(saved.counts, -1)
        for entry in reversed(self.log):
            if entry.version == saved.version + 1:
                entry.struck = True
                break
        self.version += 1
        self.log.append(
            Entry(self.version, seat, [Line(_("{seat} takes the last move back"), {"seat": seat_id(seat)})])
        )
        row = Row("undo", seat)
        self.rows.append(row)
        return row

    # -- storing ------------------------------------------------------------------------------------------------

    def replay(self, row: Row) -> None:
        """Makes the stored step again."""
        if row.do in SETTING:
            put_again(self, row)
            return
        if row.do == "sealed":
            assert row.frame is not None and row.moves is not None
            self.resolve(row.frame, {Seat(seat): move for seat, move in row.moves.items()})
            return
        assert row.seat is not None
        if row.do == "move":
            assert row.move is not None
            self.play(row.seat, row.move)
        elif row.do == "undo":
            self.undo(row.seat)
        elif row.do == "leave":
            self.leave(row.seat)
        else:
            raise RulesError(f"the log has a step {row.do!r} that this release does not know")

    # -- trying -------------------------------------------------------------------------------------------------

    def twin(self, chance: Chance) -> Driver:
        """A copy to try moves on, with chance of its own; it keeps no log and cannot undo."""
        return imagining.twin(self, chance)

    def imagine(self, seat: int, chance: Chance) -> Driver:
        """A twin in which all that the seat cannot see is dealt anew, and others' sealed choices are gone."""
        return imagining.imagine(self, seat, chance)

    # -- inside -------------------------------------------------------------------------------------------------

    def _change(self, seat: int | None, rules: Callable[[Any, Pusher], list[Frame]]) -> None:
        """A step that is not an ordinary move and cannot be taken back; `rules` return the new agenda."""
        position = self.layout.copy(self.position)
        ctx, version = self.context, self.version + 1
        mark, out = self.chance.mark(), ctx.gone
        ctx.begin(position)
        try:
            pusher = Pusher(self._frames, self._kinds)
            stack = rules(position, pusher)
            advance(stack, position, ctx, pusher)
            decisions = decide(tuple(stack), position, self._decisions, version, ctx.data)
            pending = still_pending(self.pending, decisions)
        except BaseException:
            self.chance.back(mark)
            ctx.gone = out
            raise
        self._take(position, tuple(stack), pusher.n, decisions, pending)
        self._write(version, seat)
        self.history.clear()
        self.floor = version
