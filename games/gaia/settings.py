"""The options of a table of Gaia."""

from __future__ import annotations

from parlor.engine import Choice, Option, _

ADVANCED = Option(
    "advanced",
    _("Advanced rules"),
    (
        Choice(False, _("Basic"), _("Several players may live in a city, each with one pawn.")),
        Choice(True, _("Advanced"), _("Who improves a rival's city takes it; four needs take two pawns.")),
    ),
    False,
)
POWERS = Option(
    "powers",
    _("Power cards"),
    (
        Choice(False, _("Without")),
        Choice(True, _("With"), _("Sun, rain, earthquakes and worse come into play.")),
    ),
    False,
    when=("advanced", True),
)
POWER_OBJECTIVES = Option(
    "power_objectives",
    _("Power objectives"),
    (
        Choice("shuffled", _("Shuffled in"), _("Both are shuffled among the others before objectives are dealt.")),
        Choice("added", _("Always there"), _("Both lie open besides the usual number of objectives.")),
        Choice("none", _("Left out")),
    ),
    "shuffled",
    help=_("The rules tell only that the basic game leaves them out; how they come in is this site's reading."),
    when=("powers", True),
)
FOUR_POWERS = Option(
    "four_powers",
    _("A Power objective wants"),
    (
        Choice("any", _("Any four Power cards")),
        Choice("different", _("Four different Power cards"), _("This site's own variant: harder to fulfil.")),
    ),
    "any",
    when=("powers", True),
)
CITIES = Option(
    "cities",
    _("City cards"),
    (
        Choice(18, _("18 cities"), _("As in the printed editions.")),
        Choice(19, _("19 cities"), _("As in later rules, with one city more.")),
    ),
    18,
)
OPTIONS = (ADVANCED, POWERS, POWER_OBJECTIVES, FOUR_POWERS, CITIES)
