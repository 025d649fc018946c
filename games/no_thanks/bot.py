"""A bot for No Thanks! that weighs what a card costs it against the chips on the card and those it has left."""

from __future__ import annotations

import msgspec

from games.no_thanks.material import Card
from games.no_thanks.rules import REFUSE, TAKE, TableView
from parlor.engine import Chance, Imagine, Legal, Move, Seat, number


class Steady(msgspec.Struct, frozen=True):
    """Takes a card when it is cheap enough for the chips in hand, and lets one that nobody else wants earn chips.

    `patience` is the price in points that it pays; each of its chips takes `per_chip` off that, and with `poor` chips
    or fewer it pays `fear` more for each chip that is missing. `hope` is the part of a card's points that it hopes to
    save by each neighbour still to come. A card that costs it nothing goes round for chips while it would cost each of
    the others more than `margin`, and as long as it keeps `reserve` chips.

    Measured with four at the table, changing seats, ties shared: it wins 97.9 % of 2,000 games against three random
    bots, 53 % of 1,000 against three that neither hope nor hold a card back, and 52 % of 40 against three planners
    with 0.05 s a move (an equal would win 25 %). More patience gains against the patient and loses to the hasty.
    """

    patience: float = 11.0
    per_chip: float = 0.35
    poor: int = 1
    fear: float = 1.0
    hope: float = 0.2
    margin: float = 12.0
    reserve: int = 1

    def __call__(self, view: TableView, seat: Seat, legal: Legal, chance: Chance, imagine: Imagine) -> Move:
        if REFUSE not in legal:
            return TAKE
        assert view.card is not None
        chips = view.chips[seat] or 0
        cost = added(view.taken[seat], view.card) - view.pot
        if cost <= 0 and chips > self.reserve and self.nobody_wants(view, seat):
            return REFUSE
        price = self.patience - self.per_chip * chips + self.fear * max(0, self.poor + 1 - chips)
        return TAKE if cost - self.savings(view, seat) <= price else REFUSE

    def nobody_wants(self, view: TableView, seat: Seat) -> bool:
        """Whether the card would still be too dear for each of the others when it comes to them."""
        assert view.card is not None
        seats = len(view.taken)
        for turn in range(1, seats):
            other = (seat + turn) % seats
            if added(view.taken[other], view.card) - view.pot - turn <= self.margin:
                return False
        return True

    def savings(self, view: TableView, seat: Seat) -> float:
        """What neighbours of the card that may still come are hoped to save."""
        assert view.card is not None
        gone = {number(card) for taken in view.taken for card in taken} | {number(card) for card in view.aside}
        n = number(view.card)
        near = sum(m not in gone and 3 <= m <= 35 for m in (n - 1, n + 1))
        own = {number(card) for card in view.taken[seat]}
        near += sum(m in own and (m + n) // 2 not in gone for m in (n - 2, n + 2))
        return self.hope * near * min(n, 12) * view.deck / (view.deck + 9)


def added(taken: list[Card], card: Card) -> int:
    """The points that the card adds to those of the cards taken; negative where it goes under a run."""
    numbers = {number(other) for other in taken}
    n = number(card)
    return (0 if n - 1 in numbers else n) - (n + 1 if n + 1 in numbers else 0)


steady = Steady()
