"""Variants that keep state outside the position, depend on hashes and ids, or hold what cannot be stored."""

import random
from typing import Any

from parlor.engine import Context, Counted, Hand, Legal, Move, Next, Owner, Pattern, Position, Public, Seat, Stream
from tests.engine.faulty.reference import Auction, Board, Card, Deal, Discard, Reference, Trade, Turn

plays: list[str] = []


class CountingTurn(Turn):
    def play(self, p: Board, seat: Seat, card: Card, ctx: Context) -> None:
        super().play(p, seat, card, ctx)
        plays.append(card)
        if len(plays) % 2:
            self.earn(p, seat, 1)


class StateInModule(Reference):
    turn = CountingTurn
    phases = (Deal, Discard, Auction, CountingTurn)


class HeapDeal(Deal):
    def enter(self, p: Board, ctx: Context) -> Next:
        after = super().enter(p, ctx)
        p.deck = list(set(p.deck))
        return after


class HashDecides(Reference):
    deal = HeapDeal
    phases = (HeapDeal, Discard, Auction, Turn)


class DicingTurn(Turn):
    def earn(self, p: Board, seat: Seat, gold: int) -> None:
        super().earn(p, seat, random.randint(1, 2))


class ChanceOfItsOwn(Reference):
    turn = DicingTurn
    phases = (Deal, Discard, Auction, DicingTurn)


class SetTurn(Turn):
    def legal(self, p: Board, seat: Seat) -> Legal:
        return sorted(super().legal(p, seat), key=lambda offer: hash(str(offer)))


class OrderByHash(Reference):
    turn = SetTurn
    phases = (Deal, Discard, Auction, SetTurn)


class AddressTurn(Turn):
    def legal(self, p: Board, seat: Seat) -> Legal:
        legal = super().legal(p, seat)
        return sorted(legal, key=lambda offer: id(getattr(offer, "card", "")))


class OrderById(Reference):
    turn = AddressTurn
    phases = (Deal, Discard, Auction, AddressTurn)


class TidyTurn(Turn):
    def legal(self, p: Board, seat: Seat) -> Legal:
        p.hands[seat].sort()
        return super().legal(p, seat)


class LegalSortsTheHand(Reference):
    turn = TidyTurn
    phases = (Deal, Discard, Auction, TidyTurn)


class TupleTurn(Turn):
    def play(self, p: Board, seat: Seat, card: Card, ctx: Context) -> None:
        super().play(p, seat, card, ctx)
        p.hints = (*p.hints, "played")  # type: ignore[assignment]


class TupleInAList(Reference):
    turn = TupleTurn
    phases = (Deal, Discard, Auction, TupleTurn)


class Barter(Move):
    cards: Any


class BarterTurn(Turn):
    def trade(self, hand: list[Card]) -> Pattern:
        pattern = super().trade(hand)

        def sample(stream: Stream) -> Move:
            return Barter(pattern.sample(stream).cards)  # type: ignore[attr-defined]

        return Pattern(Barter, pattern.parts, sample=sample, check=pattern.check)

    def apply(self, p: Board, seat: Seat, move: Any, ctx: Context) -> Next:
        return super().apply(p, seat, Trade(tuple(move.cards)) if isinstance(move, Barter) else move, ctx)


class LooseMove(Reference):
    turn = BarterTurn
    phases = (Deal, Discard, Auction, BarterTurn)
    moves = (*Reference.moves, Barter)


class LooseBoard(Position):
    deck: Counted[list[Card]]
    hands: Hand[list[list[Card]]]
    pile: Public[list[Card]]
    gold: Public[list[int]]
    bank: Public[int]
    goals: Owner[list[int]]
    hints: list[str]
    turn: Public[int]


class MarkMissing(Reference):
    position = LooseBoard


class SetBoard(Board):
    seen: Public[set[str]] = set()


class SetInPosition(Reference):
    position = SetBoard


VARIANTS = {
    StateInModule: "reload",
    HashDecides: "replay",
    ChanceOfItsOwn: "chance",
    OrderByHash: "order",
    OrderById: "order",
    LegalSortsTheHand: "pure",
    TupleInAList: "json",
    LooseMove: "json",
    MarkMissing: "design",
    SetInPosition: "design",
}
