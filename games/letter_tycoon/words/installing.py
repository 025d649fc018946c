"""Dictionaries that an admin owns: how a file of words is read, and the counts of the well-known ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from games.letter_tycoon.words.lists import LONGEST, SHORTEST, pack, parse_words
from parlor.engine import Family, Prepared, Unfit, _

_FIRST = re.compile(r"[^\s,;]*")
_WORD = re.compile(r"[a-z]+\Z")

KNOWN: Mapping[str, Mapping[str, int]] = {
    name: {str(length): count for length, count in enumerate(counts, SHORTEST)}
    for name, counts in {
        "nwl2018": (1082, 4218, 9426, 16612, 25318, 31557, 31025, 24810, 17927, 12512),
        "csw2019": (1347, 5638, 12972, 23033, 34342, 42150, 42933, 37235, 29027, 21025),
        "enable": (972, 3903, 8636, 15232, 23109, 28420, 24873, 20302, 15504, 11358),
    }.items()
}
"""Words by length; of lists that may not be shipped, too (counted in the lists themselves, sure)."""


def prepare(content: bytes) -> Prepared:
    """One word a line, its first field if there are more (a definition, a number), in capitals or not.

    Lines end as they like; a hash begins a comment. Raises Unfit for what is no text or has no word that the game can
    use.
    """
    words: set[str] = set()
    dropped: Counter[str] = Counter()
    for line in _text(content).splitlines():
        found = _FIRST.match(line.strip())
        word = found.group().strip("\"'").lower() if found else ""
        if not word or word.startswith("#"):
            continue
        if not _WORD.match(word):
            dropped["with something else than the letters A to Z"] += 1
        elif len(word) < SHORTEST:
            dropped[f"of fewer than {SHORTEST} letters"] += 1
        elif len(word) > LONGEST:
            dropped[f"of more than {LONGEST} letters"] += 1
        elif word in words:
            dropped["that had come before"] += 1
        else:
            words.add(word)
    if not words:
        raise Unfit(f"The file has no word of {SHORTEST} to {LONGEST} letters.")
    lengths = Counter(map(len, words))
    return Prepared(
        pack(words),
        {str(length): lengths[length] for length in range(SHORTEST, LONGEST + 1)},
        tuple(f"Left out: {count} {'entry' if count == 1 else 'entries'} {why}." for why, count in dropped.items()),
    )


def _text(content: bytes) -> str:
    if b"\0" in content[:4096]:
        raise Unfit("The file is not a plain text of one word a line.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


WORDS = Family("words", _("Dictionaries"), "dictionary", parse_words, prepare, KNOWN)
"""The dictionaries of the game, for the option of that name."""
