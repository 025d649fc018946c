"""How a person wants to see the site: what there is to choose from, and what holds for somebody now."""

from __future__ import annotations

from functools import cache
from urllib.parse import unquote
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.translation import override

from parlor.accounts.models import Preferences, User

ZONE_COOKIE = "timezone"
"""The browser's own time zone, which a script of every page writes there."""

COOKIE_SECONDS = 365 * 24 * 3600

REGIONS = {
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
}  # fmt: skip


@cache
def time_zones() -> list[str]:
    """The zones of places, by name; the other names in zoneinfo are old or mean the same."""
    return ["UTC", *sorted(zone for zone in available_timezones() if zone.partition("/")[0] in REGIONS)]


@cache
def languages() -> list[tuple[str, str]]:
    """The languages that the site's texts are written in: code, and name in that language."""
    return sorted(settings.LANGUAGES)


def preferences_of(visitor: AbstractBaseUser | AnonymousUser | None) -> Preferences | None:
    """What the person has chosen, or an unsaved row that leaves all to the system; None for who has not signed in."""
    if not isinstance(visitor, User):
        return None
    return Preferences.objects.filter(user=visitor).first() or Preferences(user=visitor)


def guessed_zone(request: HttpRequest) -> str:
    """The zone that the browser told; empty when it told none that is known."""
    told = unquote(request.COOKIES.get(ZONE_COOKIE, ""))
    return told if told in time_zones() else ""


def zone_of(request: HttpRequest, chosen: Preferences | None) -> ZoneInfo | None:
    """The zone in which this visitor reads times; None for the site's."""
    name = (chosen.time_zone if chosen else "") or guessed_zone(request)
    return ZoneInfo(name) if name in time_zones() else None


def in_language_of(person: User) -> override:
    """What is written within is in the language that the person has chosen, else in the site's."""
    return override(language_of(preferences_of(person)) or settings.LANGUAGE_CODE)


def set_language_cookie(response: HttpResponse, code: str) -> None:
    """Has the browser keep the language; with no code it goes by its own again."""
    if not code:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
        return
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(settings.LANGUAGE_COOKIE_NAME, code, max_age=COOKIE_SECONDS, samesite="Lax", secure=secure)


def language_of(chosen: Preferences | None) -> str | None:
    """The language that the person has chosen, as long as there is one of that code."""
    code = chosen.language if chosen else ""
    return code if code in dict(languages()) else None
