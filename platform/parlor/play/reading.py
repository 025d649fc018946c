"""Texts of a running game for one reader: log lines, prompts and names, in the current language, plain and as HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import Any, get_args, get_type_hints

from django.utils.translation import get_language, gettext, ngettext, override
from markupsafe import escape

from parlor.engine import Decision, Entry, Game, Phrase, Reader, Seat, seat_id
from parlor.play.messages import LogEntry

# A name in a rendered line is put between these: OPEN id MIDDLE name CLOSE. No text of a person may hold them.
OPEN, MIDDLE, CLOSE = "\ue000", "\ue001", "\ue002"
_MARKS = str.maketrans("", "", OPEN + MIDDLE + CLOSE)
_OPENING = re.compile(f"{OPEN}[^{OPEN}{MIDDLE}{CLOSE}]*{MIDDLE}")
_ESCAPED_OPENING = re.compile(f"{OPEN}([^{OPEN}{MIDDLE}{CLOSE}]*){MIDDLE}")


def _clean(text: str) -> str:
    return text if text.isascii() else text.translate(_MARKS)


def _mark(thing: str, name: str) -> str:
    return f"{OPEN}{_clean(thing)}{MIDDLE}{name}{CLOSE}" if thing else _clean(name)


def _bare(thing: str, name: str) -> str:
    return name if thing else _clean(name)


@lru_cache(maxsize=8192)
def _translated(language: str | None, text: str) -> str:
    """The text in that language."""
    if not text:
        return ""
    with override(language):
        return gettext(text)


@lru_cache(maxsize=8192)
def _translated_many(language: str | None, one: str, many: str, n: int) -> str:
    """One of the two forms in that language."""
    with override(language):
        return ngettext(one, many, n)


def reader(
    game: Game[Any, Any],
    people: Callable[[int], str],
    seat: int | None,
    *,
    marked: bool = True,
    language: str | None = None,
) -> Reader:
    """A reader for that seat in the language, as a rule the current one. If `marked`, see `plain` and `markup`."""

    language = language or get_language()

    def namer(thing: str) -> str | Phrase:
        name = game.name_of(_clean(thing))
        return _clean(name) if isinstance(name, str) else name

    return Reader(
        seat=seat,
        people=lambda number: _clean(people(number)),
        namer=namer,
        translate=partial(_translated, language),
        translate_many=partial(_translated_many, language),
        show=_mark if marked else _bare,
    )


def plain(marked: str) -> str:
    """The text of a rendered line."""
    return _OPENING.sub("", marked).replace(CLOSE, "") if CLOSE in marked else marked


def markup(marked: str) -> str:
    """The line as HTML: everything escaped, names as `<span class="ref" data-ref="card-17">`."""
    text = _ESCAPED_OPENING.sub(_span, str(escape(marked)))
    return text.replace(CLOSE, "</span>")


def _span(found: re.Match[str]) -> str:
    return f'<span class="ref" data-ref="{found[1]}">'


def entry_for(entry: Entry, read: Reader, *, html: bool) -> LogEntry:
    """The log entry as this reader sees it."""
    lines = [read.line(line) for line in entry.lines]
    texts = [plain(line) for line in lines]
    if html:
        return LogEntry(entry.seat, texts, entry.version, entry.struck, [markup(line) for line in lines])
    return LogEntry(entry.seat, texts, entry.version, entry.struck)


def name_of(thing: str, read: Reader) -> str:
    """What a thing is called; a text that is no id stands for itself."""
    return plain(read.value(thing))


@cache
def _hints(phase: Any) -> dict[str, Any]:
    return get_type_hints(phase)


def _names_seats(hint: Any) -> bool:
    return hint is Seat or any(_names_seats(arg) for arg in get_args(hint))


def _as_ids(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_as_ids(item) for item in value]
    return seat_id(value) if isinstance(value, int) else value


def prompt(decision: Decision, acting: Sequence[int], read: Reader, *, mine: bool) -> str:
    """The sentence over the board: to the one who must act what is asked, to the others what is waited for."""
    phase = decision.frame.phase
    text = (phase.ask or phase.prompt) if mine else phase.prompt
    waited = [seat_id(seat) for seat in acting]
    if not text:
        if mine:
            return gettext("Choose what to do.")
        return plain(read.fill(gettext("{seat} to move"), {"seat": waited}))
    hints = _hints(type(phase))  # type: ignore[arg-type]
    values = {
        name: _as_ids(getattr(phase, name)) if _names_seats(hints.get(name)) else getattr(phase, name)
        for name in phase.__struct_fields__
    }
    values.setdefault("seat", waited)
    return plain(read.fill(text, values))
