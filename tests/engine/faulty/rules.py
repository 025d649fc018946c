"""Variants whose rules break a promise: dead ends, moves that fail, lost gold, endless games, wrong results."""

from typing import Any

from parlor.engine import Context, Legal, Move, Next, Pattern, Phase, PlayOn, Seat, Standing, Stream, standings
from tests.engine.faulty.reference import Auction, Bid, Board, Card, Deal, Discard, Reference, Trade, Turn


class StuckTurn(Turn):
    def legal(self, p: Board, seat: Seat) -> Legal:
        return super().legal(p, seat) if p.hands[seat] else []


class Stuck(Reference):
    turn = StuckTurn
    phases = (Deal, Discard, Auction, StuckTurn)


class RaisingTurn(Turn):
    def play(self, p: Board, seat: Seat, card: Card, ctx: Context) -> None:
        if card == "card-13":
            raise KeyError(card)
        super().play(p, seat, card, ctx)


class MoveRaises(Reference):
    turn = RaisingTurn
    phases = (Deal, Discard, Auction, RaisingTurn)


class GivingTurn(Turn):
    def earn(self, p: Board, seat: Seat, gold: int) -> None:
        p.gold[seat] += gold


class GoldFromNowhere(Reference):
    turn = GivingTurn
    phases = (Deal, Discard, Auction, GivingTurn)


class RoundTurn(Turn):
    def following(self, p: Board, ctx: Context) -> Next:
        p.turn = 0
        return super().following(p, ctx)


class Endless(Reference):
    turn = RoundTurn
    phases = (Deal, Discard, Auction, RoundTurn)


class DealAgain(Phase[Board]):
    def enter(self, p: Board, ctx: Context) -> Next:
        return self


class EnterLoop(Reference):
    deal = DealAgain
    phases = (DealAgain, Discard, Auction, Turn)


class CarelessTurn(Turn):
    def trade(self, hand: list[Card]) -> Pattern:
        pattern = super().trade(hand)

        def sample(stream: Stream) -> Move:
            return Trade(tuple(stream.sample(hand, 2)))

        return Pattern(Trade, pattern.parts, sample=sample, check=pattern.check)


class SampleIsIllegal(Reference):
    turn = CarelessTurn
    phases = (Deal, Discard, Auction, CarelessTurn)


class BrittleTurn(Turn):
    def trade(self, hand: list[Card]) -> Pattern:
        pattern = super().trade(hand)

        def check(move: Any) -> None:
            pattern.check(move)
            prices = {2: "cheap"}
            assert prices[len(move.cards)]

        def sample(stream: Stream) -> Move:
            return Trade(tuple(sorted(stream.sample(hand, 2), key=lambda card: int(card[5:]))))

        return Pattern(Trade, pattern.parts, sample=sample, check=check)


class CheckRaises(Reference):
    turn = BrittleTurn
    phases = (Deal, Discard, Auction, BrittleTurn)


class HighAuction(Auction):
    def skip(self, p: Board, seat: Seat) -> Move | None:
        return Bid(3)


class SkipIsIllegal(Reference):
    auction = HighAuction
    phases = (Deal, Discard, HighAuction, Turn)


class ResultWithoutSeat(Reference):
    def result(self, p: Board) -> list[Standing]:
        return standings(p.gold)[1:]


class ResultOfNumbers(Reference):
    def result(self, p: Board) -> list[Standing]:
        return [Standing(0, 0, 0).score for _hand in p.hands]  # type: ignore[misc]


class MoveUnlisted(Reference):
    moves = Reference.moves[1:]


class PlacesOutOfOrder(Reference):
    def result(self, p: Board) -> list[Standing]:
        return [Standing(seat, 2 + seat, gold) for seat, gold in enumerate(p.gold)]


class Undeclared(Reference):
    statistics = Reference.statistics[1:]


class ForgetfulTurn(Turn):
    def following(self, p: Board, ctx: Context) -> Next:
        after = super().following(p, ctx)
        if isinstance(after, Turn):
            return ForgetfulTurn(Seat((self.seat + 1) % len(p.hands)))
        return after


class LeaverIsAsked(Reference):
    turn = ForgetfulTurn
    phases = (Deal, Discard, Auction, ForgetfulTurn)


class LeaverTakesCards(Reference):
    def leave(self, p: Board, seat: Seat, ctx: Context) -> Next | PlayOn:
        p.hands[seat] = []
        return self.turn(ctx.after(seat))


VARIANTS = {
    Stuck: "stuck",
    MoveRaises: "move",
    GoldFromNowhere: "check",
    Endless: "endless",
    EnterLoop: "loop",
    SampleIsIllegal: "move",
    CheckRaises: "move",
    SkipIsIllegal: "skip",
    ResultWithoutSeat: "result",
    ResultOfNumbers: "result",
    MoveUnlisted: "move",
    PlacesOutOfOrder: "result",
    Undeclared: "statistics",
    LeaverIsAsked: "leave",
    LeaverTakesCards: "leave",
}
