"""What things are called in the log and on buttons."""

from __future__ import annotations

from games.letter_tycoon.material import letter_of
from games.letter_tycoon.moves import BONUS, BREAK
from parlor.engine import Phrase, _, sort_of


def name_of(thing: str) -> str | Phrase:
    """The name of a card, its copy, the extra S, the break between two words, or a patent, by its id."""
    if thing == BREAK:
        return _("Second word")
    if thing == BONUS:
        return _("Extra S")
    if sort_of(thing) == "copy":
        return Phrase(_("{letter} once more"), {"letter": letter_of(thing)})
    return letter_of(thing) or thing
