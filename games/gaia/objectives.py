"""Objectives: fulfilled at once when all cards that they show lie before the player."""

from __future__ import annotations

from collections.abc import Sequence

from games.gaia.material import POWER_OBJECTIVE, POWERS_NEEDED, Card, land_of, needs_of, power_of
from games.gaia.moves import Fulfil
from games.gaia.position import Table
from games.gaia.settle import won
from parlor.engine import Context, End, Legal, Next, Phase, Seat, _


class Objectives(Phase[Table]):
    """The seat fulfils what is complete; where cards serve one objective or another, it chooses."""

    prompt = _("{seat} chooses an objective")
    ask = _("You have the cards for more than one objective. Which one do you fulfil?")
    seat: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        return (self.seat,) if len(complete(p, self.seat)) > 1 else ()

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [Fulfil(card) for card in complete(p, seat)]

    def enter(self, p: Table, ctx: Context) -> Next:
        cards = complete(p, self.seat)
        return self.apply(p, self.seat, Fulfil(cards[0]), ctx) if cards else None

    def apply(self, p: Table, seat: Seat, move: Fulfil, ctx: Context) -> Next:
        used = serving(p, seat, move.card) or []
        front = p.powers[seat] if needs_of(move.card) == POWER_OBJECTIVE else p.nature[seat]
        for card in used:
            front.remove(card)
        p.discard += used
        p.holders[move.card] = seat
        p.home[seat] -= 1
        ctx.count("objectives", seat)
        ctx.count("placed", seat)
        ctx.log(_("{seat} fulfils {card} and puts a pawn on it"), seat=seat, card=move.card)
        return End() if won(p, seat, ctx) else Objectives(seat)


def complete(p: Table, seat: Seat) -> list[Card]:
    """The free objectives whose cards the seat has before it; of two that show the same, only the first."""
    found: dict[str, Card] = {}
    for card in p.objectives:
        if card not in p.holders and needs_of(card) not in found and serving(p, seat, card) is not None:
            found[needs_of(card)] = card
    return list(found.values())


def serving(p: Table, seat: Seat, objective: Card) -> list[Card] | None:
    """The seat's cards that would be discarded for the objective, the oldest first; None while some are missing."""
    needs = needs_of(objective)
    if needs == POWER_OBJECTIVE:
        powers = p.powers[seat]
        if p.distinct:
            powers = list({power_of(card): card for card in reversed(powers)}.values())[::-1]
        return powers[:POWERS_NEEDED] if len(powers) >= POWERS_NEEDED else None
    used: list[Card] = []
    for need in needs:
        card = next((card for card in p.nature[seat] if card not in used and land_of(card) == need), None)
        if card is None:
            return None
        used.append(card)
    return used


def missing(p: Table, seat: Seat, objective: Card) -> int:
    """How many cards the seat lacks for the objective."""
    needs = needs_of(objective)
    if needs == POWER_OBJECTIVE:
        powers = {power_of(card) for card in p.powers[seat]} if p.distinct else p.powers[seat]
        return max(0, POWERS_NEEDED - len(powers))
    lands: list[str] = [land_of(card) for card in p.nature[seat]]
    return sum(max(0, needs.count(land) - lands.count(land)) for land in dict.fromkeys(needs))
