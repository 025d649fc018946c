"""The kit's run over a game: every kind of table, several seeds, then the other process."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from parlor.engine import DesignError, Game, Phase
from parlor.engine import check_game as check_design
from parlor.engine.data import load_data
from parlor.engine.testing import recording
from parlor.engine.testing.fault import Fault, Report
from parlor.engine.testing.guesses import Guesses
from parlor.engine.testing.headless import seed_of
from parlor.engine.testing.play import play_through
from parlor.engine.testing.rebuild import elsewhere, rebuild
from parlor.engine.testing.tables import tables
from parlor.engine.testing.walk import Limits, Walk
from parlor.engine.testing.watching import asking_is_watched


def check_game(
    game: Game[Any, Any],
    seeds: int | Iterable[int] = 3,
    seats: int | Sequence[int] | None = None,
    budget_seconds: float | None = None,
    *,
    folder: Path | str | None = None,
    moves: int = 5000,
    bot_seconds: float = 2.0,
) -> Report:
    """Plays random games at every kind of table and checks all that a game promises. Raises Fault for the first breach.

    `seeds` is how many games per kind of table, or their numbers; `seats` limits the seat counts; no game begins after
    `budget_seconds`; a failing game is written into `folder`; a game may last `moves` moves and a bot think
    `bot_seconds` (on an idle machine).
    """
    began = time.monotonic()
    report = Report(game.name)
    run = _Run(game, report, Limits(moves, bot_seconds), Path(folder) if folder is not None else None)
    try:
        check_design(game)
        data = load_data(game)
    except DesignError as why:
        raise Fault("design", str(why)) from why
    counts = [seats] if isinstance(seats, int) else seats
    chosen = list(tables(game, counts))
    report.tables = [str(table) for table in chosen]
    for number in range(seeds) if isinstance(seeds, int) else seeds:
        for table in chosen:
            if budget_seconds is not None and report.games and time.monotonic() - began > budget_seconds:
                report.skipped += 1
                continue
            run.one(table, seed_of("kit", number), data)
    run.finish()
    report.seconds = time.monotonic() - began
    report.unseen_phases = [
        k.__name__ for k in game.phases if k.__name__ not in report.phases and k.seats is not Phase.seats
    ]
    report.unseen_kinds = [k.__name__ for k in game.moves if k.__name__ not in report.kinds]
    return report


class _Run:
    """The games of one run of the kit, kept to be replayed in another process at the end."""

    def __init__(self, game: Game[Any, Any], report: Report, limits: Limits, folder: Path | None) -> None:
        self.game = game
        self.report = report
        self.limits = limits
        self.folder = folder
        self.guesses = Guesses()
        self.played: list[dict[str, Any]] = []
        self.traces: list[list[str]] = []
        self.last: Walk | None = None

    def one(self, table: Any, seed: bytes, data: Any) -> None:
        """Plays one game and rebuilds it from its log."""
        with asking_is_watched(self.game):
            walk = Walk(self.game, table, seed, data, self.report, self.guesses, self.limits)
        self.last = walk
        try:
            with asking_is_watched(self.game):
                play_through(walk)
            self._log_alone(walk)
        except Fault as fault:
            self._write(walk, fault)
            raise
        self.report.games += 1

    def _log_alone(self, walk: Walk) -> None:
        codec = walk.driver.codec
        with walk.guard("replay", "playing the log again"):
            rows = [codec.row(row).decode() for row in walk.driver.rows]
            again, trace = rebuild(self.game, walk.table.seats, dict(walk.table.options), walk.seed, rows)
        if again.digest() != walk.driver.digest() or again.version != walk.driver.version:
            raise Fault(
                "replay", "the same log from the same seed ends in another position; keep nothing outside the position"
            )
        texts = [[(line.message, line.values) for line in entry.lines] for entry in walk.driver.log]
        if [[(line.message, line.values) for line in entry.lines] for entry in again.log] != texts:
            raise Fault(
                "replay", "the same log from the same seed writes other lines; keep nothing outside the position"
            )
        walk.count("log_alone_rebuilds")
        options = dict(walk.table.options)
        self.played.append({"seats": walk.table.seats, "options": options, "seed": walk.seed.hex(), "rows": rows})
        self.traces.append(trace)

    def finish(self) -> None:
        """What can be said after all games: the other process, and whether hidden values were imagined."""
        try:
            self.guesses.judge()
            self._other_process()
        except Fault as fault:
            if self.last is not None:
                self._write(self.last, fault)
            raise

    def _other_process(self) -> None:
        try:
            there = elsewhere(self.game, self.played)
        except RuntimeError as why:
            raise Fault("replay", f"another process cannot play the log: {why}") from why
        for played, ours, theirs in zip(self.played, self.traces, there, strict=True):
            _same_trace(played, ours, theirs)
        self.report.checks["other_process_agrees"] = len(there)

    def _write(self, walk: Walk, fault: Fault) -> None:
        if self.folder is not None:
            fault.file = recording.write(self.folder, walk, fault)


def _same_trace(played: dict[str, Any], ours: list[str], theirs: list[str]) -> None:
    table = f"{played['seats']} seats, seed {played['seed'][:8]}"
    if len(theirs) == 1 and len(ours) > 1:
        raise Fault(
            "replay", f"another process cannot play the log ({table}): {theirs[0]}; keep nothing outside the position"
        )
    for version, (here, there) in enumerate(zip(ours, theirs, strict=True)):
        if here[16:] != there[16:]:
            raise Fault(
                "replay",
                f"version {version} ({table}) is another position in another process; no sets, no hash, "
                "nothing kept outside",
            )
        if here != there:
            raise Fault(
                "order",
                f"version {version} ({table}): legal has another order in another process; "
                "sort by something in the position, not by hash",
            )
