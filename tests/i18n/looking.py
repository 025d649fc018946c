"""What a page says in English that it ought to say in German."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

from parlor.site import catalogs
from tests.i18n.test_catalogs import SOURCES

SPOKEN = {"aria-label", "title", "placeholder", "alt", "data-tip", "data-confirm"}
PLACE = re.compile(r"\\{\w*\\}|%\\\(\w+\\\)[sd]|%\(\w+\)[sd]")


@cache
def _english() -> re.Pattern[str]:
    """All that is translated to other words, with anything in the places of its values."""
    said = set()
    for source in SOURCES:
        for message in catalogs.read_catalog(source.po("de"), "de"):
            forms = [message.id] if isinstance(message.id, str) else list(message.id)
            german = message.string if isinstance(message.string, str) else "".join(message.string)
            said |= {form.strip() for form in forms if form and form.strip() != german.strip()}
    patterns = (PLACE.sub(".+", re.escape(re.sub(r"<[^>]+>", "", text))) for text in said)
    worded = sorted(pattern for pattern in patterns if _says_enough(pattern))
    return re.compile("|".join(worded))


def _says_enough(pattern: str) -> bool:
    """Not little but places: "{low} to {high}" would be seen in many a sentence."""
    letters = re.findall("[a-z]", pattern, re.IGNORECASE)
    return len(letters) >= (4 if ".+" in pattern else 2)


class _Words(HTMLParser):
    """Collects what is read or heard of a page, apart from what is named in another language."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.foreign = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.said += [value for name, value in attrs if name in SPOKEN and value]

    def handle_data(self, data: str) -> None:
        self.said += [line for part in data.split("\n") if (line := part.strip())]


def english_in(page: str) -> list[str]:
    """The texts of the page that the catalogs have in English."""
    words = _Words()
    words.feed(page)
    return [text for text in words.said if _english().fullmatch(text)]
