"""What a type checker makes of marks, views, moves, phases and options. Read by mypy only; nothing here runs."""

from __future__ import annotations

from typing import Any, NewType, assert_type

from parlor.engine import (
    Choice,
    Context,
    Counted,
    Game,
    Hand,
    Hidden,
    Legal,
    Move,
    Next,
    Option,
    Others,
    Owner,
    Phase,
    Position,
    Public,
    Seat,
    Standing,
    Team,
    View,
)

Card = NewType("Card", str)
ROUNDS = Option("rounds", "Rounds", (Choice(1, "One"), Choice(4, "Four")), 1)
DECK = Option("deck", "Deck", (Choice("small", "Small"), Choice("big", "Big")), "small")


class Table(Position):
    deck: Counted[list[Card]]
    piles: Counted[dict[str, list[Card]]]
    card: Public[Card | None]
    removed: Hidden[list[Card]]
    chips: Owner[list[int]]
    hands: Hand[list[list[Card]]]
    plans: Team[list[str]]
    hats: Others[list[str]]


class TableView(Table, View): ...


class Take(Move):
    card: Card
    times: int = 1


class Turn(Phase[Table]):
    seat: Seat

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [Take(p.hands[seat][0])]

    def apply(self, p: Table, seat: Seat, move: Take, ctx: Context) -> Next:
        assert_type(move.card, Card)
        assert_type(ctx.options[ROUNDS], int)
        assert_type(ctx.options[DECK], str)
        return Turn(ctx.after(seat)), self


def position(p: Table) -> None:
    assert_type(p.deck, list[Card])
    assert_type(p.piles, dict[str, list[Card]])
    assert_type(p.card, Card | None)
    assert_type(p.removed, list[Card])
    assert_type(p.chips, list[int])
    assert_type(p.hands, list[list[Card]])
    assert_type(p.plans, list[str])
    p.deck = [Card("card-1")]


def view(v: TableView) -> None:
    assert_type(v.deck, int)
    assert_type(v.piles, dict[str, int])
    assert_type(v.card, Card | None)
    assert_type(v.removed, list[Card] | None)
    assert_type(v.chips, list[int | None])
    assert_type(v.hands, list[list[Card] | int | list[str]])
    assert_type(v.plans, list[str | None])
    assert_type(v.hats, list[str | None])


def making() -> None:
    table = Table(deck=[], piles={}, card=None, removed=[], chips=[1], hands=[], plans=[], hats=[])
    Table(deck=5, piles={}, card=None, removed=[], chips=[], hands=[], plans=[], hats=[])  # type: ignore[arg-type]
    table.pot  # type: ignore[attr-defined]  # noqa: B018
    move = Take(Card("card-1"))
    move.times = 2  # type: ignore[misc]
    Turn(Seat(0)).seat = Seat(1)  # type: ignore[misc]
    Turn(0)  # type: ignore[arg-type]


class Sample(Game[Table, TableView]):
    def setup(self, ctx: Context) -> tuple[Table, Next]:
        return Table(deck=[], piles={}, card=None, removed=[], chips=[], hands=[], plans=[], hats=[]), Turn(Seat(0))

    def result(self, p: Table) -> list[Standing]:
        return []

    def board(self, view: TableView, seat: Seat | None) -> dict[str, Any]:
        assert_type(view.deck, int)
        return {}
