"""The end of a turn: discarding, of one's own will or as a penalty, and filling up the hand."""

from __future__ import annotations

from collections.abc import Sequence

from games.letter_tycoon.dealing import fill_hand, put_out
from games.letter_tycoon.moves import Discard, Forfeit
from games.letter_tycoon.position import Table
from parlor.engine import Context, Legal, Next, Pattern, Phase, Plural, Seat, Stream, _, many

DISCARDS = Plural(_("{seat} discards {n} card"), _("{seat} discards {n} cards"), "n")


class Tidy(Phase[Table]):
    """Any number of cards of the hand may be discarded, also all or none; then it is filled up.

    After a word whose cards leave nothing in the hand there is nothing to ask.
    """

    prompt = _("{seat} may discard cards")
    ask = _("Choose cards to discard, or none")
    seat: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        return (self.seat,) if p.hands[self.seat] else ()

    def legal(self, p: Table, seat: Seat) -> Legal:
        hand = list(p.hands[seat])

        def sample(stream: Stream) -> Discard:
            return Discard(tuple(card for card in hand if stream.below(4) == 0))

        return [Pattern(Discard, {"cards": many(hand)}, sample=sample)]

    def apply(self, p: Table, seat: Seat, move: Discard, ctx: Context) -> Next:
        put_out(p, seat, move.cards)
        if move.cards:
            ctx.log(DISCARDS, seat=seat, n=len(move.cards))
            ctx.count("discarded", seat, len(move.cards))
        fill_hand(p, seat, ctx)
        return None

    def enter(self, p: Table, ctx: Context) -> Next:
        fill_hand(p, self.seat, ctx)
        return None

    def skip(self, p: Table, seat: Seat) -> Discard:
        return Discard(())


class Penalty(Phase[Table]):
    """The word was none: one card of the hand, of the player's choice, is discarded, and the turn is over."""

    prompt = _("{seat} discards a card, because the word does not count")
    ask = _("The word does not count: choose a card to discard")
    seat: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        return (self.seat,)

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [Forfeit(card) for card in p.hands[seat]]

    def apply(self, p: Table, seat: Seat, move: Forfeit, ctx: Context) -> Next:
        put_out(p, seat, (move.card,))
        ctx.log(_("{seat} discards a card as a penalty"), seat=seat)
        fill_hand(p, seat, ctx)
        return None

    def skip(self, p: Table, seat: Seat) -> Forfeit:
        return Forfeit(p.hands[seat][0])
