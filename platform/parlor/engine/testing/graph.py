"""Draws a game's machine: its phases, and the moves from one to another, as seen in games played at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlor.engine import Chance, Driver, Game, pick
from parlor.engine.data import load_data
from parlor.engine.testing.headless import seed_of
from parlor.engine.testing.tables import tables
from parlor.engine.testing.watching import Rule, around

BORDER = "[*]"


class Graph:
    """What was seen: edges (from, to) with their labels, and the phases in which several seats were asked."""

    def __init__(self) -> None:
        self.edges: dict[tuple[str, str], list[str]] = {}
        self.parallel: set[str] = set()
        self.reached: set[str] = set()

    def add(self, source: str, target: str, label: str) -> None:
        """Notes an edge once per label, in the order of first sight."""
        labels = self.edges.setdefault((source, target), [])
        if label and label not in labels:
            labels.append(label)
        self.reached.update(name for name in (source, target) if name != BORDER)


def observe(game: Game[Any, Any], games: int = 40, limit: int = 2000) -> Graph:
    """The machine as seen in `games` random games, spread over seat counts and options."""
    graph = Graph()
    entered: list[str] = []
    chain: list[Any] = list(tables(game))
    with around(game, "enter", _watch(entered.append)):
        for number in range(games):
            table = chain[number % len(chain)]
            seed = seed_of("graph", number)
            entered.clear()
            driver = Driver.start(game, table.seats, table.options, chance=Chance(seed), data=load_data(game))
            _step(graph, BORDER, "", entered, set(), driver)
            stream = Chance(seed)("walk")
            for _ in range(limit):
                if not driver.acting:
                    break
                _play(graph, driver, entered, stream)
    return graph


def _play(graph: Graph, driver: Driver, entered: list[str], stream: Any) -> None:
    acting = driver.acting
    seat = stream.choice(acting)
    decision = driver.decision(seat)
    assert decision is not None
    move = pick(decision.legal, stream)
    before = _open(driver)
    entered.clear()
    row = driver.play(seat, move)
    source = type(decision.frame.phase).__name__
    if row is None:  # a sealed choice waits for the others
        return
    label = "all have chosen" if row.do == "sealed" else type(move).__name__
    _step(graph, source, label, entered, before, driver)


def _open(driver: Driver) -> set[tuple[int, str]]:
    """(number of the frame, its phase) of all that is asked now."""
    found = set()
    for seat in range(driver.seats):
        decision = driver.decision(seat)
        if decision is not None:
            found.add((decision.frame.n, type(decision.frame.phase).__name__))
    return found


def _step(
    graph: Graph, source: str, label: str, entered: list[str], before: set[tuple[int, str]], driver: Driver
) -> None:
    """The edges of one step: through the phases that ran by themselves to those that ask now."""
    for name in entered:
        graph.add(source, name, label)
        source, label = name, ""
    if driver.finished:
        graph.add(source, BORDER, label)
    now = _open(driver)
    for _, name in sorted(now - before):
        graph.add(source, name, label)
    asked: dict[int, int] = {}
    for seat in range(driver.seats):
        decision = driver.decision(seat)
        if decision is not None:
            asked[decision.frame.n] = asked.get(decision.frame.n, 0) + 1
            if asked[decision.frame.n] > 1:
                graph.parallel.add(type(decision.frame.phase).__name__)


def _watch(saw: Callable[[str], None]) -> Callable[[type, Rule], Rule]:
    """Has every phase that runs by itself told to `saw` by name."""

    def wrap(kind: type, enter: Rule) -> Rule:
        def entering(self: Any, p: Any, ctx: Any) -> Any:
            if type(self) is kind:
                saw(kind.__name__)
            return enter(self, p, ctx)

        return entering

    return wrap


def mermaid(game: Game[Any, Any], graph: Graph, games: int) -> str:
    """The graph as a Mermaid state diagram; phases that were not reached bear a note."""
    lines = ["stateDiagram-v2", f"    %% {game.name}, as seen in {games} random games"]
    for kind in game.phases:
        name = kind.__name__
        marks = [
            word
            for word, true in (("sealed", kind.sealed), ("parallel", name in graph.parallel and not kind.sealed))
            if true
        ]
        title = f"{name} ({', '.join(marks)})" if marks else name
        lines.append(f'    state "{title}" as {name}')
    for (source, target), labels in graph.edges.items():
        lines.append(f"    {source} --> {target}" + (f": {', '.join(labels)}" if labels else ""))
    lines += [
        f"    note right of {kind.__name__}: not reached in {games} games"
        for kind in game.phases
        if kind.__name__ not in graph.reached
    ]
    return "\n".join(lines)
