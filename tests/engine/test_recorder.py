"""A set-up's draws as they are recorded for whoever wants to check a shuffle."""

from __future__ import annotations

from hashlib import sha256

import pytest

from games.gaia.game import GAME as GAIA
from games.no_thanks.game import GAME as NO_THANKS
from parlor.engine import Chance, Driver, Game
from parlor.engine.recorder import Draw, RecordingChance

SEED = bytes(range(32))


def again(seed: bytes, draws: list[Draw]) -> list[object]:
    """The outcomes as the description of parlor-1 gives them, written anew from its words."""
    used: dict[str, int] = {}

    def below(stream: str, n: int) -> int:
        while True:
            at = used.get(stream, 0)
            used[stream] = at + 1
            block = sha256(seed + stream.encode() + b"\0" + (at // 8).to_bytes(8, "big")).digest()
            word = int.from_bytes(block[at % 8 * 4 :][:4], "big")
            if word < 2**32 - 2**32 % n:
                return word % n

    found: list[object] = []
    for draw in draws:
        if draw.kind == "below":
            found.append(below(draw.stream, draw.n))
            continue
        things = list(draw.of)
        for i in range(len(things) - 1, 0, -1):
            j = below(draw.stream, i + 1)
            things[i], things[j] = things[j], things[i]
        found.append(things)
    return found


@pytest.mark.parametrize("game", [NO_THANKS, GAIA], ids=["no-thanks", "gaia"])
def test_a_recorded_set_up_is_the_same_and_can_be_rerun_from_the_description(game: Game) -> None:
    from parlor.engine.data import load_data

    data = load_data(game)
    plain = Driver.start(game, 3, chance=Chance(SEED), data=data)
    chance = RecordingChance(SEED)
    assert Driver.start(game, 3, chance=chance, data=data).dump() == plain.dump()
    assert chance.drawn and any(draw.kind == "shuffle" for draw in chance.drawn)
    assert again(SEED, chance.drawn) == [draw.outcome for draw in chance.drawn]
    assert again(bytes(32), chance.drawn) != [draw.outcome for draw in chance.drawn]


def test_things_that_are_no_texts_are_told_by_their_places() -> None:
    chance, plain = RecordingChance(SEED), Chance(SEED)
    things: list[object] = [("a",), ("b",), ("c",), ("d",), True]
    others = list(things)
    chance("x").shuffle(things)
    plain("x").shuffle(others)
    assert things == others
    (draw,) = chance.drawn
    assert draw.of == [0, 1, 2, 3, 4]
    assert [[("a",), ("b",), ("c",), ("d",), True][place] for place in draw.outcome] == things  # type: ignore[union-attr, index]


def test_choices_samples_and_dice_are_draws_below() -> None:
    chance = RecordingChance(SEED)
    stream = chance("die")
    rolled, taken = stream.roll(), stream.sample(["a", "b", "c"], 2)
    assert [(draw.kind, draw.n) for draw in chance.drawn] == [("below", 6), ("below", 3), ("below", 2)]
    assert chance.drawn[0].outcome == rolled - 1
    assert taken[0] == ["a", "b", "c"][chance.drawn[1].outcome]  # type: ignore[call-overload]
