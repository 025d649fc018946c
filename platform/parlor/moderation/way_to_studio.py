"""The way from the console to the studio. The site lays it, as neither knows of the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpRequest, HttpResponseBase


class Way(NamedTuple):
    """Whether this person may go there, and the answer that opens the file of a game there, at a step."""

    is_open: Callable[[HttpRequest], bool]
    lead: Callable[[HttpRequest, bytes, int | None], HttpResponseBase]


_way: list[Way] = []


def lay(way: Way) -> None:
    """From now on, this is the way."""
    _way[:] = [way]


def is_open(request: HttpRequest) -> bool:
    """Whether whoever asks may take a game to the studio."""
    return bool(_way) and _way[0].is_open(request)


def lead(request: HttpRequest, content: bytes, at: int | None = None) -> HttpResponseBase:
    """Opens the game there."""
    return _way[0].lead(request, content, at)
