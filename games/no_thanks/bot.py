"""A bot for No Thanks! that weighs what a card costs it against the chips on the card and those it has left."""

from __future__ import annotations

from games.no_thanks.material import Card
from games.no_thanks.rules import REFUSE, TAKE, TableView, points
from parlor.engine import Chance, Imagine, Legal, Move, Seat, number


def steady(view: TableView, seat: Seat, legal: Legal, chance: Chance, imagine: Imagine) -> Move:
    """Takes the card when it is cheap enough, and lets a card that only helps itself go round for chips first."""
    if REFUSE not in legal:
        return TAKE
    assert view.card is not None
    taken, card = view.taken, view.card
    chips = view.chips[seat] or 0
    cost = worth(taken[seat], card, view.deck) - view.pot
    if cost <= 0 and not any(wants(other, card) for i, other in enumerate(taken) if i != seat):
        milk = 2 + len(taken) if chips > 3 else 0
        return REFUSE if view.pot < milk and points([*taken[seat], card]) <= points(taken[seat]) else TAKE
    patience = 7.0 - 0.35 * chips if chips > 2 else 12.0 - 2 * chips
    return TAKE if cost <= patience else REFUSE


def worth(taken: list[Card], card: Card, left: int) -> float:
    """The points that the card adds now, less something for a neighbour that may still come."""
    added = points([*taken, card]) - points(taken)
    n = number(card)
    near = sum(number(other) in (n - 2, n + 2) for other in taken)
    return added - (0.1 + 0.2 * near) * min(added, 10) * (left > 3)


def wants(taken: list[Card], card: Card) -> bool:
    """Whether the card would make a player's run longer."""
    n = number(card)
    return any(number(other) in (n - 1, n + 1) for other in taken)
