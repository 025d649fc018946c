"""After a word that counts: earnings, royalties, and one patent for sale."""

from __future__ import annotations

from collections.abc import Sequence

from games.letter_tycoon.dealing import fill_pool
from games.letter_tycoon.material import PRICES, letter_of
from games.letter_tycoon.moves import Pass, Purchase
from games.letter_tycoon.position import Played, Table, owned
from games.letter_tycoon.rounds import last_turn
from games.letter_tycoon.scoring import Worth, total
from games.letter_tycoon.spelling import letters_played
from games.letter_tycoon.tidying import Tidy
from parlor.engine import Context, End, Legal, Next, Phase, Seat, _


def earn(p: Table, worths: Sequence[Worth], ctx: Context) -> Next:
    """The words count: their player earns, then the owners of the letters; then a patent may be bought."""
    seat = p.turn
    money, stock = total(worths)
    p.money[seat] += money
    p.stock[seat] += stock
    _count(p, worths, ctx)
    p.words.append(Played(seat, [one.word for one in worths], money, stock))
    royalties(p, ctx)
    if affordable(p, seat):
        p.stage = "Market"
        return Market(seat)
    return after(p, ctx)


def royalties(p: Table, ctx: Context) -> None:
    """Each card played brings the owner of its patent $1 from the bank, unless that is who played it."""
    for seat in ctx.seats:
        letters = [letter_of(card) for card in p.laid if p.owners.get(letter_of(card)) == seat]
        if letters and seat != p.turn and seat not in p.gone:
            p.money[seat] += len(letters)
            ctx.log(_("{seat} gets ${n} in royalties for {letters}"), seat=seat, n=len(letters), letters=letters)
            ctx.count("royalties", seat, len(letters))


def affordable(p: Table, seat: Seat) -> list[str]:
    """The letters just played whose patents the seat can buy."""
    return [letter for letter in letters_played(p) if letter not in p.owners and PRICES[letter] <= p.money[seat]]


class Market(Phase[Table]):
    """One patent may be bought: nobody's yet, affordable, and of a letter that was just played with a real card."""

    prompt = _("{seat} may buy a patent")
    ask = _("Buy a patent on a letter of your word?")
    seat: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        return (self.seat,)

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [*(Purchase(f"patent-{letter}") for letter in affordable(p, seat)), Pass()]

    def apply(self, p: Table, seat: Seat, move: Purchase | Pass, ctx: Context) -> Next:
        if isinstance(move, Purchase):
            _buy(p, seat, letter_of(move.patent), ctx)
        else:
            ctx.log(_("{seat} buys no patent"), seat=seat)
        return after(p, ctx)

    def skip(self, p: Table, seat: Seat) -> Pass:
        return Pass()


def after(p: Table, ctx: Context) -> Next:
    """What follows a word that counts: the pool is filled up and cards may be discarded, except at the very end."""
    fill_pool(p, ctx)
    if last_turn(p, ctx):
        return End()
    p.stage = "Tidy"
    return Tidy(p.turn)


def _buy(p: Table, seat: Seat, letter: str, ctx: Context) -> None:
    p.owners[letter] = seat
    p.money[seat] -= PRICES[letter]
    ctx.log(
        _("{seat} buys the patent on {patent} for ${price}"), seat=seat, patent=f"patent-{letter}", price=PRICES[letter]
    )
    ctx.count("patents", seat)
    mine = owned(p, seat)
    value = sum(PRICES[letter] for letter in mine)
    if p.ender is None and value >= p.goal and len(mine) >= p.needed:
        p.ender = seat
        if last_turn(p, ctx):
            ctx.log(_("{seat} owns {n} patents worth ${value}, and the game ends"), seat=seat, n=len(mine), value=value)
        else:
            ctx.log(
                _("{seat} owns {n} patents worth ${value}: this round is the last"),
                seat=seat,
                n=len(mine),
                value=value,
            )


def _count(p: Table, worths: Sequence[Worth], ctx: Context) -> None:
    """The statistics of a play, compared with the player's earlier ones."""
    before = [play for play in p.words if play.seat == p.turn]
    longest = max((len(word) for play in before for word in play.words), default=0)
    dearest = max((play.money for play in before), default=0)
    ctx.count("words", p.turn, len(worths))
    ctx.count("longest", p.turn, max(0, max(len(one.word) for one in worths) - longest))
    ctx.count("best", p.turn, max(0, total(worths)[0] - dearest))
