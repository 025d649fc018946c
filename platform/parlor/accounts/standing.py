"""Whether a person may use the site and be heard: bans and mutes, each with an end, and what a banned person meets.

A ban ends all the person's sessions at once. Whoever signs in again meets the reason, and is signed out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from django.contrib.auth import logout
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from parlor.accounts.models import User

FOREVER = datetime(9999, 1, 1, tzinfo=UTC)
"""The end of what has none."""

_listeners: list[Callable[[int], object]] = []


def on_ban(listener: Callable[[int], object]) -> None:
    """Calls `listener(number of the person)` after somebody was banned or deleted. Must be quick."""
    if listener not in _listeners:
        _listeners.append(listener)


def tell_banned(user: int) -> None:
    """Tells all listeners once the transaction is through."""
    for listener in _listeners:
        transaction.on_commit(lambda listener=listener: listener(user), robust=True)  # type: ignore[misc]


def ban(user: User, until: datetime, reason: str) -> None:
    """Keeps the person out until then, and ends what they have open now."""
    User.objects.filter(pk=user.pk).update(
        banned_until=until, ban_reason=reason[:200], sessions_ended=F("sessions_ended") + 1
    )
    user.refresh_from_db()
    tell_banned(user.pk)


def lift_ban(user: User) -> None:
    """Lets the person in again."""
    User.objects.filter(pk=user.pk).update(banned_until=None, ban_reason="")
    user.refresh_from_db()


def mute(user: User, until: datetime | None) -> None:
    """Nobody hears the person until then; None ends it."""
    User.objects.filter(pk=user.pk).update(muted_until=until)
    user.refresh_from_db()


def muted_until(user: int) -> datetime | None:
    """Until when the person is muted, read anew; None when they are not."""
    found = User.objects.filter(pk=user, muted_until__gt=timezone.now())
    return found.values_list("muted_until", flat=True).first()


def banned_among(users: Iterable[int]) -> set[int]:
    """Those of them who are banned now, or are no more."""
    wanted = set(users)
    there = dict(User.objects.filter(pk__in=wanted).values_list("pk", "banned_until"))
    now = timezone.now()
    return {user for user in wanted if user not in there or ((until := there[user]) is not None and until > now)}


def why_banned(user: User) -> str:
    """What a banned person is told, as a sentence or two."""
    if user.banned_until is None or user.banned_until.year >= FOREVER.year:
        said = _("You cannot use this site any more.")
    else:
        until = date_format(timezone.localtime(user.banned_until), "DATETIME_FORMAT")
        said = _("You cannot use this site until {when}.").format(when=until)
    return f"{said} {user.ban_reason}".strip()


class StandingMiddleware(MiddlewareMixin):
    """Turns banned people away. Comes after those that find the person and the language."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        user = request.user
        if not isinstance(user, User) or not user.is_banned:
            return None
        said = why_banned(user)
        logout(request)
        if request.path.startswith("/api/"):
            return JsonResponse({"detail": said}, status=403)
        return render(request, "accounts/banned.html", {"said": said}, status=403)
