"""What every game must pass."""

from games.collect.game import GAME
from parlor.engine.testing import kit

test_kit = kit(GAME, seeds=1, long_seeds=3)
