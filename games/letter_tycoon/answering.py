"""Challenges: the others say at the same time whether they doubt the word, and the dictionary decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.letter_tycoon.market import earn
from games.letter_tycoon.moves import Accept, Challenge
from games.letter_tycoon.position import Table, owned
from games.letter_tycoon.scoring import Worth, worth
from games.letter_tycoon.spelling import take_back, words_of
from games.letter_tycoon.tidying import Penalty
from parlor.engine import Context, Legal, Next, Phase, Plural, Seat, _

ANSWERS: Legal = [Challenge(), Accept()]
IS_WORD = Plural(
    _("{seat_by} challenges {words}, but it is in the dictionary"),
    _("{seat_by} challenges {words}, but both are in the dictionary"),
    "words",
)
NO_WORD = Plural(_("{wrong} is not in the dictionary"), _("{wrong} are not in the dictionary"), "wrong")


class Answer(Phase[Table]):
    """The others choose, unseen by each other, whether to challenge the word (or both words) on the table.

    Of several who challenge, the next one after the player in turn order counts. So the wait ends as soon as that
    one is sure.
    """

    prompt = _("The others may challenge what {seat} spells")
    ask = _("Do you challenge what {seat} spells?")
    sealed = True
    seat: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        seats = len(p.hands)
        order = (Seat((self.seat + n) % seats) for n in range(1, seats))
        return tuple(seat for seat in order if seat not in p.gone)

    def legal(self, p: Table, seat: Seat) -> Legal:
        return ANSWERS

    def settled(self, p: Table, chosen: Mapping[Seat, Challenge | Accept]) -> bool:
        for seat in self.seats(p):
            if seat not in chosen:
                return False
            if isinstance(chosen[seat], Challenge):
                return True
        return True

    def resolve(self, p: Table, moves: Mapping[Seat, Challenge | Accept], ctx: Context) -> Next:
        words = words_of(p.spelling)
        challenger = next((seat for seat in self.seats(p) if isinstance(moves.get(seat), Challenge)), None)
        if challenger is None:
            ctx.log(_("Nobody challenges {words}"), words=words)
            return earn(p, judged(p), ctx)
        wrong = not_words(words, p, ctx)
        if wrong:
            p.refused += wrong
            ctx.log(_("{seat_by} challenges {words}"), seat_by=challenger, words=words)
            ctx.log(NO_WORD, wrong=wrong)
            ctx.count("challenges_won", challenger)
            return reject(p, ctx)
        _failed(p, challenger, words, ctx)
        return earn(p, judged(p), ctx)

    def skip(self, p: Table, seat: Seat) -> Accept:
        return Accept()


def judged(p: Table) -> tuple[Worth, ...]:
    """What the words on the table earn."""
    return worth(words_of(p.spelling), owned(p, p.turn), p.stacking)


def not_words(words: Iterable[str], p: Table, ctx: Context) -> list[str]:
    """Those that the table's dictionary does not have."""
    dictionary = ctx.data[p.dictionary]
    return [word for word in words if word not in dictionary]


def reject(p: Table, ctx: Context) -> Next:
    """The cards are taken back, and the rest of the turn is a penalty."""
    take_back(p)
    ctx.log(_("{seat} takes the cards back"), seat=p.turn)
    ctx.count("rejected", p.turn)
    p.stage = "Penalty"
    return Penalty(p.turn)


def _failed(p: Table, challenger: Seat, words: list[str], ctx: Context) -> None:
    """The words are good: before all else their player gets $1, from the challenger or, if need be, from the bank."""
    told = {"seat_by": challenger, "words": words, "seat": p.turn}
    ctx.count("challenges_lost", challenger)
    ctx.log(IS_WORD, **told)
    p.money[p.turn] += 1
    if p.money[challenger]:
        p.money[challenger] -= 1
        ctx.log(_("{seat_by} pays {seat} $1"), **told)
    else:
        ctx.log(_("{seat_by} has no money, so the bank pays {seat} $1"), **told)
