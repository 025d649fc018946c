"""Plays stored rows again, here or in another process, and leaves a trace to compare."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from parlor.engine import Chance, Driver, Game, Pattern
from parlor.engine.data import load_data
from parlor.engine.testing.copies import offers

OTHER_SEED = "4242"


def rebuild(
    game: Game[Any, Any], seats: int, options: Mapping[str, Any], seed: bytes, rows: Sequence[Any]
) -> tuple[Driver, list[str]]:
    """The game from its seed and its rows as JSON (text, or read already), and a trace.

    The trace has per version what was offered (its first half) and the digest (its second half).
    """
    driver = Driver.start(game, seats, options, chance=Chance(seed), data=load_data(game))
    trace = [_trace(driver)]
    for row in rows:
        driver.replay(driver.codec.unrow(row.encode() if isinstance(row, str) else json.dumps(row).encode()))
        trace.append(_trace(driver))
    return driver, trace


def _trace(driver: Driver) -> str:
    asked = sha256()
    for seat in range(driver.seats):
        legal = driver.legal(seat)
        asked.update(offers(legal))
        for offer in legal:
            if isinstance(offer, Pattern):
                asked.update(repr(offer.sample(Chance(b"trace")("sample"))).encode())
    return asked.hexdigest()[:16] + driver.digest()[:16]


def reference(game: Game[Any, Any]) -> str:
    """How another process finds the game: `package.module:Class`."""
    return f"{type(game).__module__}:{type(game).__qualname__}"


def find(reference: str) -> Game[Any, Any]:
    """The game that a reference names."""
    module, _, name = reference.partition(":")
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found()  # type: ignore[no-any-return]


def elsewhere(game: Game[Any, Any], played: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """The traces of these games as another process makes them, whose texts hash otherwise."""
    task = json.dumps(
        {"game": reference(game), "path": [path or str(Path.cwd()) for path in sys.path], "games": list(played)}
    )
    seed = OTHER_SEED if os.environ.get("PYTHONHASHSEED") != OTHER_SEED else "4243"
    program = f"import sys; sys.path[:] = {sys.path!r}; from parlor.engine.testing.rebuild import main; main()"
    done = subprocess.run(  # noqa: S603 - this interpreter, and a program made here
        [sys.executable, "-c", program],
        input=task,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit {done.returncode}")
    traces: list[list[str]] = json.loads(done.stdout)
    return traces


def main() -> None:
    """Reads games from standard input and prints their traces; a game that fails has its error as last entry."""
    task = json.load(sys.stdin)
    sys.path[:] = task["path"]
    game = find(task["game"])
    traces = []
    for played in task["games"]:
        try:
            _, trace = rebuild(game, played["seats"], played["options"], bytes.fromhex(played["seed"]), played["rows"])
        except Exception as why:
            trace = [f"{type(why).__name__}: {why}"]
        traces.append(trace)
    json.dump(traces, sys.stdout)
