"""The limits of a hand: two Power cards, and six cards in all."""

from __future__ import annotations

from collections.abc import Sequence

from games.gaia.material import HAND_LIMIT, POWER_LIMIT, Card, back_of
from games.gaia.moves import Discard
from games.gaia.position import Table
from parlor.engine import Context, Legal, Next, Phase, Seat, _


class Limit(Phase[Table]):
    """A player with too many cards discards: a third Power first, then any card, also the one just drawn."""

    prompt = _("{seat} discards a card")
    ask = _("Your hand is over its limit. Which card do you discard?")
    seat: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        return (self.seat,) if surplus(p.hands[self.seat]) else ()

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [Discard(card) for card in surplus(p.hands[seat])]

    def apply(self, p: Table, seat: Seat, move: Discard, ctx: Context) -> Next:
        p.hands[seat].remove(move.card)
        p.discard.append(move.card)
        ctx.log(_("{seat} discards {card}"), seat=seat, card=move.card)
        return self


def surplus(hand: Sequence[Card]) -> list[Card]:
    """The cards of which one must be discarded; none when the hand is within its limits."""
    powers = [card for card in hand if back_of(card) == "power"]
    if len(powers) > POWER_LIMIT:
        return powers
    return list(hand) if len(hand) > HAND_LIMIT else []
