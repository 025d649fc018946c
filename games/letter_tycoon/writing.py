"""Playing a word: the Q patent's exchange before it, the word itself, and what the dictionary says at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.letter_tycoon.answering import NO_WORD, Answer, not_words, reject
from games.letter_tycoon.dealing import draw, put_out
from games.letter_tycoon.market import earn
from games.letter_tycoon.material import SHORTEST
from games.letter_tycoon.moves import Keep, Replace, Skip, Spell
from games.letter_tycoon.position import Table, owned
from games.letter_tycoon.rounds import last_turn
from games.letter_tycoon.sampling import sample
from games.letter_tycoon.scoring import Worth, worth
from games.letter_tycoon.spelling import check, lay, offered, take_back, words_of
from games.letter_tycoon.telling import announce
from games.letter_tycoon.tidying import Tidy
from parlor.engine import Context, Legal, Next, Pattern, Phase, Plural, Seat, Stream, _, many

AGAIN = Plural(_("{seat} may try once more"), _("{seat} may try {n} times more"), "n")


class Swap(Phase[Table]):
    """The owner of the Q patent may first replace a card of the hand or of the pool."""

    prompt = _("{seat} may replace a card")
    ask = _("Your Q patent: replace a card of your hand or of the pool?")
    seat: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        return (self.seat,)

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [*(Replace(card) for card in (*p.hands[seat], *p.pool)), Keep()]

    def apply(self, p: Table, seat: Seat, move: Replace | Keep, ctx: Context) -> Next:
        p.stage = "Write"
        if isinstance(move, Keep):
            return None
        if move.card in p.pool:
            place = p.pool.index(move.card)
            p.pool[place] = card = draw(p, ctx)
            p.used.append(move.card)
            ctx.log(_("{seat} replaces {card} of the pool by {new}"), seat=seat, card=move.card, new=card)
        else:
            put_out(p, seat, (move.card,))
            p.hands[seat].append(draw(p, ctx))
            ctx.log(_("{seat} replaces a card of the hand"), seat=seat)
        return None

    def skip(self, p: Table, seat: Seat) -> Keep:
        return Keep()


class Write(Phase[Table]):
    """A word is played, or none. Any letters make a legal move: whether they are a word only the dictionary knows."""

    prompt = _("{seat} spells a word")
    ask = _("Spell a word, with at least one card of your hand")
    seat: Seat

    def seats(self, p: Table) -> Sequence[Seat]:
        return (self.seat,)

    def legal(self, p: Table, seat: Seat) -> Legal:
        hand, pool, powers = p.hands[seat], p.pool, owned(p, seat)

        def made(stream: Stream, data: Mapping[str, Any]) -> Spell:
            return sample(stream, data.get(p.dictionary), hand, pool, powers)

        things, most = offered(hand, pool, powers)
        part = many(things, SHORTEST, most, ordered=True)
        return [Pattern(Spell, {"cards": part}, check=lambda move: check(move, hand), sample_from=made), Skip()]

    def apply(self, p: Table, seat: Seat, move: Spell | Skip, ctx: Context) -> Next:
        if isinstance(move, Skip):
            ctx.log(_("{seat} plays no word"), seat=seat)
            if last_turn(p, ctx):
                return None
            p.stage = "Tidy"
            return Tidy(seat)
        worths = worth(words_of(move.cards), owned(p, seat), p.stacking)
        lay(p, move)
        announce(seat, worths, ctx)
        if p.automatic:
            ctx.reveal()
            return self.looked_up(p, worths, ctx)
        p.stage = "Answer"
        return Answer(seat)

    def looked_up(self, p: Table, worths: tuple[Worth, ...], ctx: Context) -> Next:
        """The dictionary has its say: the words count, or may be tried again, or cost the turn."""
        wrong = not_words([one.word for one in worths], p, ctx)
        if not wrong:
            return earn(p, worths, ctx)
        p.refused += wrong
        ctx.log(NO_WORD, wrong=wrong)
        if p.retries == 0:
            return reject(p, ctx)
        take_back(p)
        if p.retries is not None:
            ctx.log(AGAIN, seat=self.seat, n=p.retries)
            p.retries -= 1
        return self

    def skip(self, p: Table, seat: Seat) -> Skip:
        return Skip()
