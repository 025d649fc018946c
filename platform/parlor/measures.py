"""What is counted in this process for the operator; `/metrics` tells it in the form that Prometheus reads.

Any layer may import this module: it imports none of them. An observation costs a few microseconds. Each
process of a site counts for itself, so each is asked for itself.
"""

from __future__ import annotations

import logging
import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

registry = CollectorRegistry()
ProcessCollector(registry=registry)


class _Steps(Collector):
    """Counts steps, and how long each took: what is counted most is added up here, and put into form when asked for."""

    BOUNDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], int] = {}
        self._seconds: dict[str, list[float]] = {}  # by game: how many up to each bound, how many beyond, and the sum
        self._lock = threading.Lock()

    def add(self, game: str, answer: str, seconds: float) -> None:
        """Counts one."""
        key = game, answer
        with self._lock:
            self._answers[key] = self._answers.get(key, 0) + 1
            row = self._seconds.get(game)
            if row is None:
                row = self._seconds[game] = [0.0] * (len(self.BOUNDS) + 2)
            row[bisect_left(self.BOUNDS, seconds)] += 1
            row[-1] += seconds

    def collect(self) -> Iterator[Metric]:
        with self._lock:
            answers, rows = dict(self._answers), {game: list(row) for game, row in self._seconds.items()}
        moves = CounterMetricFamily(
            "parlor_moves", "Steps that were asked for, by game and how they were answered.", labels=["game", "answer"]
        )
        for key, count in answers.items():
            moves.add_metric(key, count)
        yield moves
        spent = HistogramMetricFamily(
            "parlor_move_seconds",
            "From asking for a step to its answer, waiting and commit included.",
            labels=["game"],
        )
        bounds = [*map(floatToGoString, self.BOUNDS), "+Inf"]
        for game, row in rows.items():
            spent.add_metric([game], list(zip(bounds, accumulate(row[:-1]), strict=True)), row[-1])
        yield spent


_steps = _Steps()
registry.register(_steps)
FAULTS = Counter(
    "parlor_game_faults", "What games' code raised, or took too long for.", ["game", "sort"], registry=registry
)
ERRORS = Counter("parlor_errors", "Errors that were logged.", registry=registry)

REQUESTS = Counter(
    "parlor_requests",
    "Requests answered, by the pattern of their address and the status.",
    ["route", "status"],
    registry=registry,
)
REQUEST_SECONDS = Histogram(
    "parlor_request_seconds",
    "From a request to the end of its answer, by the pattern of its address.",
    ["route"],
    buckets=(0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0),
    registry=registry,
)
HANDED_OVER = Counter(
    "parlor_sockets_handed_over", "Sockets given to the server where their table is at home.", registry=registry
)
CLOSES = Counter("parlor_socket_closes", "Sockets closed, by kind and code.", ["route", "code"], registry=registry)
BOT_SECONDS = Histogram(
    "parlor_bot_seconds",
    "How long a bot thought, by game.",
    ["game"],
    buckets=(0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 4.0, 8.0),
    registry=registry,
)
THINKING = Gauge("parlor_bots_thinking", "Bots that think, or wait for their turn to.", registry=registry)


def asked(game: str, answer: str, began: float) -> None:
    """Counts the answer to a step that was asked for at `began` (`time.perf_counter`)."""
    _steps.add(game, answer, time.perf_counter() - began)


@contextmanager
def thinking(module: str) -> Iterator[None]:
    """Around a bot's thinking; `module` is that of its game's rules, as in "games.no_thanks.game"."""
    began = time.perf_counter()
    THINKING.inc()
    try:
        yield
    finally:
        THINKING.dec()
        game = module.removesuffix(".game").rpartition(".")[2].replace("_", "-")
        BOT_SECONDS.labels(game).observe(time.perf_counter() - began)


def request(route: str, status: int, seconds: float) -> None:
    """Counts a request that has been answered."""
    REQUESTS.labels(route, str(status)).inc()
    REQUEST_SECONDS.labels(route).observe(seconds)


def closed(route: str, code: int) -> None:
    """Counts a socket that has been closed; codes that no client should send are one."""
    CLOSES.labels(route, str(code) if 1000 <= code < 5000 else "other").inc()


def gauge(name: str, text: str, read: Callable[[], float]) -> None:
    """Registers a number that is read when somebody asks. Registered again, the later one counts."""
    known = getattr(registry, "_names_to_collectors", {}).get(name)
    if known is not None:
        registry.unregister(known)
    Gauge(name, text, registry=registry).set_function(read)


class CountErrors(logging.Handler):
    """Counts what is logged as an error, and writes nothing."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        ERRORS.inc()
