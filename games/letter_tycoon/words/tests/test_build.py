"""The dictionaries can be made again from their sources, where those can be had."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from games.letter_tycoon.words import build

FOLDER = Path(__file__).parents[1]


def test_another_source_is_refused() -> None:
    with pytest.raises(build.Changed, match=r"^enable.txt has the checksum 2c26b46b68ff"):
        build._known(b"foo", build.ENABLE_SUM, "enable.txt")


def test_only_words_of_the_wanted_sizes_and_spellings_are_taken(tmp_path: Path) -> None:
    for name, words in {
        "english-words.80": "the\nit's\nXerox\nantidisestablish\nad\n",
        "english-words.95": "rare\n",
        "english-upper.50": "london\n",
        "english-abbreviations.50": "etc\n",
        "american-words.10": "color\n",
    }.items():
        (tmp_path / name).write_text(words, "latin-1")
    assert list(build._sized(tmp_path, ("english", "british"), 80)) == ["the"]


@pytest.mark.long
@pytest.mark.skipif("REBUILD_WORDS" not in os.environ, reason="asks package registries; REBUILD_WORDS=1 wants that")
def test_the_shipped_files_come_out_again(tmp_path: Path) -> None:
    if not shutil.which("apt-get"):
        pytest.skip("the source is a Debian package")
    try:
        built = build.build(tmp_path)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"a source cannot be had here: {error}")
    assert {name: (FOLDER / f"{name}.txt.gz").read_bytes() for name in built} == built
