"""What every game must pass."""

from parlor.engine.testing import kit

from low_tide.game import GAME

test_kit = kit(GAME)
