"""Moves of every game that no honest client sends, through the real way in: refused with a sentence, nothing changes."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlor.catalog.registry import all_games, load_data
from parlor.engine import Chance, Driver, Illegal, Move, Pattern, Refused, load, permit, pick, preview
from parlor.play import messages
from parlor.play.messages import MakeMove

GAMES = sorted(all_games())
MOMENTS = 12  # positions of a game that are tried
CASES = 800

odd_numbers = st.sampled_from([-1, 0, 1, 2**31, 2**53, 2**63, -(2**64), 10**30, 1.5, -0.0, 1e308])
odd_texts = st.sampled_from(
    ["", " ", "card-", "card--1", "card-99999999999999999999", "seat-", "seat--1", "seat-99", "seat-٣", "Card-1", "cell-0",
     "card-1\u202e", "\u0000", "\ud800", "e\u0301" * 40, "x" * 9000, "__class__", "../../etc/passwd", "{seat}", "%s", "null"]
)  # fmt: skip
scalars = st.none() | st.booleans() | odd_numbers | odd_texts | st.integers() | st.text(max_size=20)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@cache
def moments(slug: str) -> list[tuple[Driver, int, list[dict[str, Any]]]]:
    """Positions of one game, with a seat that is asked and moves that it may make."""
    game = all_games()[slug]
    driver = Driver.start(game, 3, {}, chance=Chance(b"\x09" * 32), data=load_data(game))
    stream, found, n = Chance(b"\x03" * 32)("moves"), [], 0
    while driver.acting and len(found) < MOMENTS:
        seat = driver.acting[0]
        legal = driver.legal(seat)
        if n % 4 == 0:
            offered = [one if isinstance(one, Move) else one.sample(stream) for one in list(legal)[:8]]
            raw = [driver.codec.raw(one) for one in offered]
            copy = load(game, 3, driver.options, driver.chance.seed, driver.context.data, driver.dump())
            found.append((copy, int(seat), raw))
        driver.play(seat, pick(legal, stream))
        n += 1
    assert len(found) > 5
    return found


@st.composite
def malformed(draw: Any, slug: str) -> tuple[int, Any]:
    """The number of a moment, and a move in which something is not as it should be."""
    number = draw(st.integers(0, len(moments(slug)) - 1))
    driver, _seat, offered = moments(slug)[number]
    if draw(st.integers(0, 9)) == 0:
        return number, draw(st.dictionaries(st.text(max_size=8), anything, max_size=4))
    move = dict(draw(st.sampled_from(offered)))
    names = [value for one in offered for key, value in one.items() if key != "kind"]
    for _change in range(draw(st.integers(1, 3))):
        field = draw(st.sampled_from([*move, "kind", "extra"]))
        match draw(st.integers(0, 6)):
            case 0:
                move.pop(field, None)
            case 1:
                move["kind"] = draw(st.sampled_from([*driver.codec.kinds, "Nothing", "", "Move", "__init__"]))
            case 2:
                move[field] = draw(anything)
            case 3:
                move[field] = [move.get(field)] * draw(st.integers(0, 30))
            case 4 if names:
                move[field] = draw(st.sampled_from(names))
            case 5 if isinstance(move.get(field), list):
                move[field] = [*move[field], draw(anything)]
            case _:
                move[draw(st.text(max_size=6))] = draw(anything)
    return number, move


def try_move(slug: str, number: int, move: Any) -> bool:
    """Sends it as a socket would, and looks ahead at it. Whether it was refused; a move that is legal is let be."""
    driver, seat, _offered = moments(slug)[number]
    before = driver.dump()
    said, made = arrived(driver, seat, move)
    if made is not None and not said:
        assert driver.codec.raw(made) == json.loads(json.dumps(move)), "something was taken for something else"
        return False
    for other in (seat, (seat + 1) % driver.seats, 99) if made is not None else ():
        for act in (driver.play, lambda who, what: preview(driver, who, what)):
            with pytest.raises(Refused) as refused:
                act(other, made)
            said.append(str(refused.value))
    assert all(sentence(one) for one in said), said
    assert driver.dump() == before
    return True


def arrived(driver: Driver, seat: int, move: Any) -> tuple[list[str], Move | None]:
    """What was said against it on the way in, and what came through."""
    made = None
    try:
        text = json.dumps({"type": "move", "id": "x", "version": driver.version, "move": move})
        request = messages.read(text)
        assert isinstance(request, MakeMove)
        made = driver.codec.move(request.move)
        permit(driver.legal(seat), made)
    except (messages.Bad, Illegal) as why:
        return [str(why)], made
    return [], made


def sentence(text: str) -> bool:
    text.encode()  # it can be sent
    return 5 < len(text) <= 400 and text.rstrip()[-1] in '.?!"' and "Traceback" not in text


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_nothing_malformed_gets_in(slug: str) -> None:
    assert check(slug, CASES) > CASES // 2


def check(slug: str, cases: int) -> int:
    refused = [0]

    @settings(max_examples=cases, database=None, derandomize=True)
    @given(malformed(slug))
    def tried(case: tuple[int, Any]) -> None:
        refused[0] += try_move(slug, *case)

    tried()
    return refused[0]


@pytest.mark.parametrize("slug", GAMES)
def test_patterns_refuse_what_only_looks_right(slug: str) -> None:
    """Patterns get their parts with other types, too long, twice, or not at all."""
    for number, (driver, seat, _moves) in enumerate(moments(slug)):
        for offer in driver.legal(seat):
            if not isinstance(offer, Pattern):
                continue
            example = driver.codec.raw(offer.sample(Chance(b"\x04" * 32)("example")))
            for field, value in example.items():
                for odd in (None, [], [[]], {}, "x" * 5000, [value, value], str(value), True, 10**20, ["card-1"] * 300):
                    if field != "kind" and odd != value:
                        try_move(slug, number, {**example, field: odd})
