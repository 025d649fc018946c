"""The options of a table of Collect."""

from __future__ import annotations

from games.collect.material import HALVES
from parlor.engine import Choice, Option, _

TEAMS = Option(
    "teams",
    _("Teams"),
    (
        Choice(False, _("Everybody for themselves")),
        Choice(
            True, _("Two teams"), _("Partners sit opposite each other, each with a row of their own."), seats=(4, 4)
        ),
    ),
    False,
    help=_("Teams are for four players: the first and the third against the second and the fourth."),
)
MATCH = Option(
    "match",
    _("Match"),
    (
        Choice("crowns", _("Two half crowns"), _("Rounds are played until somebody has two half crowns.")),
        Choice("round", _("A single round"), _("Whoever makes the first alliance wins the game.")),
    ),
    "crowns",
)
HALF_CROWNS = Option(
    "half_crowns",
    _("Half crowns"),
    (Choice(2, _("Two")), Choice(3, _("Three")), Choice(4, _("Four"))),
    HALVES,
    help=_("How many there are to win. When none is left, the next round is for the full crown, and the match."),
    when=("match", "crowns"),
)
PLACING = Option(
    "placing",
    _("A new card goes"),
    (
        Choice("end", _("To the right end"), _("Only crabs and monkeys change the order of a row.")),
        Choice("anywhere", _("Anywhere"), _("You choose its place in your row, which makes alliances easier.")),
    ),
    "end",
    help=_("The rules say only that you place it in your row."),
)
STARTER = Option(
    "starter",
    _("The next round begins"),
    (
        Choice("winner", _("The winner of the last one")),
        Choice("next", _("The next player"), _("One seat on from who began the last one.")),
    ),
    "winner",
    help=_("The rules say nothing of it. After a round without a winner it is always the next player."),
)
OPTIONS = (TEAMS, MATCH, HALF_CROWNS, PLACING, STARTER)
