"""Makes the dictionaries beside this file: `python -m games.letter_tycoon.words.build [FOLDER]`.

Run by hand by whoever changes them; needs `pip` and, on Debian, `apt-get` and `dpkg-deb`. The sources are two
packages, known by their checksums, so that the same files come out everywhere. NOTICE tells whose work they are.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from games.letter_tycoon.words.lists import LONGEST, SHORTEST, pack

ENABLE = "paper_games/boggle/resources/dictionaries/en/enable.txt"
ENABLE_SUM = "3f16130220645692ed49c7134e24a18504c2ca55b3c012f7290e3e77c63b1a89"
SCOWL = "usr/share/dict/scowl"
SCOWL_SUM = "de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718"
BRITISH = (
    "english", "british", "british_z", "british_variant_1", "british_variant_2", "variant_1", "variant_2", "variant_3",
)  # fmt: skip
BOTH = (*BRITISH, "american")
EVERYDAY, WELL_READ, ALL = 35, 60, 80
"""Sizes of SCOWL: the most usual words, those of a good reader, and all that are worth having."""

_word = re.compile(rf"[a-z]{{{SHORTEST},{LONGEST}}}\Z")


class Changed(Exception):
    """A source is not the one that the dictionaries were made from."""


def build(folder: Path) -> dict[str, bytes]:
    """The content of each file, by name, from packages that are downloaded into the folder. Raises Changed."""
    enable = set(_words(_enable(folder).decode("ascii").split()))
    scowl = _scowl(folder)
    everyday = set(_sized(scowl, BOTH, EVERYDAY))
    return {
        "american": pack(enable),
        "british": pack(enable | set(_sized(scowl, BRITISH, ALL))),
        "everyday": pack(everyday),
        "wellread": pack(everyday | set(_sized(scowl, BOTH, WELL_READ))),
    }


def _enable(folder: Path) -> bytes:
    _run("pip", "download", "--quiet", "--no-deps", "games-collection==1.6.1", cwd=folder)
    with zipfile.ZipFile(next(folder.glob("games_collection-*.whl"))) as wheel:
        return _known(wheel.read(ENABLE), ENABLE_SUM, "enable.txt")


def _scowl(folder: Path) -> Path:
    _run("apt-get", "download", "scowl", cwd=folder)
    package = next(folder.glob("scowl_*.deb"))
    _known(package.read_bytes(), SCOWL_SUM, package.name)
    _run("dpkg-deb", "-x", package.name, "unpacked", cwd=folder)
    return folder / "unpacked" / SCOWL


def _run(*command: str, cwd: Path) -> None:
    subprocess.run(command, cwd=cwd, check=True)


def _known(content: bytes, wanted: str, name: str) -> bytes:
    found = sha256(content).hexdigest()
    if found != wanted:
        raise Changed(f"{name} has the checksum {found}, not {wanted}.")
    return content


def _sized(scowl: Path, spellings: Iterable[str], size: int) -> Iterable[str]:
    """The words, and nothing but words: no names, abbreviations or numerals, which have files of their own."""
    for spelling in spellings:
        for path in scowl.glob(f"{spelling}-words.*"):
            if int(path.suffix[1:]) <= size:
                yield from _words(path.read_text("latin-1").split())


def _words(lines: Iterable[str]) -> Iterable[str]:
    return (line for line in lines if _word.match(line))


def main() -> None:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        for name, content in build(Path(folder)).items():
            (target / f"{name}.txt.gz").write_bytes(content)


if __name__ == "__main__":
    main()
