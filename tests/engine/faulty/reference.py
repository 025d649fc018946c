"""The clean game: hidden hands, a deck, a secret number each, a parallel phase, a sealed bid, and turns with a pattern move."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NewType

import msgspec

from parlor.engine import (
    Chance,
    Choice,
    Context,
    Counted,
    End,
    Game,
    Hand,
    Illegal,
    Imagine,
    Legal,
    Move,
    Next,
    Opens,
    Option,
    Owner,
    Pattern,
    Phase,
    Position,
    Public,
    Seat,
    Standing,
    Statistic,
    Stream,
    Supply,
    ids,
    many,
    number,
    play_ahead,
    random_bot,
    standings,
)

Card = NewType("Card", str)
CARDS = [Card(card) for card in ids("card", range(1, 25))]
GOALS = 3
GOLD = 5
BANK = 30
TURNS = 4


class Board(Position):
    deck: Counted[list[Card]]
    hands: Hand[list[list[Card]]]
    pile: Public[list[Card]]
    gold: Public[list[int]]
    bank: Public[int]
    goals: Owner[list[int]]
    hints: Public[list[str]]
    turn: Public[int]

    supplies = (Supply(("deck", "hands", "pile")),)
    opens = (Opens("goals", "goals", "open"),)
    reveal_at_end = ("goals",)


class Put(Move):
    card: Card


class Bid(Move):
    gold: int


class Stop(Move):
    pass


class Draw(Move):
    pass


class Play(Move):
    card: Card


class Trade(Move):
    cards: tuple[Card, ...]


class Guess(Move):
    seat: Seat
    goal: int


class Deal(Phase[Board]):
    def enter(self, p: Board, ctx: Context) -> Next:
        p.deck = list(CARDS)
        ctx.chance("deck").shuffle(p.deck)
        for seat in ctx.seats:
            p.hands[seat] = [p.deck.pop() for _ in range(3)]
            p.goals[seat] = 1 + ctx.chance("goals").below(GOALS)
        return None


class Discard(Phase[Board]):
    """Everybody puts a card down, in any order."""

    def seats(self, p: Board) -> Sequence[Seat]:
        return [Seat(n) for n in range(len(p.hands))]

    def legal(self, p: Board, seat: Seat) -> Legal:
        return [Put(card) for card in p.hands[seat]]

    def apply(self, p: Board, seat: Seat, move: Any, ctx: Context) -> Next:
        p.hands[seat].remove(move.card)
        p.pile.append(move.card)
        ctx.log("{seat} puts {card} down", seat=seat, card=move.card)
        return None


class Auction(Phase[Board]):
    """Everybody bids in secret; the highest bid, the first of equals, gets a card."""

    sealed = True

    def seats(self, p: Board) -> Sequence[Seat]:
        return [Seat(n) for n in range(len(p.hands))]

    def legal(self, p: Board, seat: Seat) -> Legal:
        return [Bid(gold) for gold in range(min(p.gold[seat], 2) + 1)]

    def resolve(self, p: Board, moves: Mapping[Seat, Any], ctx: Context) -> Next:
        for seat, move in moves.items():
            p.gold[seat] -= move.gold
            p.bank += move.gold
            ctx.log("{seat} bids {gold}", seat=seat, gold=move.gold)
        winner = max(moves, key=lambda seat: (moves[seat].gold, -seat))
        p.hands[winner].append(p.deck.pop())
        return None

    def skip(self, p: Board, seat: Seat) -> Move | None:
        return Bid(0)


class Turn(Phase[Board]):
    """Two actions: draw, play, trade several cards, guess a goal; or stop."""

    prompt = "{seat} acts"
    seat: Seat
    left: int = 2

    def seats(self, p: Board) -> Sequence[Seat]:
        return [self.seat]

    def legal(self, p: Board, seat: Seat) -> Legal:
        offers: list[Move | Pattern] = [Stop()]
        if p.deck:
            offers.append(Draw())
        offers += [Play(card) for card in p.hands[seat]]
        if len(p.hands[seat]) > 1:
            offers.append(self.trade(p.hands[seat]))
        other = Seat((seat + 1) % len(p.hands))
        return offers + [Guess(other, goal) for goal in range(1, GOALS + 1)]

    def trade(self, hand: list[Card]) -> Pattern:
        def check(move: Any) -> None:
            if number(move.cards[0]) > number(move.cards[-1]):
                raise Illegal("From the lowest card to the highest, please.")

        def sample(stream: Stream) -> Move:
            chosen = stream.sample(hand, 2 + stream.below(len(hand) - 1))
            return Trade(tuple(sorted(chosen, key=number)))

        return Pattern(Trade, {"cards": many(hand, 2, ordered=True)}, sample=sample, check=check)

    def apply(self, p: Board, seat: Seat, move: Any, ctx: Context) -> Next:
        match move:
            case Draw():
                self.draw(p, seat, ctx)
            case Play(card):
                self.play(p, seat, card, ctx)
            case Trade(cards):
                for card in cards:
                    p.hands[seat].remove(card)
                p.pile += cards
                self.earn(p, seat, len(cards))
                ctx.log("{seat} trades {cards}", seat=seat, cards=list(cards))
            case Guess(other, goal):
                self.guess(p, seat, other, goal, ctx)
        if isinstance(move, Stop) or self.left == 1:
            return self.following(p, ctx)
        return msgspec.structs.replace(self, left=self.left - 1)

    def draw(self, p: Board, seat: Seat, ctx: Context) -> None:
        card = p.deck.pop()
        p.hands[seat].append(card)
        ctx.log("{seat} draws {card}", seat=seat, card=card)
        ctx.count("drawn", seat)

    def play(self, p: Board, seat: Seat, card: Card, ctx: Context) -> None:
        p.hands[seat].remove(card)
        p.pile.append(card)
        self.earn(p, seat, 1)
        ctx.log("{seat} plays {card}", seat=seat, card=card)

    def earn(self, p: Board, seat: Seat, gold: int) -> None:
        gold = min(gold, p.bank)
        p.bank -= gold
        p.gold[seat] += gold

    def guess(self, p: Board, seat: Seat, other: Seat, goal: int, ctx: Context) -> None:
        p.hints.append(f"{other} {'has' if p.goals[other] == goal else 'lacks'} {goal}")
        ctx.count("guesses")
        ctx.reveal()

    def following(self, p: Board, ctx: Context) -> Next:
        p.turn += 1
        if p.turn >= TURNS * len(ctx.seats):
            return End()
        return msgspec.structs.replace(self, seat=ctx.after(self.seat), left=2)


def eager(view: Any, seat: Seat, legal: Legal, chance: Chance, imagine: Imagine) -> Move:
    """Plays what it has, and draws otherwise."""
    moves = [offer for offer in legal if isinstance(offer, Move)]
    return next((move for move in moves if isinstance(move, Put | Play | Draw)), moves[-1])


class Reference(Game[Board, Any]):
    slug = "reference"
    name = "Reference"
    seats = (2, 4)
    options = (Option("goals", "Goals", (Choice("hidden", "Hidden"), Choice("open", "Open")), "hidden"),)
    statistics = (Statistic("drawn", "Cards drawn"), Statistic("guesses", "Guesses", per_seat=False))
    position = Board
    phases = (Deal, Discard, Auction, Turn)
    moves = (Put, Bid, Stop, Draw, Play, Trade, Guess)
    bots = {"eager": eager, "planner": play_ahead, "random": random_bot}
    deal: ClassVar[type[Phase[Any]]] = Deal
    auction: ClassVar[type[Phase[Any]]] = Auction
    turn: ClassVar[type[Turn]] = Turn

    def setup(self, ctx: Context) -> tuple[Any, Next]:
        n = len(ctx.seats)
        hands: list[list[Card]] = [[] for _ in ctx.seats]
        board = self.position(
            deck=[], hands=hands, pile=[], gold=[GOLD] * n, bank=BANK, goals=[1] * n, hints=[], turn=0
        )
        return board, (self.deal(), Discard(), self.auction(), self.turn(Seat(0)))

    def result(self, p: Board) -> list[Standing]:
        return standings(p.gold)

    def leave(self, p: Board, seat: Seat, ctx: Context) -> Next:
        p.pile += p.hands[seat]
        p.hands[seat] = []
        return self.turn(ctx.after(seat))

    def imagine(self, p: Board, seat: Seat, chance: Chance) -> None:
        for other in range(len(p.goals)):
            if other != seat:
                p.goals[other] = 1 + chance("goals").below(GOALS)

    def check(self, p: Board) -> None:
        cards = [*p.deck, *p.pile, *(card for hand in p.hands for card in hand)]
        assert sorted(cards) == sorted(CARDS), "all cards are there"
        assert sum(p.gold) + p.bank == BANK + GOLD * len(p.gold), "all gold is there"
        assert all(1 <= goal <= GOALS for goal in p.goals), "goals are 1 to 3"
