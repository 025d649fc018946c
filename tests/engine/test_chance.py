"""Chance: the documented algorithm, done again here by other means, and figures that no release may change."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlor.engine import Chance, RulesError, commitment
from tests.engine.samples import SEED


def words(seed: bytes, name: str) -> Iterator[int]:
    """Block i is SHA-256(seed + name + zero byte + i as eight bytes); a block is eight big-endian words."""
    block = 0
    while True:
        digest = sha256(b"".join([seed, name.encode("utf-8"), b"\x00", block.to_bytes(8, "big")])).hexdigest()
        for start in range(0, 64, 8):
            yield int(digest[start : start + 8], 16)
        block += 1


def draw(source: Iterator[int], n: int) -> int:
    while True:
        word = next(source)
        if word < (2**32 // n) * n:
            return word % n


@given(st.binary(max_size=40), st.text(max_size=10), st.lists(st.integers(1, 2**32), max_size=30))
def test_draws_follow_the_documented_algorithm(seed: bytes, name: str, limits: list[int]) -> None:
    stream, source = Chance(seed)(name), words(seed, name)
    assert [stream.below(n) for n in limits] == [draw(source, n) for n in limits]


@given(st.integers(0, 60))
def test_shuffles_follow_the_documented_algorithm(size: int) -> None:
    things, source = list(range(size)), words(SEED, "deck")
    expected = list(things)
    for i in reversed(range(1, size)):
        j = draw(source, i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    Chance(SEED)("deck").shuffle(things)
    assert things == expected


def test_words_that_would_favour_small_numbers_are_skipped() -> None:
    n = 3 * 2**30  # a quarter of all words is skipped
    chance, source = Chance(SEED), words(SEED, "x")
    drawn = [chance("x").below(n) for _draw in range(40)]
    assert drawn == [draw(source, n) for _draw in range(40)]
    assert chance.counters["x"] > 40


def test_shuffles_are_frozen() -> None:
    things = list(range(12))
    Chance(SEED)("deck").shuffle(things)
    assert things == [9, 2, 1, 0, 10, 4, 5, 7, 8, 6, 11, 3]
    assert [Chance(SEED)(name).below(1000) for name in ("deck", "first", "dice", "ü")] == [555, 124, 753, 103]


def test_all_that_a_stream_can_draw() -> None:
    stream = Chance(SEED)("x")
    assert {stream.roll() for _draw in range(100)} == {1, 2, 3, 4, 5, 6}
    assert sorted(stream.sample("abc", 3)) == ["a", "b", "c"]
    assert stream.choice(["only"]) == "only"
    assert stream.below(1) == 0


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_an_impossible_draw_is_an_error_that_names_the_stream(n: int) -> None:
    chance = Chance(SEED)
    with pytest.raises(RulesError, match="'dice'"):
        chance("dice").below(n)
    assert (chance.draws, chance.counters) == (0, {})
    with pytest.raises(RulesError, match="'dice'"):
        chance("dice").choice([])


def test_a_draw_added_in_one_stream_changes_no_other() -> None:
    one, two = Chance(SEED), Chance(SEED)
    two("extra").below(6)
    first = [one("a").below(100), one("b").below(100), one("a").below(100)]
    second = [two("a").below(100)]
    two("extra").below(6)
    second += [two("b").below(100), two("a").below(100)]
    assert first == second


def test_chance_goes_on_where_it_stood() -> None:
    one = Chance(SEED)
    [one("a").below(6) for _draw in range(11)]
    two = Chance(SEED, one.counters)
    assert [one("a").below(6) for _draw in range(20)] == [two("a").below(6) for _draw in range(20)]


def test_draws_can_be_made_undone() -> None:
    chance = Chance.scripted(SEED, dice=[3, 4])
    mark = chance.mark()
    drawn = [chance("dice").below(6) for _draw in range(4)]
    chance.back(mark)
    assert chance.draws == 0
    assert [chance("dice").below(6) for _draw in range(4)] == drawn


def test_a_script_answers_first_and_then_the_seed() -> None:
    chance = Chance.scripted(SEED, dice=[5, 0], deck=[["c", "a", "b"]])
    assert [chance("dice").below(6), chance("dice").roll()] == [5, 1]
    assert chance("dice").below(1000) == Chance(SEED)("dice").below(1000)
    things = ["a", "b", "c"]
    chance("deck").shuffle(things)
    assert things == ["c", "a", "b"]
    assert chance.draws == 4


def test_a_script_that_does_not_fit_is_an_error_that_names_the_stream() -> None:
    with pytest.raises(RulesError, match=r"'dice'.*6 where a number below 6"):
        Chance.scripted(dice=[6])("dice").below(6)
    with pytest.raises(RulesError, match=r"'deck'.*same things"):
        Chance.scripted(deck=[["a", "a"]])("deck").shuffle(["a", "b"])


def test_the_commitment_is_the_digest_of_the_seed() -> None:
    assert commitment(SEED) == sha256(SEED).hexdigest()
