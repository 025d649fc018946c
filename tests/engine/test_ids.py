"""Ids carry their sort."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlor.engine import around, cell, ids, number, seat_id, seat_of, sort_of, xy
from parlor.engine.ids import is_id


def test_ids_are_sort_and_name() -> None:
    assert ids("card", range(3, 6)) == ["card-3", "card-4", "card-5"]
    assert (sort_of("card-17"), number("card-17")) == ("card", 17)
    assert number("step--4") == -4


@given(st.integers(0, 999))
def test_seats_have_ids(seat: int) -> None:
    assert seat_of(seat_id(seat)) == seat


@pytest.mark.parametrize("text", ["", "seat", "seat-", "seat--1", "seat-x", "card-1", "seat-1 ", "seat-²", "seat-1000"])
def test_other_texts_name_no_seat(text: str) -> None:
    with pytest.raises(ValueError, match="names no seat"):
        seat_of(text)


@given(st.integers(-99, 99), st.integers(-99, 99))
def test_cells_lie_on_a_grid_without_bounds(x: int, y: int) -> None:
    assert xy(cell(x, y)) == (x, y)
    assert [xy(near) for near in around(cell(x, y))] == [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


@pytest.mark.parametrize("text", ["card-1", "cell-1", "cell-a_b", ""])
def test_other_texts_name_no_cell(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - int() has words of its own
        xy(text)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("card-17", True), ("cell--1_2", True), ("-3", False), ("3-4", False), ("card-", False), ("well - no", False)],
)
def test_what_is_written_like_an_id(text: str, is_one: bool) -> None:
    assert is_id(text) is is_one
