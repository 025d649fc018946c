"""`make soak`: people play at many tables for SOAK_MINUTES (30), game after game, and nothing may grow meanwhile.

After each round it notes the server's memory, open files and threads, and how many games it has in memory, of which
those that have ended stay for a minute. At the end the last third of the notes is held against the third before: memory
may differ by 5 % and 8 MB, the others by a few.
Ends with 1 where something has grown, or somebody was refused.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from tests.bench.cases import wave
from tests.bench.client import SEATS_AT_TABLE, Place
from tests.bench.processes import Site, games_kept, rss, storage

TABLES = int(os.environ.get("SOAK_TABLES", "20"))
MINUTES = float(os.environ.get("SOAK_MINUTES", "30"))
ROUND_SECONDS = 30.0
MAY_GROW = {"MB": (0.05, 8.0), "files": (0.0, 10.0), "threads": (0.0, 6.0)}


class Note(msgspec.Struct):
    """What was seen between two rounds, when all sockets of the round are closed."""

    minute: float
    moves: int
    values: dict[str, float]


def look(pid: int, port: int) -> dict[str, float]:
    """Memory in MB, open files and threads of the server, and games in memory."""
    return {
        "MB": rss([pid]),
        "files": len(list(Path(f"/proc/{pid}/fd").iterdir())),
        "threads": len(list(Path(f"/proc/{pid}/task").iterdir())),
        "games": games_kept([port]),
    }


def grown(notes: list[Note]) -> list[str]:
    """What has grown from the middle third to the last one, each as a sentence. The first third is for warming up."""
    third = len(notes) // 3
    if not third:
        return []
    found = []
    for name, (share, more) in MAY_GROW.items():
        middle, last = (
            sum(note.values[name] for note in part) / len(part) for part in (notes[third : 2 * third], notes[-third:])
        )
        if last > middle * (1 + share) + more:
            found.append(f"{name} grew from {middle:.0f} to {last:.0f}")
    return found


def main() -> int:
    notes: list[Note] = []
    refused: dict[str, int] = {}
    with storage("sqlite") as environment, tempfile.TemporaryDirectory(prefix="parlor-soak-") as folder:
        site = Site(Path(folder), environment)
        site.start()
        try:
            began = time.monotonic()
            while (minute := (time.monotonic() - began) / 60) < MINUTES:
                tables = site.fill(TABLES)["tables"]
                ports = site.ports * SEATS_AT_TABLE
                places = [Place(f"/ws/tables/{one['id']}/?format=json", one["tokens"], ports) for one in tables]
                said, _cpu = wave(places, site.pids, ROUND_SECONDS, to_the_end=True)
                for reason, count in said["refused"].items():
                    refused[reason] = refused.get(reason, 0) + count
                time.sleep(2)  # until the server has seen that all have gone
                notes.append(Note(minute, said["moves"], look(site.pids[0], site.ports[0])))
                told = "  ".join(f"{name} {value:.0f}" for name, value in notes[-1].values.items())
                print(f"minute {minute:5.1f}  moves {said['moves']:>6}  {told}", flush=True)
        finally:
            site.stop()
    for reason, count in refused.items():
        print(f"refused {count} times: {reason}")
    found = grown(notes)
    for sentence in found:
        print(sentence)
    print("Something has grown." if found else "Nothing has grown.")
    return 1 if found or refused else 0


if __name__ == "__main__":
    sys.exit(main())
