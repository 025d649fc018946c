"""What the kit says: a fault with its remedy, or a report of what was tried."""

from __future__ import annotations

from pathlib import Path

import msgspec

KINDS = {
    "design": "a declaration of the game is wrong",
    "setup": "the game does not set up",
    "stuck": "somebody must act and cannot",
    "loop": "phases follow each other without a decision",
    "endless": "the game does not end",
    "move": "a legal move cannot be made",
    "skip": "the move for an absent seat is not legal",
    "refusal": "something that was not offered is not refused cleanly",
    "pure": "asking changes the game",
    "order": "the order of the legal moves is not fixed",
    "json": "a move or position does not survive being stored",
    "reload": "a reloaded game goes on differently",
    "replay": "the log does not give the same game again",
    "chance": "chance does not come from ctx.chance",
    "undo": "taking back is not exact, or would give something away",
    "check": "the game's own check fails",
    "result": "the result is incomplete or inconsistent",
    "statistics": "a statistic is not declared or not counted right",
    "bot": "a bot does not choose as it should",
    "sealed": "a sealed choice is not sealed",
    "leave": "the game does not go on when somebody leaves",
    "imagine": "what a seat cannot see is not dealt anew",
    "view": "a view tells what the seat cannot see",
    "legal": "the legal moves tell what the seat cannot see",
    "agenda": "the phases tell what the seat cannot see",
    "log": "a log line tells what its reader cannot see, or is broken",
    "preview": "a preview tells what the seat cannot see",
}


class Fault(Exception):
    """A promise that the game breaks. `kind` is one of KINDS, `file` the game that shows it (see `replay_file`)."""

    def __init__(self, kind: str, text: str, file: Path | None = None) -> None:
        super().__init__(kind, text, file)
        assert kind in KINDS
        self.kind = kind
        self.text = text
        self.file = file

    def __str__(self) -> str:
        where = f"\nThe game is in {self.file}" if self.file is not None else ""
        return f"{self.kind}: {self.text}{where}"


def chance_from_elsewhere(phase: str) -> Fault:
    """The fault of rules that use the module random."""
    return Fault(
        "chance", f"{phase} draws from the module random; draw from ctx.chance(name), so that a replay is exact"
    )


class Report(msgspec.Struct):
    """What the kit tried: games, moves, how often each check ran, phases and moves seen, seconds."""

    game: str
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    tables: list[str] = []
    skipped: int = 0
    checks: dict[str, int] = {}
    phases: dict[str, int] = {}
    kinds: dict[str, int] = {}
    unseen_phases: list[str] = []
    unseen_kinds: list[str] = []

    def __str__(self) -> str:
        tried = f"{self.games} games at {len(self.tables)} kinds of table"
        lines = [f"{self.game}: {tried}, {self.moves} moves, {self.seconds:.1f} s"]
        lines += [f"  {times:>8} × {name.replace('_', ' ')}" for name, times in self.checks.items()]
        lines.append("  phases: " + ", ".join(f"{name} {times}" for name, times in self.phases.items()))
        lines.append("  moves: " + ", ".join(f"{name} {times}" for name, times in self.kinds.items()))
        if self.unseen_phases:
            lines.append(f"  never asked: {', '.join(self.unseen_phases)}")
        if self.unseen_kinds:
            lines.append(f"  never made: {', '.join(self.unseen_kinds)}")
        if self.skipped:
            lines.append(f"  left out for want of time: {self.skipped} games")
        return "\n".join(lines)
