"""Which of the open tables somebody wants to see: read from the address, written back into it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from parlor.catalog.registry import all_games

SEATS_LEFT = (2, 3, 4)


class Wanted(NamedTuple):
    """Tables of this game (empty: any), with at least so many free seats, where friends sit (or anybody)."""

    game: str = ""
    seats: int = 1
    friends: bool = False

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Wanted:
        """What the address asks for; what makes no sense in it is passed over."""
        game, seats = query.get("game", ""), query.get("seats", "")
        return cls(
            game if game in all_games() else "",
            int(seats) if seats in map(str, SEATS_LEFT) else 1,
            query.get("friends") == "on",
        )

    @property
    def query(self) -> str:
        """As it stands in the address; empty for all tables."""
        parts = {
            "game": self.game,
            "seats": self.seats if self.seats > 1 else "",
            "friends": "on" if self.friends else "",
        }
        return urlencode({name: value for name, value in parts.items() if value})
