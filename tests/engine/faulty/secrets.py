"""Variants that tell what should stay unseen, that do not imagine as they should, and bots that misbehave."""

import time
from collections.abc import Mapping
from typing import Any

import msgspec

from parlor.engine import (
    Chance,
    Context,
    Hidden,
    Illegal,
    Imagine,
    Legal,
    Move,
    Next,
    Part,
    Pattern,
    Public,
    Seat,
    number,
)
from tests.engine.faulty.reference import (
    GOALS,
    Auction,
    Board,
    Card,
    Deal,
    Discard,
    Guess,
    Play,
    Reference,
    Trade,
    Turn,
)


class LastBoard(Board):
    last: Public[Card | None] = None


class ShowingTurn(Turn):
    def draw(self, p: Any, seat: Seat, ctx: Context) -> None:
        super().draw(p, seat, ctx)
        p.last = p.hands[seat][-1]


class FieldNamesDrawnCard(Reference):
    position = LastBoard
    turn = ShowingTurn
    phases = (Deal, Discard, Auction, ShowingTurn)


class ChattyTurn(Turn):
    def draw(self, p: Board, seat: Seat, ctx: Context) -> None:
        super().draw(p, seat, ctx)
        ctx.log("{seat} has a {n} now", seat=seat, n=number(p.hands[seat][-1]))


class LogNamesDrawnCard(Reference):
    turn = ChattyTurn
    phases = (Deal, Discard, Auction, ChattyTurn)


class BrokenTurn(Turn):
    def draw(self, p: Board, seat: Seat, ctx: Context) -> None:
        super().draw(p, seat, ctx)
        ctx.log("{seat} draws from {place}", seat=seat)


class LogLacksAValue(Reference):
    turn = BrokenTurn
    phases = (Deal, Discard, Auction, BrokenTurn)


class KnowingTurn(Turn):
    def legal(self, p: Board, seat: Seat) -> Legal:
        most = max(number(card) for hand in p.hands for card in [*hand, "card-0"])
        return [o for o in super().legal(p, seat) if not isinstance(o, Guess) or o.goal <= most % 3 + 1]


class LegalKnowsHands(Reference):
    turn = KnowingTurn
    phases = (Deal, Discard, Auction, KnowingTurn)


class SecretRuleTurn(Turn):
    def legal(self, p: Board, seat: Seat) -> Legal:
        odd = number(p.deck[-1] if p.deck else "card-1") % 2
        return [
            self.bound(o, p.hands[seat], 3 if odd else 2) if isinstance(o, Pattern) else o
            for o in super().legal(p, seat)
        ]

    def bound(self, offer: Pattern, hand: list[Card], least: int) -> Pattern:
        def check(move: Any) -> None:
            offer.check(move)
            if len(move.cards) < min(least, len(hand)):
                raise Illegal("Some more, please.")

        cards = tuple(sorted(hand, key=number)[:least])
        return Pattern(Trade, offer.parts, check=check, sample=lambda stream: Trade(cards))


class PatternKnowsDeck(Reference):
    turn = SecretRuleTurn
    phases = (Deal, Discard, Auction, SecretRuleTurn)


class OrderTurn(Turn):
    def following(self, p: Board, ctx: Context) -> Next:
        after = super().following(p, ctx)
        if isinstance(after, Turn) and p.deck and number(p.deck[-1]) > 12:
            return msgspec.structs.replace(after, left=1)
        return after


class PhaseKnowsDeck(Reference):
    turn = OrderTurn
    phases = (Deal, Discard, Auction, OrderTurn)


class NamingTurn(Turn):
    next_card: str = ""

    def apply(self, p: Board, seat: Seat, move: Any, ctx: Context) -> Next:
        after = super().apply(p, seat, move, ctx)
        if isinstance(after, NamingTurn) and p.deck:
            return msgspec.structs.replace(after, next_card=p.deck[-1])
        return after


class PhaseNamesCard(Reference):
    turn = NamingTurn
    phases = (Deal, Discard, Auction, NamingTurn)


class QuietTurn(Turn):
    def guess(self, p: Board, seat: Seat, other: Seat, goal: int, ctx: Context) -> None:
        p.hints.append(f"{other} {'has' if p.goals[other] == goal else 'lacks'} {goal}")


class RevealMissing(Reference):
    turn = QuietTurn
    phases = (Deal, Discard, Auction, QuietTurn)


class ImagineMissing(Reference):
    def imagine(self, p: Board, seat: Seat, chance: Chance) -> None:
        pass


class Area(Part):
    secret: Hidden[int]


class AreaBoard(Board):
    areas: Public[list[Area]] = []


class BuryingDeal(Deal):
    def enter(self, p: Any, ctx: Context) -> Next:
        p.areas = [Area(ctx.chance("areas").below(9)) for _ in ctx.seats]
        return super().enter(p, ctx)


class ImagineForgetsAreas(Reference):
    position = AreaBoard
    deal = BuryingDeal
    phases = (BuryingDeal, Discard, Auction, Turn)


class ImagineImpossible(Reference):
    def imagine(self, p: Board, seat: Seat, chance: Chance) -> None:
        for other in range(len(p.goals)):
            if other != seat:
                p.goals[other] = chance("goals").below(GOALS + 1)


class ImagineFromReal(Reference):
    def imagine(self, p: Board, seat: Seat, chance: Chance) -> None:
        for other in range(len(p.goals)):
            if other != seat:
                p.goals[other] = (p.goals[other] + chance("goals").below(GOALS)) % GOALS + 1


class NotedAuction(Auction):
    def settled(self, p: Board, chosen: Mapping[Seat, Any]) -> bool:
        p.hints.append(f"{len(chosen)} have bid")
        return False


class SettledTakesNotes(Reference):
    auction = NotedAuction
    phases = (Deal, Discard, NotedAuction, Turn)


def greedy(view: Any, seat: Seat, legal: Legal, chance: Chance, imagine: Imagine) -> Move:
    view.gold[seat] += 1
    return Reference.bots["random"](view, seat, legal, chance, imagine)


class BotTakesGold(Reference):
    bots = {"greedy": greedy}


def cheat(view: Any, seat: Seat, legal: Legal, chance: Chance, imagine: Imagine) -> Move:
    return Play(Card("card-99"))


class BotCheats(Reference):
    bots = {"cheat": cheat}


def slow(view: Any, seat: Seat, legal: Legal, chance: Chance, imagine: Imagine) -> Move:
    until = time.thread_time() + 0.15
    while time.thread_time() < until:
        pass
    return Reference.bots["random"](view, seat, legal, chance, imagine)


class BotDawdles(Reference):
    bots = {"slow": slow}


VARIANTS = {
    FieldNamesDrawnCard: "view",
    LogNamesDrawnCard: "log",
    LogLacksAValue: "log",
    LegalKnowsHands: "legal",
    PatternKnowsDeck: "legal",
    PhaseKnowsDeck: "agenda",
    PhaseNamesCard: "agenda",
    RevealMissing: "undo",
    ImagineMissing: "imagine",
    ImagineForgetsAreas: "imagine",
    ImagineImpossible: "imagine",
    ImagineFromReal: "imagine",
    SettledTakesNotes: "pure",
    BotTakesGold: "bot",
    BotCheats: "bot",
    BotDawdles: "bot",
}
