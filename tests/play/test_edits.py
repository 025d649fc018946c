"""A page as the difference to the one before: what comes out is the page, byte for byte, or nothing."""

from __future__ import annotations

import random

import pytest

from parlor.play.edits import difference, edited, page_of
from parlor.play.messages import Edits

ROW = [f'<li id="card-{n}" data-tip="n° {n}">{n}</li>' for n in range(300)]


def page(rows: list[str]) -> str:
    return "<ol>" + "".join(rows) + "</ol>\n"


@pytest.mark.parametrize(
    ("before", "after", "most"),
    [
        (ROW, ROW, 0),
        (ROW, [*ROW[:7], *ROW[8:]], 1),
        (ROW, [*ROW[:7], "<b>new</b>", *ROW[7:]], 1),
        (ROW, [*ROW[:7], "<li>😀 é</li>", *ROW[8:250], *ROW[251:]], 3),
        (ROW, [*ROW[:1], *ROW[280:]], 12),
        (ROW[:3], ROW, 12),
        (ROW, [], 12),
        ([], ROW, 12),
        (ROW, ROW[::-1], 400),
        (["text without tags"], ["other text"], 1),
    ],
)
def test_the_edits_make_the_page(before: list[str], after: list[str], most: int) -> None:
    old, new = page(before), page(after)
    edits = difference(page_of(old), page_of(new))
    assert edited(old, edits) == new
    assert len(edits.parts) <= most


def test_any_page_can_be_made_of_any_other() -> None:
    chance = random.Random(1)
    tags = ["<a>", "</a>", "<b>x", "y", "<c é='1'>", "<a>", "", "<"]
    for _n in range(2000):
        old, new = ("".join(chance.choices(tags, k=chance.randrange(40))) for _side in range(2))
        if chance.randrange(2):
            at = chance.randrange(len(old) + 1)
            new = old[:at] + new[:5] + old[at + 3 :]
        assert edited(old, difference(page_of(old), page_of(new))) == new


def test_a_change_of_one_tag_is_sent_as_that_tag() -> None:
    new = [*ROW]
    new[150] = new[150].replace("150</li>", "151</li>")
    edits = difference(page_of(page(ROW)), page_of(page(new)))
    assert edits.parts == [(302, 1, 'li id="card-150" data-tip="n° 150">151')]


def test_edits_of_another_page_are_refused() -> None:
    edits = difference(page_of(page(ROW)), page_of(page(ROW[1:])))
    with pytest.raises(ValueError, match="another"):
        edited(page(ROW[:-1]), edits)
    with pytest.raises(ValueError, match="another"):
        edited(page(ROW), Edits(edits.base, edits.sum + 1, edits.parts))
