"""Pages about people: who somebody is, finding people, and what one does about them."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from parlor.accounts import people as services
from parlor.accounts import selectors
from parlor.accounts.models import User
from parlor.accounts.preferences import preferences_of
from parlor.tables.ratings import ratings_of
from parlor.tables.selectors import game_name, person, record

DEEDS = {
    "ask": services.ask,
    "accept": services.accept,
    "decline": services.part,
    "withdraw": services.part,
    "end": services.part,
    "block": services.block,
    "unblock": services.unblock,
}


@never_cache
@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Who this is; with how many friends, one's friends and oneself alone are told."""
    shown = _called(name)
    viewer = person(request.user)
    relation = selectors.relation(viewer, shown) if viewer else ""
    finished, games = record(shown)
    context = {
        "shown": shown,
        "relation": relation,
        "finished": finished,
        "games_played": games,
        "ratings": _ratings(request, shown),
        "friends_count": len(selectors.friend_ids(shown)) if relation in ("friend", "you") else None,
    }
    return render(request, "people/profile.html", context)


def _ratings(request: HttpRequest, shown: User) -> list[dict[str, Any]]:
    """The ratings as the page lists them; none for a viewer who does not want to see any."""
    chosen = preferences_of(request.user)
    if chosen is not None and not chosen.ratings:
        return []
    return [
        {
            "game": row.game,
            "name": game_name(row.game),
            "points": row.points,
            "settled": row.settled,
            "played": row.played,
        }
        for row in ratings_of(shown)
    ]


@never_cache
@login_required
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Finding people by the beginning of their name; requests, friends, and whom one has blocked."""
    user = cast(User, request.user)
    sought = request.GET.get("q", "").strip()[:40]
    found: list[User] | None = None
    status, sorry = 200, ""
    if "q" in request.GET:
        try:
            found = services.search(by=user, prefix=sought)
        except services.PeopleError as error:
            status, sorry = (429 if isinstance(error, services.Often) else 422), str(error)
    context = {
        "q": sought,
        "sorry": sorry,
        "found": None if found is None else _lines(user, found),
        "asking": _lines(user, selectors.asking(user)),
        "asked": _lines(user, selectors.asked(user)),
        "friends": _lines(user, selectors.friends(user)),
        "blocked": _lines(user, selectors.blocked(user)),
    }
    return render(request, "people/people.html", context, status=status)


@login_required
@require_POST
def deed(request: HttpRequest, name: str, act: str) -> HttpResponse:
    """Asks, accepts, declines, withdraws, ends, blocks or unblocks, or says why not; then back to where one was."""
    whom = _called(name)
    done = DEEDS.get(act)
    if done is None:
        raise Http404
    try:
        done(by=cast(User, request.user), whom=whom)
    except services.PeopleError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _said(act, whom.username))
    back = request.POST.get("next", "")
    fits = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return redirect(back if fits else reverse("profile", args=[whom.username]))


def _called(name: str) -> User:
    found = selectors.person_called(name)
    if found is None:
        raise Http404
    return found


def _lines(user: User, others: list[User]) -> list[dict[str, Any]]:
    relations = selectors.relations(user, others)
    return [{"shown": other, "relation": relations[other.pk]} for other in others]


def _said(act: str, name: str) -> str:
    text = {
        "ask": _("You have asked {name}."),
        "accept": _("{name} and you are friends now."),
        "decline": _("You have declined what {name} asked."),
        "withdraw": _("You no longer ask {name}."),
        "end": _("{name} and you are no longer friends."),
        "block": _("You have blocked {name}. Nobody tells them."),
        "unblock": _("You no longer block {name}."),
    }[act]
    return text.format(name=name)
