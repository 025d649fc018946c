"""The options of a table of Letter Tycoon."""

from __future__ import annotations

from parlor.engine import Choice, Option, _

DICTIONARY = Option(
    "dictionary",
    _("Dictionary"),
    (
        Choice("american", _("American (ENABLE)"), _("About 152,000 words of 3 to 12 letters.")),
        Choice(
            "british", _("British (ENABLE and SCOWL 80)"), _("About 221,000 words, many of them rare; both spellings.")
        ),
    ),
    "american",
)
CHALLENGE = Option(
    "challenge",
    _("Who checks the words"),
    (
        Choice("players", _("The players"), _("A word counts unless another player challenges it: you may bluff.")),
        Choice("automatic", _("The dictionary"), _("Every word is looked up at once.")),
    ),
    "players",
)
RETRIES = Option(
    "retries",
    _("Further tries after a wrong word"),
    (
        *(Choice(str(n), str(n)) for n in range(6)),
        Choice("unlimited", _("As many as you like")),
    ),
    "3",
    when=("challenge", "automatic"),
)
STACKING = Option(
    "stacking",
    _("Several doublings of one word"),
    (
        Choice("multiply", _("Multiply"), _("Two make it four times as much, three eight times.")),
        Choice("add", _("Add up"), _("Two make it three times as much, three four times.")),
        Choice("one", _("Only one"), _("No word is doubled more than once.")),
    ),
    "multiply",
)
GOAL = Option(
    "goal",
    _("Patents that bring on the last round"),
    (
        Choice("usual", _("As usual for this many players")),
        Choice("34", _("5 patents for $34, as with three players"), seats=(2, 2)),
        Choice("26", _("3 patents for $26, as with four players"), seats=(2, 3)),
        Choice("21", _("3 patents for $21, as with five players"), seats=(2, 4)),
    ),
    "usual",
    help=_("A lower goal makes a shorter game."),
)
OPTIONS = (DICTIONARY, CHALLENGE, RETRIES, STACKING, GOAL)
