"""The rules for what a game may import, as ruff enforces them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def banned(source: str, name: str) -> list[str]:
    """What ruff says against `source` as a file `name` of a game."""
    run = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--select", "TID251", "--output-format", "json",
         "--stdin-filename", str(ROOT / "games" / "some_game" / name), "-"],
        input=source, capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    return [found["message"] for found in json.loads(run.stdout)]


@pytest.mark.parametrize(
    "source",
    [
        "import random\n",
        "from random import shuffle\n",
        "import time\n",
        "from datetime import datetime\n",
        "import uuid\n",
        "from django.db import models\n",
        "from pathlib import Path\n",
        "import os.path\n",
    ],
)
def test_a_game_may_not_reach_past_the_engine(source: str) -> None:
    assert len(banned(source, "rules.py")) == 1


def test_what_a_game_may_do() -> None:
    assert banned("import math\nfrom parlor.engine import Game\n", "rules.py") == []
    assert banned("from django.apps import AppConfig\n", "apps.py") == []
    assert banned("import random\n", "tests/test_rules.py") == []
