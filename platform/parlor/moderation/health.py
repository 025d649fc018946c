"""How games are doing: which rules their running tables have, what went wrong in them, and what was slow."""

from __future__ import annotations

import msgspec
from django.db.models import Count

from parlor.tables.faults import game_faults
from parlor.tables.models import Status, Table


class Health(msgspec.Struct):
    """Of one game: running tables by rules number, errors nobody has dealt with, and slow moves."""

    running: list[tuple[int, int]] = []
    errors: int = 0
    slow: int = 0


def health() -> dict[str, Health]:
    """By slug; games that nothing is known of are left out."""
    found: dict[str, Health] = {}
    rows = Table.objects.filter(status=Status.RUNNING).values_list("game", "rules").order_by("game", "rules")
    for game, rules, number in rows.annotate(number=Count("pk")):
        found.setdefault(game, Health()).running.append((rules, number))
    for game, (errors, slow) in game_faults().items():
        state = found.setdefault(game, Health())
        state.errors, state.slow = errors, slow
    return found
