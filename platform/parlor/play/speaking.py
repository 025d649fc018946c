"""The texts of board templates in the language of the reader: each is looked up and escaped once for each language."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from django.utils.translation import gettext, ngettext
from markupsafe import Markup, escape

MANY = 8192
_PLAIN = re.compile(r"(?:[^%]|%%|%\([a-z_0-9]+\)s)*")


class _Text(NamedTuple):
    """A translation. `plain`: it can be filled in as it is; then `alone` is what it says without values."""

    text: str
    plain: bool
    alone: Markup | None


class _Now(threading.local):
    """The language in which this thread draws, and its texts as far as known."""

    language: str = ""
    texts: ClassVar[dict[Any, _Text]] = {}


now = _Now()
_all: dict[str, dict[Any, _Text]] = {"": _Now.texts}


def speak(language: str) -> str:
    """From now on this thread draws in that language, which is the current one. The one before is returned."""
    before, now.language = now.language, language
    now.texts = _all.setdefault(language, {})  # type: ignore[misc]
    return before


def say(text: str, /, **values: Any) -> Markup:
    """`_` of the templates: the translated text with the values, which are escaped."""
    known = now.texts.get(text) or _known(text, lambda: gettext(text))
    return known.alone if not values and known.alone is not None else _filled(known, values)


def say_many(one: str, many: str, num: int, /, **values: Any) -> Markup:
    """`ngettext` of the templates: also fills in `num`."""
    key = (one, many, num)
    values.setdefault("num", num)
    return _filled(now.texts.get(key) or _known(key, lambda: ngettext(one, many, num)), values)


def forget() -> None:
    """Looks every text up anew."""
    for texts in _all.values():
        texts.clear()


def _known(key: Any, look_up: Callable[[], str]) -> _Text:
    text = look_up()
    plain = _PLAIN.fullmatch(text) is not None
    texts = now.texts
    if len(texts) >= MANY:
        texts.clear()
    known = texts[key] = _Text(text, plain, Markup(text % ()) if plain and "%(" not in text else None)  # noqa: S704 - ours
    return known


def _filled(known: _Text, values: dict[str, Any]) -> Markup:
    if known.plain:
        return Markup(known.text % {name: escape(value) for name, value in values.items()})  # noqa: S704 - escaped
    return Markup(known.text) % values  # noqa: S704 - values are escaped
