"""Log lines about a word that is laid down: what it is worth and why."""

from __future__ import annotations

from collections.abc import Sequence

from games.letter_tycoon.scoring import Worth
from parlor.engine import Context, Phrase, Plural, Seat, _

REASONS = {
    "B": _("{word} is doubled by the B patent: its first and last letters are vowels"),
    "J": _("{word} is doubled by the J patent: at least half of it is vowels"),
    "K": _("{word} is doubled by the K patent: it has just one vowel"),
    "Q": _("{word} is doubled: it has a Q"),
}

MONEY_AND_STOCK = Plural(_("${money} and {stock} stock"), _("${money} and {stock} stock"), "stock")
"""Alike in English; other languages tell one share from several."""


def announce(seat: Seat, worths: Sequence[Worth], ctx: Context) -> None:
    """Says what is spelled and what it would earn; true of it whether or not it is a word."""
    for n, one in enumerate(worths):
        message = _("{seat} also spells {word}, for {earned}") if n else _("{seat} spells {word}, for {earned}")
        ctx.log(message, seat=seat, word=one.word, earned=amount(one.money, one.stock))
    for one in worths:
        if one.ys:
            kinds = [_("a vowel") if vowel else _("a consonant") for vowel in one.ys]
            ctx.log(_("In {word}, Y counts as {kinds}"), word=one.word, kinds=kinds)
        for letter in one.doubled:
            ctx.log(REASONS[letter], word=one.word)


def amount(money: int, stock: int) -> Phrase:
    """Money and stock in words."""
    if stock:
        return Phrase(MONEY_AND_STOCK, {"money": money, "stock": stock})
    return Phrase(_("${money}"), {"money": money})
