"""Whatever is not offered is refused with a sentence and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parlor.engine import Illegal, Move, Refused, permit
from parlor.engine.testing.fault import Fault
from parlor.engine.testing.walk import Walk

POOL = 12
ODD: tuple[Any, ...] = (None, -1, 10**30, "", "card-", "seat-99", "x" * 300, [], [[]], {}, True, 1.5)


def strangers_are_refused(walk: Walk) -> None:
    """A seat that is not asked cannot make the move that another one may make."""
    move = walk.step[0][1]
    for other in (*walk.seats, walk.table.seats, -1):
        if walk.driver.decision(other) is None:
            _refused(walk, f"seat {other}, which is not asked, makes {move!r}", other, move)


def unoffered_is_refused(walk: Walk) -> None:
    """Moves that were legal earlier, and legal ones with a field exchanged, are refused unless they are offered."""
    seat, move = walk.step[0]
    for other in (*(m for moves in walk.pool.values() for m in moves), *_altered(walk, move)):
        with walk.guard("refusal", f"{walk.phase(seat)}: offering {other!r}, which may be refused with Illegal only,"):
            try:
                permit(walk.driver.legal(seat), other)
            except Illegal:
                pass
            else:
                continue
        _refused(walk, f"{walk.phase(seat)}: {other!r} is not legal", seat, other)


def malformed_is_refused(walk: Walk) -> None:
    """Rubbish in a move's JSON is refused when it is read."""
    move = walk.step[0][1]
    codec = walk.driver.codec
    raw = codec.raw(move)
    broken: list[Any] = [None, [], "Take", {}, {"kind": 5}, {"kind": "No" + raw["kind"]}, {**raw, "extra_field": 1}]
    broken += [{**raw, name: odd} for name in raw for odd in ODD]
    for one in broken:
        with walk.guard("refusal", f"reading the malformed move {one!r}"):
            try:
                codec.move(one)
            except Illegal:
                continue


def remember(walk: Walk) -> None:
    """Keeps some moves to be offered again when they are not legal."""
    for _, move in walk.step:
        known = walk.pool.setdefault(type(move).__name__, [])
        if move not in known:
            known.append(move)
            if len(known) > POOL:
                known.pop(walk.stream.below(POOL))


def _altered(walk: Walk, move: Move) -> Iterator[Move]:
    """The move with one field taken from another of its kind."""
    codec = walk.driver.codec
    raw = codec.raw(move)
    for other in walk.pool.get(type(move).__name__, []):
        there = codec.raw(other)
        for name in raw:
            if name != "kind" and there[name] != raw[name]:
                yield codec.move({**raw, name: there[name]})


def _refused(walk: Walk, what: str, seat: int, move: Move) -> None:
    driver = walk.driver
    before = (driver.digest(), driver.version, len(driver.log), len(driver.rows), driver.acting)
    with walk.guard("refusal", what):
        try:
            driver.play(seat, move)
        except Refused:
            pass
        else:
            raise Fault("refusal", f"{what}, and it is not refused")
    if (driver.digest(), driver.version, len(driver.log), len(driver.rows), driver.acting) != before:
        raise Fault(
            "refusal", f"{what}; it is refused, but something has changed: legal and check must not change the position"
        )
