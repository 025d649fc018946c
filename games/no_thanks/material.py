"""What is in the box of No Thanks!: cards, chips, and the numbers of the variants."""

from __future__ import annotations

from typing import NewType

from parlor.engine import ids

Card = NewType("Card", str)

CARDS: tuple[Card, ...] = tuple(Card(card) for card in ids("card", range(3, 36)))
"""33 cards, 3 to 35 (AMIGO manual; sure)."""

REMOVED = 9
"""Cards taken out unseen before each round (AMIGO manual; sure)."""

CHIPS = {3: 11, 4: 11, 5: 11, 6: 9, 7: 7}
"""Chips of each player by the number of players (AMIGO manual and later printings; sure)."""

TACTICAL_CHIPS = {3: 10, 4: 10, 5: 10, 6: 8, 7: 6}
"""Tactical variant: 10 for up to five players (sure); 8 for six and 6 for seven are this site's choice."""

TACTICAL_ASIDE: tuple[Card, ...] = (Card("card-10"), Card("card-20"), Card("card-30"))
"""Tactical variant: these are always among the removed cards, and everybody knows it (sure)."""
