"""The kit: what every game must pass, games by bots alone, and the drawing of a machine."""

from parlor.engine.testing.check import check_game
from parlor.engine.testing.fault import KINDS, Fault, Report
from parlor.engine.testing.headless import Played, bot_named, play_game, seed_of
from parlor.engine.testing.pytests import fault_folder, kit
from parlor.engine.testing.recording import bring_back, replay_file

__all__ = [
    "KINDS",
    "Fault",
    "Played",
    "Report",
    "bot_named",
    "bring_back",
    "check_game",
    "fault_folder",
    "kit",
    "play_game",
    "replay_file",
    "seed_of",
]
