"""Rounds and turns: cards are dealt into two decks, then everybody in turn draws one."""

from __future__ import annotations

from collections.abc import Sequence

from games.collect.material import CARDS, DECKS, LEFT, RIGHT
from games.collect.moves import Draw
from games.collect.position import Table
from games.collect.powers import draw
from games.collect.settling import Round, void
from parlor.engine import Context, Legal, Next, Phase, Seat, _


class Match(Phase[Table]):
    """Deals a round, and the next one after it."""

    def enter(self, p: Table, ctx: Context) -> Next:
        p.round += 1
        cards = list(CARDS)
        ctx.chance(f"decks {p.round}").shuffle(cards)
        half = len(cards) // 2
        p.decks = {LEFT: cards[:half], RIGHT: cards[half:]}
        p.rows = [[] for _seat in ctx.seats]
        ctx.log(_("Round {round}: {seat} begins"), round=p.round, seat=p.starter)
        return Turn(p.starter), Round(), self


class Turn(Phase[Table]):
    """The seat draws from either deck, and the card's power acts. With both decks empty the round is void."""

    prompt = _("{seat} draws a card")
    ask = _("Draw a card from either deck")
    seat: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        return (self.seat,) if any(p.decks.values()) else ()

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [Draw(deck) for deck in DECKS if p.decks[deck]]

    def apply(self, p: Table, seat: Seat, move: Draw, ctx: Context) -> Next:
        return *draw(p, seat, move.deck, ctx), Turn(ctx.after(seat))

    def enter(self, p: Table, ctx: Context) -> Next:
        return void(p, ctx)
