"""One game that the kit plays: the real driver, the kit's own chance, and what is being tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from parlor.engine import Chance, Decision, Driver, Game, Move, RulesError, Stream, pick
from parlor.engine.testing.copies import Step, copy_of, world_of
from parlor.engine.testing.fault import Fault, Report
from parlor.engine.testing.guesses import Guesses
from parlor.engine.testing.tables import Table


class Limits:
    """How long is too long: moves of a game, seconds of one choice by a bot."""

    def __init__(self, moves: int = 5000, bot_seconds: float = 2.0) -> None:
        self.moves = moves
        self.bot_seconds = bot_seconds


class Walk:
    """A game under test: `step` is about to be made, `pool` holds moves seen, to be offered where not legal."""

    def __init__(
        self,
        game: Game[Any, Any],
        table: Table,
        seed: bytes,
        data: Mapping[str, Any],
        report: Report,
        guesses: Guesses,
        limits: Limits,
    ) -> None:
        self.game = game
        self.table = table
        self.seed = seed
        self.data = data
        self.report = report
        self.guesses = guesses
        self.limits = limits
        self.step: Step = []
        self.kept: list[Driver] = []
        self.pool: dict[str, list[Move]] = {}
        self.asked_bots: dict[str, int] = {}
        self.chance = Chance(seed + b" kit")
        self.stream: Stream = self.chance("walk")
        self.driver: Driver = None  # type: ignore[assignment]
        with self.guard("setup", "setup"):
            self.driver = Driver.start(game, table.seats, table.options, chance=Chance(seed), data=data)

    @property
    def seats(self) -> range:
        return range(self.table.seats)

    def decision(self, seat: int) -> Decision:
        """What the seat is asked; it must be asked something."""
        decision = self.driver.decision(seat)
        assert decision is not None
        return decision

    def phase(self, seat: int) -> str:
        """The name of the phase that asks the seat."""
        return type(self.decision(seat).frame.phase).__name__

    def now(self) -> str:
        """The phases that ask now, for a sentence."""
        names = {type(decision.frame.phase).__name__ for seat in self.seats if (decision := self.driver.decision(seat))}
        return ", ".join(sorted(names)) or "the end"

    def sometimes(self, times: int) -> bool:
        """True once in so many, by the kit's own chance."""
        return self.stream.below(times) == 0

    def copy(self) -> Driver:
        """The game after a restart."""
        return copy_of(self.driver)

    def keep(self) -> None:
        """Keeps the game as it is, to go on from here in another way later."""
        copy = self.copy()
        copy.rows = list(self.driver.rows)
        self.kept.append(copy)

    def world(self, seat: int) -> Driver:
        """A game that looks the same to the seat."""
        with self.guard("imagine", f"{self.now()}: imagining what seat {seat} cannot see"):
            return world_of(self.driver, seat, self.chance)

    def next_step(self) -> Step:
        """A random legal step; of a sealed phase the choices of all its seats in random order."""
        acting = self.driver.acting
        seat = self.stream.choice(acting)
        decision = self.decision(seat)
        if not decision.frame.phase.sealed:
            return [(seat, self.pick(seat))]
        same = [other for other in acting if self.decision(other).frame.n == decision.frame.n]
        return [(other, self.pick(other)) for other in self.stream.sample(same, len(same))]

    def pick(self, seat: int) -> Move:
        """One of the seat's legal moves, at random."""
        with self.guard("move", f"{self.phase(seat)}: sampling a pattern"):
            return pick(self.driver.legal(seat), self.stream)

    def check_position(self, driver: Driver, kind: str, where: str) -> None:
        """Runs the author's check on the position of this driver."""
        try:
            self.game.check(driver.position)
        except Exception as why:
            raise Fault(kind, f"{self.game.slug}.check fails {where}: {type(why).__name__}: {why}") from why

    @contextmanager
    def guard(self, kind: str, doing: str) -> Iterator[None]:
        """Turns whatever the game raises into a fault."""
        try:
            yield
        except Fault:
            raise
        except RulesError as why:
            raise Fault(kind_of(str(why), kind), f"{doing}: {why}") from why
        except Exception as why:
            raise Fault(kind, f"{doing} raises {type(why).__name__}: {why}") from why

    def run(self, checks: Sequence[Callable[[Walk], None]]) -> None:
        """Runs the checks and counts them."""
        for check in checks:
            check(self)
            self.count(check.__name__)

    def count(self, name: str) -> None:
        """One more run of this check."""
        self.report.checks[name] = self.report.checks.get(name, 0) + 1


def kind_of(text: str, kind: str) -> str:
    """The kind of fault that the driver's own words mean."""
    for words, meant in (("no legal move", "stuck"), ("without a decision", "loop"), ("statistic", "statistics")):
        if words in text:
            return meant
    return kind
