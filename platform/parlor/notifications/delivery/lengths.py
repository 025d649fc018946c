"""Making texts short enough for whoever carries them."""

from collections.abc import Callable


def shortened(text: str, most: int, size: Callable[[str], int] = len) -> str:
    """As much of the text as has at most this size, with an ellipsis where something was left out.

    `size` may count whatever the receiver counts, so long as each sign counts one or more.
    """
    short = _clipped(text, most)
    while size(short) > most:
        short = _clipped(text, len(short) * 9 // 10)
    return short


def _clipped(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def in_bytes(text: str) -> int:
    """The size of the text in UTF-8."""
    return len(text.encode())
