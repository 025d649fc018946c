"""The kit's run over a game: every kind of table, several seeds, then the other process."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from parlor.engine import DesignError, Game, Phase
from parlor.engine import check_game as check_design
from parlor.engine.data import load_data
from parlor.engine.testing.checks.replaying import log_alone_rebuilds, same_trace
from parlor.engine.testing.fault import Fault, Report
from parlor.engine.testing.guesses import Guesses
from parlor.engine.testing.headless import seed_of
from parlor.engine.testing.play import play_through
from parlor.engine.testing.rebuild import elsewhere
from parlor.engine.testing.recording import played, write
from parlor.engine.testing.tables import Table, tables
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
        dict(data)  # each set is parsed when it is first asked for, which is now
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

    def one(self, table: Table, seed: bytes, data: Mapping[str, Any]) -> None:
        """Plays one game and rebuilds it from its log."""
        with asking_is_watched(self.game):
            walk = Walk(self.game, table, seed, data, self.report, self.guesses, self.limits)
            try:
                play_through(walk)
                self.traces.append(log_alone_rebuilds(walk))
            except Fault as fault:
                self._write(played(walk), fault)
                raise
        self.played.append(played(walk))
        self.report.games += 1

    def finish(self) -> None:
        """What can be said after all games: whether hidden values were imagined, and whether another process agrees."""
        self.guesses.judge()
        try:
            there = elsewhere(self.game, self.played)
        except RuntimeError as why:
            raise Fault("replay", f"another process cannot play the log: {why}") from why
        for game, ours, theirs in zip(self.played, self.traces, there, strict=True):
            try:
                same_trace(game, ours, theirs)
            except Fault as fault:
                self._write(game, fault)
                raise
        self.report.checks["other_process_agrees"] = len(there)

    def _write(self, game: dict[str, Any], fault: Fault) -> None:
        if self.folder is not None:
            fault.file = write(self.folder, game, fault)
