"""Which cards are this site's own: those that no source shows, or shows only in part. For the help page."""

from __future__ import annotations

from games.gaia.faces import face
from games.gaia.material import Card, Deck, face_of


def own_cards(deck: Deck) -> dict[str, list[Card]]:
    """One card of each face that is wholly or partly proposed, by sort: city, animals, objective, power."""
    found: dict[str, dict[str, Card]] = {}
    for card in deck.own:
        found.setdefault(str(face(card)["sort"]), {}).setdefault(face_of(card), card)
    return {sort: list(faces.values()) for sort, faces in found.items()}
