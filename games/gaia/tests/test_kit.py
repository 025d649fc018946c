"""Gaia passes what every game must pass, at every kind of table."""

from games.gaia.game import GAME
from parlor.engine.testing import kit

test_kit = kit(GAME)
