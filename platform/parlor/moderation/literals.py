"""Plain values as Python source that a formatter leaves as it is: one line where it fits, else one entry a line."""

from __future__ import annotations

from textwrap import wrap
from typing import Any
from unicodedata import east_asian_width

WIDTH = 120


def literal(value: Any, *, indent: int = 0, taken: int = 0) -> str:
    """The source of a value of dicts, lists, texts, numbers and None, in a line that holds `taken` other characters.

    `indent` is the depth of that line in spaces; a text that is wider than a line stays whole.
    """
    flat = _flat(value)
    if taken + width(flat) <= WIDTH or not value or not isinstance(value, dict | list):
        return flat
    inner = indent + 4
    if isinstance(value, dict):
        parts = [(f"{_flat(key)}: ", item) for key, item in value.items()]
        opening, closing = "{", "}"
    else:
        parts = [("", item) for item in value]
        opening, closing = "[", "]"
    lines = [f"{' ' * inner}{name}{literal(item, indent=inner, taken=inner + len(name) + 1)}," for name, item in parts]
    return "\n".join([opening, *lines, f"{' ' * indent}{closing}"])


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_flat(key)}: {_flat(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flat, value)) + "]"
    return text(value) if isinstance(value, str) else repr(value)


def text(words: str) -> str:
    """A text in the quotes that need fewer signs before them."""
    quote = "'" if words.count('"') > words.count("'") else '"'

    def shown(sign: str) -> str:
        if sign in ("\\", quote):
            return f"\\{sign}"
        return sign if sign.isprintable() else repr(sign)[1:-1]

    return f"{quote}{''.join(map(shown, words))}{quote}"


def docstring(first: str, words: str, *, indent: int) -> str:
    """A docstring with what somebody wrote below its first line: wrapped, and nothing in it ends the string."""
    margin = " " * indent
    lines = [line for paragraph in words.strip().splitlines() for line in _wrapped(harmless(paragraph), indent)]
    body = "\n".join(f"{margin}{line}".rstrip() for line in lines)
    return f'{margin}"""{first}\n\n{body}\n{margin}"""'


def harmless(words: str) -> str:
    """One line of words that stands in a docstring or a comment."""
    whole = " ".join("".join(sign if sign.isprintable() else " " for sign in words).split())
    return whole.replace("\\", "\\\\").replace('"""', "'''")


def _wrapped(words: str, indent: int) -> list[str]:
    room = WIDTH - indent - 8
    return wrap(words, room if words.isascii() else room // 2) or [""]


def width(line: str) -> int:
    """How many columns it takes."""
    return len(line) if line.isascii() else sum(2 if east_asian_width(sign) in "WF" else 1 for sign in line)


def lines_allowed(source: str) -> str:
    """The source with the mark for the linter at each line of data that cannot be shorter."""
    return "\n".join(f"{line}  # noqa: E501" if width(line) > WIDTH else line for line in source.split("\n"))
