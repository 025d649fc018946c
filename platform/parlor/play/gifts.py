"""The line of the banner that tells who has been given more time for the decision that is waited for."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import ngettext

from parlor.play.notices import Notice
from parlor.tables.loading import Running
from parlor.tables.more_time import given


def gifts(running: Running, name: Callable[[int], str]) -> list[Notice]:
    """One line for each seat that is waited for and has been given time, in the current language."""
    if running.clocks is None:
        return []
    told = []
    for seat in running.waiting_on:
        times = given(running, seat)
        if times:
            text = ngettext("{name} has been given more time.", "{name} has been given more time ({n} times).", times)
            told.append(Notice(f"more-{seat}", text.format(name=name(seat), n=times), []))
    return told
