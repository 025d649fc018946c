"""Whatever is offered can be done."""

from __future__ import annotations

from typing import Any

from parlor.engine import Chance, Driver, Illegal, Legal, Move, Pattern, permit, pick
from parlor.engine.moves import Flag, Many, Number, One, Part, Text
from parlor.engine.testing.fault import Fault
from parlor.engine.testing.walk import Walk

TRIED = 8
SAMPLES = 3
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def legal_moves_apply(walk: Walk) -> None:
    """Each legal move (of many, some) can be made on a copy of the game, and the author's check holds after it."""
    seat = walk.stream.choice(walk.driver.acting)
    for move in _some(walk, walk.driver.legal(seat)):
        _try(walk, seat, move)


def pattern_fills_apply(walk: Walk) -> None:
    """Whatever the parts of a pattern allow is either done or refused with a sentence."""
    for seat in walk.driver.acting:
        for offer in walk.driver.legal(seat):
            if not isinstance(offer, Pattern):
                continue
            for _ in range(SAMPLES):
                with walk.guard("move", f"{offer.kind.__name__}: filling the pattern at random"):
                    move = offer.kind(**{name: _fill(walk, part) for name, part in offer.parts.items()})
                    try:
                        permit([offer], move)
                    except Illegal:
                        continue
                _try(walk, seat, move)


def skip_is_legal(walk: Walk) -> None:
    """The move made for somebody who does not answer is one that they could have made."""
    for seat in walk.driver.acting:
        decision = walk.decision(seat)
        with walk.guard("skip", f"{walk.phase(seat)}.skip"):
            move = decision.frame.phase.skip(walk.driver.position, seat)
        if move is None:
            continue
        try:
            permit(decision.legal, move)
        except Illegal as why:
            raise Fault(
                "skip",
                f"{walk.phase(seat)}.skip gives {move!r}, which is not legal ({why}); return a legal move or None",
            ) from why


def sampled(walk: Walk, offer: Pattern) -> Move:
    """A sample of the pattern, which the pattern itself must permit."""
    name = offer.kind.__name__
    with walk.guard("move", f"{name}: sampling the pattern"):
        move = offer.sample(walk.stream)
        try:
            permit([offer], move)
        except Illegal as why:
            raise Fault(
                "move", f"{name}: the sample {move!r} is refused ({why}); let sample and check of the pattern agree"
            ) from why
    return move


def _some(walk: Walk, legal: Legal) -> list[Move]:
    offers = list(legal) if len(legal) <= TRIED else walk.stream.sample(legal, TRIED)
    moves: list[Move] = []
    for offer in offers:
        if isinstance(offer, Pattern):
            moves += [sampled(walk, offer) for _ in range(SAMPLES)]
        else:
            moves.append(offer)
    return moves


def _try(walk: Walk, seat: int, move: Move) -> None:
    trial = walk.driver.twin(walk.chance)
    phase = walk.phase(seat)
    with walk.guard("move", f"{phase}: seat {seat}: {move!r}"):
        trial.play(seat, move)
        _choose_the_rest(walk, trial, seat)
    walk.check_position(trial, "check", f"after {move!r} in {phase}")


def _choose_the_rest(walk: Walk, trial: Driver, seat: int) -> None:
    """In a sealed phase the others choose too, so that it is resolved."""
    decision = trial.decision(seat)
    if decision is None or trial.chosen(seat) is None:
        return
    for other in trial.acting:
        asked = trial.decision(other)
        if asked is not None and asked.frame.n == decision.frame.n:
            trial.play(other, pick(asked.legal, Chance(walk.seed)("rest")))


def _fill(walk: Walk, part: Part) -> Any:
    stream = walk.stream
    if isinstance(part, One):
        return None if part.optional and stream.below(4) == 0 else stream.choice(part.of)
    if isinstance(part, Many):
        least = min(part.min, len(part.of))
        return tuple(stream.sample(part.of, least + stream.below(min(part.max, len(part.of)) - least + 1)))
    if isinstance(part, Text):
        return "".join(stream.choice(LETTERS) for _ in range(part.min + stream.below(min(part.max - part.min, 12) + 1)))
    if isinstance(part, Number):
        return part.min + stream.below(part.max - part.min + 1)
    assert isinstance(part, Flag)
    return stream.below(2) == 1
