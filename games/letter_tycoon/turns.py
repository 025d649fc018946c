"""A turn from its beginning to the next one."""

from __future__ import annotations

from games.letter_tycoon.answering import Answer
from games.letter_tycoon.dealing import fill_pool, put_out
from games.letter_tycoon.market import Market
from games.letter_tycoon.position import Table, owned
from games.letter_tycoon.rounds import closes_round
from games.letter_tycoon.settings import RETRIES
from games.letter_tycoon.spelling import take_back
from games.letter_tycoon.tidying import Penalty, Tidy
from games.letter_tycoon.writing import Swap, Write
from parlor.engine import Context, End, Next, Phase, Seat


class Turn(Phase[Table]):
    """A player's turn: perhaps the Q patent, then a word and what comes of it."""

    seat: Seat

    def enter(self, p: Table, ctx: Context) -> Next:
        p.turn = self.seat
        p.stage = "Swap" if "Q" in owned(p, self.seat) else "Write"
        p.refused = []
        allowed = ctx.options[RETRIES]
        p.retries = (None if allowed == "unlimited" else int(allowed)) if p.automatic else 0
        return rest_of_turn(p)


class Over(Phase[Table]):
    """A turn is over. The last round ends when all have had equally many turns."""

    seat: Seat

    def enter(self, p: Table, ctx: Context) -> Next:
        if closes_round(p, self.seat, ctx):
            if p.ender is not None:
                return End()
            p.round += 1
        return Turn(ctx.after(self.seat))


def rest_of_turn(p: Table) -> Next:
    """What is still to come in the present turn, beginning with the step that is waited for."""
    seat = p.turn
    if p.stage == "Swap":
        return Swap(seat), Write(seat), Over(seat)
    step = next(kind for kind in (Write, Answer, Market, Tidy, Penalty) if kind.__name__ == p.stage)
    return step(seat), Over(seat)


def leave(p: Table, seat: Seat, ctx: Context) -> Next:
    """A player leaves: patents stay where they are, cards go back into play, and the others play on."""
    p.gone.append(seat)
    if seat == p.turn:
        if p.stage == "Answer":
            take_back(p)
        fill_pool(p, ctx)
    put_out(p, seat, tuple(p.hands[seat]))
    return Over(seat) if seat == p.turn else rest_of_turn(p)
