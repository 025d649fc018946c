"""Failing games as files: written by the kit, opened by the studio and by `replay_file`; and games in tests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from parlor.engine import Chance, Driver, Game, load, settle
from parlor.engine.data import load_data
from parlor.engine.deal import FORMAT, NUMBER
from parlor.engine.testing.fault import Fault
from parlor.engine.testing.rebuild import find, rebuild, reference
from parlor.engine.testing.walk import Walk


def played(walk: Walk) -> dict[str, Any]:
    """The walk's game as it stands: everything that brings it back, and what is tried next."""
    driver = walk.driver
    codec = driver.codec
    return {
        "game": walk.game.slug,
        "class": reference(walk.game),
        "rules": walk.game.rules,
        "seats": walk.table.seats,
        "options": dict(walk.table.options),
        "seed": walk.seed.hex(),
        "version": driver.version,
        "rows": [json.loads(codec.row(row)) for row in driver.rows],
        "next": [{"seat": seat, "move": codec.raw(move)} for seat, move in walk.step],
    }


def write(folder: Path, game: dict[str, Any], fault: Fault) -> Path:
    """Writes a game that `played` told, with the fault found in it, and returns the file."""
    folder.mkdir(parents=True, exist_ok=True)
    tried: dict[str, Any] = next((step for step in game["next"] if _named(step["move"]) in fault.text), {})
    told = {"kind": fault.kind, "text": fault.text, "error": f"{fault.kind}: {fault.text}", "version": game["version"]}
    content = {"format": FORMAT, "number": NUMBER, **game, "fault": {**told, **tried}}
    path = folder / f"{game['game']}-{fault.kind}-{game['seats']}-{game['seed'][:8]}-{game['version']}.json"
    path.write_text(json.dumps(content, indent=1, default=repr) + "\n")
    return path


def _named(move: dict[str, Any]) -> str:
    """The move as the text of a fault names it; the fault may be of another one that was tried there."""
    fields = (f"{name}={value!r}" for name, value in move.items() if name != "kind")
    return f"{move['kind']}({', '.join(fields)})"


def replay_file(path: Path | str, game: Game[Any, Any] | None = None) -> Driver:
    """The game that a file of the kit tells, brought to the point where the fault was found."""
    told = json.loads(Path(path).read_text())
    known = game if game is not None else find(told["class"])
    driver, _ = rebuild(known, told["seats"], told["options"], bytes.fromhex(told["seed"]), told["rows"])
    return driver


def bring_back(
    game: Game[Any, Any],
    *,
    seats: int,
    seed: str,
    options: Mapping[str, str | int | bool] | None = None,
    steps: Iterable[Mapping[str, Any]] = (),
    start: Mapping[str, Any] | None = None,
) -> Driver:
    """A game as a test tells it: dealt from the seed, or begun at `start` (a state as stored), then these stored steps.

    Raises what the rules raise.
    """
    secret, data = bytes.fromhex(seed), load_data(game)
    if start is None:
        driver = Driver.start(game, seats, options or {}, chance=Chance(secret), data=data)
    else:
        settled = settle(game.options, options or {}, seats)
        driver = load(game, seats, settled, secret, data, json.dumps(start).encode())
    for step in steps:
        driver.replay(driver.codec.unrow(json.dumps(step).encode()))
    return driver
