"""Snapshots: the state of a driver as bytes, so that a game can be taken up again without replaying all of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from parlor.engine.agenda import Frame, Stack
from parlor.engine.chance import Chance
from parlor.engine.driver import Driver
from parlor.engine.errors import RulesError
from parlor.engine.game import Game
from parlor.engine.options import Options
from parlor.engine.state import State

FORMAT = 1


class _Frame(msgspec.Struct, omit_defaults=True):
    phase: msgspec.Raw
    n: int
    seats: tuple[int, ...] | None = None
    acted: tuple[int, ...] = ()
    branches: tuple[tuple[int, tuple[_Frame, ...]], ...] = ()


class _State(msgspec.Struct):
    format: int
    version: int
    floor: int
    position: msgspec.Raw
    agenda: tuple[_Frame, ...]
    frames: int
    counters: dict[str, int]
    script: dict[str, list[Any]]
    statistics: dict[str, list[int]]
    opened: dict[int, tuple[int, int]]
    gone: tuple[int, ...]
    out: tuple[int, ...]
    finished: bool
    reason: str | None


def _down(stack: Stack) -> tuple[_Frame, ...]:
    return tuple(
        _Frame(
            msgspec.Raw(msgspec.json.encode(frame.phase)),
            frame.n,
            frame.seats,
            frame.acted,
            tuple((seat, _down(branch)) for seat, branch in frame.branches),
        )
        for frame in stack
    )


def dump(driver: State) -> bytes:
    """The state as JSON bytes; equal states give equal bytes."""
    state = _State(
        FORMAT,
        driver.version,
        driver.floor,
        msgspec.Raw(msgspec.json.encode(driver.position)),
        _down(driver.agenda),
        driver._frames,
        dict(sorted(driver.chance.counters.items())),
        {name: rest for name, rest in sorted(driver.chance.script.items()) if rest},
        driver.statistics,
        {d.seat: (d.frame.n, d.opened) for d in driver._decisions.values()},
        driver.gone,
        driver.context.gone,
        driver.finished,
        driver.reason,
    )
    return msgspec.json.encode(state)


_encode = msgspec.json.Encoder().encode


@cache
def _position_decoder(position: type) -> Callable[[bytes], Any]:
    return msgspec.json.Decoder(position).decode


def check_storable(driver: State) -> None:
    """Raises what msgspec raises where `dump` could not write the state, or `load` not read the position again."""
    position, kind = driver.position, driver.game.position
    _position_decoder(kind)(_encode(position))
    _encode((driver.agenda, driver.statistics))
    if driver.finished:
        _encode(driver.result())


def fingerprint(driver: State) -> str:
    """64 hexadecimal digits of what the rules can tell apart: position, agenda, chance, statistics, who has left."""
    parts = (
        driver.position,
        _down(driver.agenda),
        sorted(driver.chance.counters.items()),
        {name: rest for name, rest in sorted(driver.chance.script.items()) if rest},
        driver.statistics,
        driver.gone,
        driver.reason,
    )
    return sha256(msgspec.json.encode(parts)).hexdigest()


def load(
    game: Game[Any, Any], seats: int, options: Options, seed: bytes, data: Mapping[str, Any], snapshot: bytes
) -> Driver:
    """The driver that `dump` was called on, except log, history and pending choices.

    To have the moves that can still be taken back, load a snapshot no later than the state's `floor` and replay from
    there (see `floor_of`). Raises RulesError for a snapshot of another format.
    """
    state = msgspec.json.decode(snapshot, type=_State)
    if state.format != FORMAT:
        raise RulesError(f"the snapshot has format {state.format}, this release reads {FORMAT}")
    chance = Chance(seed, state.counters)
    chance.script = state.script
    driver = Driver(game, seats, options, chance, data)
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(driver.codec.phase_type)

    def up(frames: tuple[_Frame, ...]) -> Stack:
        return tuple(
            Frame(decoder.decode(f.phase), f.n, f.seats, f.acted, tuple((seat, up(b)) for seat, b in f.branches))
            for f in frames
        )

    position = msgspec.json.decode(state.position, type=game.position)
    driver.learn(position)
    driver.version = state.version
    driver.floor = state.floor
    driver.gone = state.gone
    driver.context.gone = state.out
    driver.reason = state.reason
    driver.statistics |= state.statistics
    driver.restore(position, up(state.agenda), state.frames, state.opened)
    return driver


def floor_of(snapshot: bytes) -> int:
    """The earliest version that a player may still return to from this state by undo."""
    return msgspec.json.decode(snapshot, type=_Floor).floor


class _Floor(msgspec.Struct):
    floor: int
