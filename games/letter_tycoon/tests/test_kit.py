"""Letter Tycoon passes what every game must pass, at some tables, and when there is time at every kind of table."""

import pytest

from games.letter_tycoon.game import GAME
from parlor.engine.testing import kit

test_kit = kit(GAME, long_seeds=0, budget_seconds=6)
test_kit_wide = pytest.mark.long(kit(GAME, long_seeds=0))
