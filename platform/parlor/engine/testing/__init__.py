"""The kit: what every game must pass, games by bots alone, and the drawing of a machine."""

from parlor.engine.testing.headless import Played, bot_named, play_game, seed_of

__all__ = ["Played", "bot_named", "play_game", "seed_of"]
