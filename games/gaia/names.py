"""What things are called: lands, cards, cells and cities. The names of the cities are this site's own."""

from __future__ import annotations

from games.gaia.material import (
    ANIMALS,
    ANY,
    LAND_NAMES,
    LANDS,
    POWER_OBJECTIVE,
    back_of,
    city_of,
    face_of,
    herd_of,
    land_of,
    needs_of,
    power_of,
)
from parlor.engine import Phrase, _, sort_of, xy

CITY_NAMES = {
    "P_FSWA": "Reedmere",
    "P_FFDA": "Dunwold",
    "P_DWMS": "Fourwinds",
    "F_PPDM": "Highgrove",
    "F_WDPA": "Fernhollow",
    "F_MMPS": "Cragleigh",
    "D_FSSA": "Saltmere",
    "D_FMSS": "Twinshore",
    "D_PFWA": "Palmgate",
    "M_PPFA": "Shepherd's Peak",
    "M_DDPW": "Redcliff",
    "W_PPFM": "Mistfield",
    "W_FSDA": "Heronsford",
    "X_PWSM": "Lowharbour",
    "X_DPMF": "Stonecross",
    "X_FSDW": "Tidewood",
    "X_PFDW": "Oakhaven",
    "X_FSMA": "Larkspur",
    "X_PSDA": "Sandbay",
}

POWER_NAMES = {
    "sun": _("Sun"),
    "rain": _("Rain"),
    "earthquake": _("Earthquake"),
    "lightning": _("Lightning"),
    "volcano": _("Volcano"),
    "theft": _("Theft"),
}
CARD_NAMES = {
    "P": _("a plain card"),
    "F": _("a forest card"),
    "S": _("a sea card"),
    "D": _("a desert card"),
    "M": _("a mountain card"),
    "W": _("a swamp card"),
}
CITY_KINDS = {
    "P": _("the plain city ({needs})"),
    "F": _("the forest city ({needs})"),
    "S": _("the sea city ({needs})"),
    "D": _("the desert city ({needs})"),
    "M": _("the mountain city ({needs})"),
    "W": _("the swamp city ({needs})"),
    ANY: _("the city for any land ({needs})"),
}
HERD_NAMES = {
    "P": _("animals of the plain"),
    "F": _("animals of the forest"),
    "S": _("animals of the sea"),
    "D": _("animals of the desert"),
    "M": _("animals of the mountain"),
    "W": _("animals of the swamp"),
    ANY: _("animals of any land"),
}
DECK_NAMES = {"nature": _("the Nature pile"), "life": _("the Life pile"), "power": _("the Power pile")}
BACK_NAMES = {"nature": _("a Nature card"), "life": _("a Life card"), "power": _("a Power card")}
NEED_NAMES = {**{str(land): name for land, name in LAND_NAMES.items()}, ANIMALS: _("animals")}


def name_of(thing: str) -> str | Phrase:
    """The name of a card, a pile or a cell by its id, as it stands in a sentence."""
    sort = sort_of(thing)
    if sort == "cell":
        return name_of_cell(thing)
    if sort == "deck":
        return DECK_NAMES.get(thing.partition("-")[2], thing)
    if not face_of(thing):
        return BACK_NAMES.get(back_of(thing), thing)
    if sort == "nature":
        return CARD_NAMES[land_of(thing)]
    if sort == "power":
        return POWER_NAMES[power_of(thing)]
    if sort == "objective":
        return name_of_objective(thing)
    return name_of_life(thing) if sort == "life" else thing


def name_of_life(card: str) -> str | Phrase:
    """The name of a city, or the kind of animals."""
    city = city_of(card)
    if city is None:
        return HERD_NAMES[herd_of(card)]
    own = CITY_NAMES.get(face_of(card))
    return own or Phrase(CITY_KINDS[city.base], {"needs": [NEED_NAMES[need] for need in city.needs]})


def name_of_objective(card: str) -> str | Phrase:
    """An objective by the lands that it shows."""
    needs = needs_of(card)
    if needs == POWER_OBJECTIVE:
        return _("the Power objective")
    if sorted(needs) == sorted(LANDS):
        return _("the objective of all six lands")
    return Phrase(_("the objective {needs}"), {"needs": [NEED_NAMES[need] for need in needs]})


def name_of_cell(square: str) -> str | Phrase:
    """A cell by its distance from the first tile, with north above."""
    x, y = xy(square)
    parts = []
    if y:
        parts.append(Phrase(_("{n} north") if y < 0 else _("{n} south"), {"n": abs(y)}))
    if x:
        parts.append(Phrase(_("{n} east") if x > 0 else _("{n} west"), {"n": abs(x)}))
    if not parts:
        return _("the centre")
    return parts[0] if len(parts) == 1 else Phrase("{a} {b}", {"a": parts[0], "b": parts[1]})
