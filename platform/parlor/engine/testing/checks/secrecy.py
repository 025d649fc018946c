"""Dealing anew what a seat cannot see changes neither its view, nor its legal moves, nor who is asked what."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from parlor.engine import Chance, Driver, Illegal, Pattern, permit
from parlor.engine.agenda import Frame
from parlor.engine.testing.checks.asking import order_is_fixed
from parlor.engine.testing.checks.moves import sampled
from parlor.engine.testing.copies import differing, offers
from parlor.engine.testing.fault import Fault
from parlor.engine.testing.walk import Walk


def view_holds(walk: Walk, seat: int, world: Driver) -> None:
    """The seat and the spectators see the same in a world imagined for the seat."""
    for who, reader in ((f"seat {seat}", seat), ("a spectator", None)):
        here, there = walk.driver.view(reader), world.view(reader)
        if here != there:
            raise Fault(
                "view",
                f"{differing(here, there)}: {who} sees something else when what seat {seat} cannot see is dealt anew; "
                "mark the field, or let imagine keep what is seen",
            )


def imagined_checks_hold(walk: Walk, seat: int, world: Driver) -> None:
    """The author's check holds in imagined positions too."""
    walk.check_position(world, "imagine", f"in a position imagined for seat {seat}")
    walk.guesses.note(walk.driver, world, seat)


def legal_holds(walk: Walk, seat: int, world: Driver) -> None:
    """What the seat may do depends on nothing that it cannot see."""
    here, there = walk.driver.legal(seat), world.legal(seat)
    remedy = "let legal depend on what its seat sees, and name no hidden card"
    if offers(here) != offers(there):
        order_is_fixed(walk)
        raise Fault(
            "legal",
            f"{walk.phase(seat)}.legal offers seat {seat} something else when what it cannot see is dealt "
            f"anew; {remedy}",
        )
    for offer in there:
        if isinstance(offer, Pattern):
            move = sampled(walk, offer)
            try:
                permit(here, move)
            except Illegal as why:
                text = (
                    f"{walk.phase(seat)}: {move!r} is refused ({why}), but not when the unseen is dealt anew; {remedy}"
                )
                raise Fault("legal", text) from why


def agenda_holds(walk: Walk, seat: int, world: Driver) -> None:
    """Who must act depends on nothing that somebody cannot see."""
    for frame in frames(walk.driver):
        phase = frame.phase
        if frame.seats is None:
            continue
        with walk.guard("agenda", f"{type(phase).__name__}.seats"):
            here, there = tuple(phase.seats(walk.driver.position)), tuple(phase.seats(world.position))
        if here != there:
            raise Fault(
                "agenda",
                f"{type(phase).__name__}.seats says who must act by something that seat {seat} cannot see; "
                "ask everybody, or make it public",
            )


def imagining_knows_nothing(walk: Walk, seat: int, world: Driver) -> None:
    """By the same chance, the same is imagined from games that look the same: previews rely on it."""
    if not walk.sometimes(4):
        return
    chance = walk.chance("imagining").below(2**32).to_bytes(4, "big")
    here, there = walk.driver.imagine(seat, Chance(chance)).position, world.imagine(seat, Chance(chance)).position
    if here != there:
        raise Fault(
            "imagine",
            f"{differing(here, there)}: what imagine puts there depends on what seat {seat} cannot see, "
            "so that a preview could tell "
            "it; make it from chance and from what is seen, and sort before you shuffle",
        )


def names_nothing_unseen(walk: Walk, seat: int, world: Driver) -> None:
    """Neither view nor phases name a card that the seat cannot see, unless imagining leaves it in its place."""
    real = list(walk.driver.layout.slots(walk.driver.position, seat))
    seen = {thing for *_, thing, visible in real if visible}
    moved = {
        here[3]
        for here, there in zip(real, world.layout.slots(world.position, seat), strict=True)
        if not here[4] and here[3] != there[3] and here[3] not in seen
    }
    if not moved:
        return
    view = walk.driver.view(seat)
    for name in view.__struct_fields__:
        _unnamed(msgspec.json.encode(getattr(view, name)), moved, "view", f"{type(view).__name__}.{name}", seat)
    for frame in frames(walk.driver):
        _unnamed(msgspec.json.encode(frame.phase), moved, "agenda", type(frame.phase).__name__, seat)


def _unnamed(text: bytes, hidden: set[str], kind: str, where: str, seat: int) -> None:
    for thing in hidden:
        if b'"%s"' % thing.encode() in text:
            raise Fault(
                kind,
                f"{where} names {thing}, which seat {seat} cannot see where it lies; "
                "mark the field or put it into a supply "
                "(if all may know where that card is, let imagine leave it there)",
            )


def frames(driver: Driver) -> Iterator[Frame]:
    """All frames of the agenda, those in branches too."""
    waiting = list(driver.agenda)
    while waiting:
        frame = waiting.pop()
        yield frame
        for _, branch in frame.branches:
            waiting += branch
