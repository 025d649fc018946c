"""Everything that the console shows; Django finds this module."""

from parlor.moderation.console import games, history, tables, upkeep

__all__ = ["games", "history", "tables", "upkeep"]
