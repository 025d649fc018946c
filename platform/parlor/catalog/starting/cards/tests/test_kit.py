"""What every game must pass."""

from parlor.catalog.starting.cards.game import GAME
from parlor.engine.testing import kit

test_kit = kit(GAME)
