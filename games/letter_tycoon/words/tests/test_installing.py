"""A file that an admin gives becomes a dictionary; what the game cannot use is left out and told."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.letter_tycoon.game import GAME
from games.letter_tycoon.words import parse_words
from games.letter_tycoon.words.installing import KNOWN, WORDS, prepare
from parlor.engine import Unfit, check_game

SHIPPED = Path(__file__).parents[1] / "american.txt.gz"


def words(content: bytes) -> list[str]:
    return sorted(parse_words(prepare(content).content))


@pytest.mark.parametrize(
    "content",
    [
        b"CAT\nDOG\nQAPIK\n",
        b"cat\r\ndog\r\nqapik",
        b"Cat\rDog\rQapik\r",
        b"\xef\xbb\xbfcat\n\n  dog\nqapik\n\n",
        b"CAT a pet [n CATS]\nDOG\ta pet\nQAPIK,14\n",
        b'"cat";1\n"dog";2\n"qapik";3\n',
        b"# my list\ncat\ndog\nqapik\n",
    ],
)
def test_one_word_a_line_however_it_is_written(content: bytes) -> None:
    prepared = prepare(content)
    assert words(content) == ["CAT", "DOG", "QAPIK"]
    assert prepared.counts == {"3": 2, "4": 0, "5": 1, **{str(n): 0 for n in range(6, 13)}}
    assert prepared.notes == ()


def test_what_is_left_out_is_told() -> None:
    prepared = prepare(b"qi\ncat\nit's\nna\xefve\nantidisestablishment\nCAT\nx-ray\nA\nabbreviation\n")
    assert sorted(parse_words(prepared.content)) == ["ABBREVIATION", "CAT"]
    assert prepared.notes == (
        "Left out: 2 entries of fewer than 3 letters.",
        "Left out: 3 entries with something else than the letters A to Z.",
        "Left out: 1 entry of more than 12 letters.",
        "Left out: 1 entry that had come before.",
    )


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"", "no word"), (b"qi\nza\n", "no word of 3 to 12 letters"), (b"\x1f\x8b\x08\0\0", "not a plain text"),
     ("cat\n".encode("utf-16"), "not a plain text")],
)  # fmt: skip
def test_what_is_no_list(content: bytes, why: str) -> None:
    with pytest.raises(Unfit, match=why):
        prepare(content)


def test_the_same_words_give_the_same_content() -> None:
    assert prepare(b"dog\ncat\n").content == prepare(b"CAT\r\nDOG 3\r\nCAT\r\n").content


def test_the_counts_of_the_shipped_list_are_known() -> None:
    listed = "\n".join(parse_words(SHIPPED.read_bytes())).encode()
    assert prepare(listed).counts == KNOWN["enable"]
    assert prepare(listed).content == SHIPPED.read_bytes()
    assert (sum(KNOWN["nwl2018"].values()), sum(KNOWN["csw2019"].values())) == (174_487, 249_702)


def test_the_game_has_the_family() -> None:
    assert GAME.families == (WORDS,)
    check_game(GAME)
