"""Puts something around the rules of a game while a block runs: to see what runs, and that asking changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec

from parlor.engine import Game
from parlor.engine.testing.fault import Fault

Rule = Callable[..., Any]
ASKED = ("seats", "legal", "skip", "settled")
ALWAYS = 100
THEN_EVERY = 16


@contextmanager
def around(game: Game[Any, Any], name: str, wrap: Callable[[type, Rule], Rule]) -> Iterator[None]:
    """While it lasts, the rule of this name of each phase is what `wrap(phase class, rule)` returns."""
    kinds = list(dict.fromkeys(game.phases))
    own = {kind: kind.__dict__.get(name) for kind in kinds}
    wrapped = {kind: wrap(kind, getattr(kind, name)) for kind in kinds}
    try:
        for kind in kinds:
            setattr(kind, name, wrapped[kind])
        yield
    finally:
        for kind in kinds:
            if own[kind] is None:
                delattr(kind, name)
            else:
                setattr(kind, name, own[kind])


@contextmanager
def asking_is_watched(game: Game[Any, Any]) -> Iterator[None]:
    """While it lasts, it is a Fault when seats, legal, skip or settled of a phase change the position (samples)."""
    with ExitStack() as stack:
        for name in ASKED:
            stack.enter_context(around(game, name, _pure(name)))
        yield


def _pure(name: str) -> Callable[[type, Rule], Rule]:
    def wrap(kind: type, rule: Rule) -> Rule:
        calls = 0

        def asking(self: Any, p: Any, *rest: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls > ALWAYS and calls % THEN_EVERY:
                return rule(self, p, *rest)
            before = msgspec.json.encode(p)
            answer = rule(self, p, *rest)
            if msgspec.json.encode(p) != before:
                raise Fault("pure", f"{kind.__name__}.{name} changes the position; only apply, enter and resolve may")
            return answer

        return asking

    return wrap
