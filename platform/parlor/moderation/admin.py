"""Everything that the console shows; Django finds this module."""

from parlor.moderation.console import faults, games, history, people, reports, tables, upkeep

__all__ = ["faults", "games", "history", "people", "reports", "tables", "upkeep"]
