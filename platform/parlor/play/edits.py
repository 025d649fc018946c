"""A page as the difference to the one that its reader has: what of it to keep, and what to put in between.

A page is cut before every "<", so that a part is mostly a tag with the text behind it. See `messages.Edits`.
"""

from __future__ import annotations

from typing import NamedTuple
from zlib import adler32

from parlor.play.messages import Edits

NEAR = 8  # parts, in which two pages mostly meet again
AHEAD = 96  # parts, in which they must: else so many are sent
STRIDES = 64, 8, 1


class Page(NamedTuple):
    """What somebody was sent as `html`, in UTF-8, and its Adler-32."""

    text: bytes
    sum: int


def page_of(html: str) -> Page:
    """The page to be remembered."""
    text = html.encode()
    return Page(text, adler32(text))


def difference(before: Page, after: Page) -> Edits:
    """What makes the one page of the other."""
    old, new = before.text.split(b"<"), after.text.split(b"<")
    found: list[tuple[int, int, str | None]] = []
    at = to = 0
    while True:
        for stride in STRIDES:
            while old[at : at + stride] == new[to : to + stride] and at + stride <= len(old):
                at, to = at + stride, to + stride
        if at == len(old) and to == len(new):
            return Edits(before.sum, after.sum, found)
        if old[at + 1 : at + 3] == new[to + 1 : to + 3] and at + 1 < len(old):  # one tag has changed
            gone = come = 1
        else:
            near = _meeting(old[at : at + NEAR], new[to : to + NEAR])
            gone, come = near or _meeting(old[at : at + AHEAD], new[to : to + AHEAD]) or (AHEAD, AHEAD)
            gone, come = min(gone, len(old) - at), min(come, len(new) - to)
        text = b"<".join(new[to : to + come]).decode() if come else None
        if found and sum(found[-1][:2]) == at and found[-1][2] is not None and text is not None:  # one after the other
            found[-1] = (found[-1][0], found[-1][1] + gone, f"{found[-1][2]}<{text}")
        else:
            found.append((at, gone, text))
        at, to = at + gone, to + come


def _meeting(old: list[bytes], new: list[bytes]) -> tuple[int, int] | None:
    """How many parts of each to leave until they go on with the same two parts; None where they do not."""
    places = {part: at for at, part in reversed([*enumerate(new)])}
    best: tuple[int, int] | None = None
    for gone, part in enumerate(old):
        if best is not None and gone >= sum(best):
            break
        come = places.get(part)
        if come is None or (best is not None and gone + come >= sum(best)):
            continue
        if old[gone + 1 : gone + 2] == new[come + 1 : come + 2]:
            best = gone, come
    return best


def edited(before: str, edits: Edits) -> str:
    """The page after the edits, as `edits.js` makes it. Raises ValueError where they belong to another page."""
    if adler32(before.encode()) != edits.base:
        raise ValueError("another page")
    parts = before.split("<")
    for at, gone, text in reversed(edits.parts):
        parts[at : at + gone] = [] if text is None else text.split("<")
    after = "<".join(parts)
    if adler32(after.encode()) != edits.sum:
        raise ValueError("another page")
    return after
