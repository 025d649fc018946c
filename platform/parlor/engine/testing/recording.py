"""Failing games as files: written by the kit, opened by the studio and by `replay_file`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from parlor.engine import Driver, Game
from parlor.engine.testing.fault import Fault
from parlor.engine.testing.rebuild import find, rebuild, reference
from parlor.engine.testing.walk import Walk


def write(folder: Path, walk: Walk, fault: Fault) -> Path:
    """Writes the game as it stood when the fault was found: everything that brings it back, and what was tried next."""
    folder.mkdir(parents=True, exist_ok=True)
    driver = walk.driver
    codec = driver.codec
    content = {
        "game": walk.game.slug,
        "class": reference(walk.game),
        "rules": walk.game.rules,
        "seats": walk.table.seats,
        "options": dict(walk.table.options),
        "seed": walk.seed.hex(),
        "version": driver.version,
        "rows": [json.loads(codec.row(row)) for row in driver.rows],
        "next": [{"seat": seat, "move": codec.raw(move)} for seat, move in walk.step],
        "fault": {"kind": fault.kind, "text": fault.text},
    }
    path = folder / f"{walk.game.slug}-{fault.kind}-{walk.table.seats}-{walk.seed.hex()[:8]}-{driver.version}.json"
    path.write_text(json.dumps(content, indent=1, default=repr) + "\n")
    return path


def replay_file(path: Path | str, game: Game[Any, Any] | None = None) -> Driver:
    """The game that a file of the kit tells, brought to the point where the fault was found."""
    told = json.loads(Path(path).read_text())
    known = game if game is not None else find(told["class"])
    rows = [json.dumps(row) for row in told["rows"]]
    driver, _ = rebuild(known, told["seats"], told["options"], bytes.fromhex(told["seed"]), rows)
    return driver
