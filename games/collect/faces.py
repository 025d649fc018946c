"""What the board shows besides the view: near alliances, the cards of a won row, names and powers."""

from __future__ import annotations

from typing import Any

from games.collect.alliances import alliance, nears
from games.collect.material import ANIMAL_OF, ANIMALS, COPIES, DIFFERENT, FOUR, PAIRS
from games.collect.names import MANY, NAMES, POWERS
from games.collect.position import TableView

NEEDS = {"four": FOUR, "lion": DIFFERENT, "octopus": PAIRS}


def board(view: TableView) -> dict[str, Any]:
    """`nears` [per seat [near alliances]], `won` [per seat the places of its alliance's cards],

    `animal` {card: its animal} for all cards in sight, `unseen` {animal: how many are in no row}, `animals` in order,
    `names`, `many` and `powers` by animal, `needs` by kind of alliance, `crowns` [per seat half crowns], `full` [per
    seat whether it has the full crown], `teams` whether there are any, `over` whether the round lies open, being won.
    """
    seen = [card for row in view.rows for card in row] + ([view.waiting] if view.waiting else [])
    shown = [ANIMAL_OF[card] for card in seen]
    found = [alliance(row) for row in view.rows]
    return {
        "nears": [[] if won else nears(row) for row, won in zip(view.rows, found, strict=True)],
        "won": [won.places if won else () for won in found],
        "animal": {card: ANIMAL_OF[card] for card in seen},
        "unseen": {animal: COPIES - shown.count(animal) for animal in ANIMALS},
        "animals": ANIMALS,
        "names": NAMES,
        "many": MANY,
        "powers": POWERS,
        "needs": NEEDS,
        "crowns": [view.halves[side] for side in view.sides],
        "full": [view.full == side for side in view.sides],
        "teams": len(view.halves) < len(view.sides),
        "over": view.last is not None and view.last.round == view.round,
    }
