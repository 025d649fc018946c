"""Letter Tycoon as the platform knows it: names, seats, options, statistics, set-up and result."""

from __future__ import annotations

from typing import Any

from games.letter_tycoon import faces, turns
from games.letter_tycoon.answering import Answer
from games.letter_tycoon.bot import beginner, expert, reader
from games.letter_tycoon.checks import lawful
from games.letter_tycoon.market import Market
from games.letter_tycoon.material import CARDS, GOALS, HAND, POOL
from games.letter_tycoon.moves import MOVES
from games.letter_tycoon.names import name_of
from games.letter_tycoon.position import Table, TableView
from games.letter_tycoon.settings import CHALLENGE, DICTIONARY, GOAL, OPTIONS, STACKING
from games.letter_tycoon.tidying import Penalty, Tidy
from games.letter_tycoon.turns import Over, Turn
from games.letter_tycoon.words import parse_words
from games.letter_tycoon.words.installing import WORDS
from games.letter_tycoon.writing import Swap, Write
from parlor.engine import (
    Context,
    DataSet,
    Game,
    Next,
    Phrase,
    Seat,
    Standing,
    Statistic,
    _,
    random_bot,
    standings,
)


class LetterTycoon(Game[Table, TableView]):
    """Spell words, earn money, and buy the letters that others will need."""

    slug = "letter-tycoon"
    name = "Letter Tycoon"
    designer = "Brad Brooks"
    publisher = "Breaking Games / Squirmy Beast"
    year = 2015
    tagline = _("Spell words, earn money, and buy the alphabet.")
    seats = (2, 5)
    minutes = 30
    weight = 1.6
    options = OPTIONS
    statistics = (
        Statistic("words", _("Words that counted")),
        Statistic("longest", _("Letters of the longest word")),
        Statistic("best", _("Most money from one play")),
        Statistic("royalties", _("Royalties")),
        Statistic("patents", _("Patents bought")),
        Statistic("rejected", _("Plays that cost the turn")),
        Statistic("challenges_won", _("Challenges won")),
        Statistic("challenges_lost", _("Challenges lost")),
        Statistic("discarded", _("Cards discarded")),
    )
    data = (
        DataSet("american", "words/american.txt.gz", parse_words),
        DataSet("british", "words/british.txt.gz", parse_words),
        DataSet("everyday", "words/everyday.txt.gz", parse_words),
        DataSet("wellread", "words/wellread.txt.gz", parse_words),
    )
    families = (WORDS,)
    position = Table
    view = TableView
    phases = (Turn, Swap, Write, Answer, Market, Tidy, Penalty, Over)
    moves = MOVES
    bots = {"reader": reader, "beginner": beginner, "expert": expert, "random": random_bot}

    def setup(self, ctx: Context) -> tuple[Table, Next]:
        """Seven cards each, three in the pool, nobody has anything yet; a random player begins (the site's choice)."""
        deck = list(CARDS)
        ctx.chance("deck").shuffle(deck)
        hands = [[deck.pop() for _n in range(HAND)] for _seat in ctx.seats]
        pool = [deck.pop() for _n in range(POOL)]
        first = Seat(ctx.chance("first").below(len(ctx.seats)))
        goal, needed = goal_of(ctx)
        nobody = [0 for _seat in ctx.seats]
        table = Table(
            hands=hands,
            pool=pool,
            laid=[],
            borrowed=[],
            spelling=[],
            deck=deck,
            discard=[],
            used=[],
            owners={},
            money=list(nobody),
            stock=list(nobody),
            words=[],
            turn=first,
            stage="Write",
            first=first,
            round=1,
            ender=None,
            refused=[],
            retries=0,
            goal=goal,
            needed=needed,
            dictionary=ctx.options[DICTIONARY],
            automatic=ctx.options[CHALLENGE] == "automatic",
            stacking=ctx.options[STACKING],
            gone=[],
        )
        ctx.log(_("{seat} begins"), seat=first)
        return table, Turn(first)

    def result(self, p: Table) -> list[Standing]:
        """Money, stock and patents; of equal sums the higher value of patents wins, then the win is shared."""
        seats = [Seat(n) for n in range(len(p.hands))]
        values = [faces.value_of(p, seat) for seat in seats]
        listed = standings([faces.score_of(p, seat) for seat in seats], ties=values)
        for standing in listed:
            seat = standing.seat
            standing.parts = [(_("Money"), p.money[seat]), (_("Stock"), p.stock[seat]), (_("Patents"), values[seat])]
        return listed

    def leave(self, p: Table, seat: Seat, ctx: Context) -> Next:
        """Who leaves takes no more turns."""
        return turns.leave(p, seat, ctx)

    def check(self, p: Table) -> None:
        """No card is lost or made, and nobody is in debt."""
        lawful(p)

    def board(self, view: TableView, seat: Seat | None) -> dict[str, Any]:
        """Derived values for the board, see `faces.board`."""
        return faces.board(view, seat)

    def name_of(self, thing: str) -> str | Phrase:
        """The letter of a card or patent, and what else is clicked."""
        return name_of(thing)


def goal_of(ctx: Context) -> tuple[int, int]:
    """Value and number of patents that bring on the last round at this table."""
    chosen = ctx.options[GOAL]
    return GOALS[len(ctx.seats)] if chosen == "usual" else next(g for g in GOALS.values() if str(g[0]) == chosen)


GAME = LetterTycoon()
