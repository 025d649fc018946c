"""The rows of the catalog, each kept beside what is done with it."""

from parlor.catalog.installed_sets import InstalledSet, SetContent
from parlor.catalog.maintenance import Maintenance
from parlor.catalog.settings_of_games import GameSetting, GameStatus

__all__ = ["GameSetting", "GameStatus", "InstalledSet", "Maintenance", "SetContent"]
