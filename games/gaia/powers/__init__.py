"""The Power cards, one file each: `choices(p, seat, card)` lists its plays, `play` carries one out.

How exactly each of them is aimed is this site's own; see `deck.json` for what is attested.
"""

from __future__ import annotations

from games.gaia.material import power_of
from games.gaia.position import Table
from games.gaia.powers import earthquake, lightning, theft, volcano, weather
from parlor.engine import Move, Seat

CHOICES = {
    "sun": weather.sun,
    "rain": weather.rain,
    "earthquake": earthquake.choices,
    "lightning": lightning.choices,
    "volcano": volcano.choices,
    "theft": theft.choices,
}


def power_plays(p: Table, seat: Seat) -> list[Move]:
    """All plays of the seat's Power cards. One without a target cannot be played."""
    return [
        move
        for card in p.hands[seat]
        if card.startswith("power")
        for move in CHOICES[power_of(card)](p, seat, card)
    ]  # fmt: skip
