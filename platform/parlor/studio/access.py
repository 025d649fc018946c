"""Who may use the studio: it shows all that is hidden, and makes no secret of seeds.

PARLOR_STUDIO is `local` (the default): everybody, while the site serves this machine alone, as under `make run`;
`authors`: superusers and the members of the group "game authors", wherever it runs; or `off`.

Among authors each has their own benches, as a fault or a report puts games there that others still play. Whoever sits
at the table of such a game does not see it here until it is over.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase

from parlor.accounts.models import User
from parlor.studio.models import Kept
from parlor.tables.models import Status, Table

AUTHORS = "game authors"


def may_enter(visitor: AbstractBaseUser | AnonymousUser | None) -> bool:
    """Whether the studio is open for this visitor."""
    if settings.STUDIO == "local":
        return not settings.THROTTLED
    if settings.STUDIO != "authors" or not isinstance(visitor, User) or visitor.is_banned:
        return False
    return visitor.is_superuser or visitor.groups.filter(name=AUTHORS).exists()


def benches_of(visitor: AbstractBaseUser | AnonymousUser | None) -> QuerySet[Kept]:
    """The benches, and what was put aside, that are this visitor's to see."""
    if settings.STUDIO == "local":
        return Kept.objects.all()
    return Kept.objects.filter(by=visitor) if isinstance(visitor, User) else Kept.objects.none()


def may_open(visitor: AbstractBaseUser | AnonymousUser | None, bench: str) -> bool:
    """Whether this visitor may see this bench; one that is not there is open to all who may enter."""
    if not may_enter(visitor):
        return False
    if settings.STUDIO == "local":
        return True
    row = Kept.objects.filter(pk=bench).first()
    if row is None:
        return True
    own = isinstance(visitor, User) and row.by_id == visitor.pk
    return own and not plays_it(visitor, msgspec.json.decode(bytes(row.content), type=_Seeded).seed)


def plays_it(visitor: AbstractBaseUser | AnonymousUser | None, seed: str) -> bool:
    """Whether this visitor sits at a table with this seed (hexadecimal) that is not over: so it is the same game."""
    if settings.STUDIO == "local" or not isinstance(visitor, User):
        return False
    seats = Table.objects.filter(seats__user=visitor).exclude(status=Status.FINISHED)
    return any(bytes(own).hex() == seed.lower() for own in seats.values_list("seed", flat=True))


class _Seeded(msgspec.Struct):
    seed: str = ""


def for_authors(view: Callable[..., Any]) -> Callable[..., HttpResponseBase]:
    """A view that is not there for anybody else, and that of a `bench` only for whose it is."""

    @wraps(view)
    def guarded(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
        if not may_enter(request.user) or ("bench" in named and not may_open(request.user, named["bench"])):
            raise Http404
        answer: HttpResponseBase = view(request, *arguments, **named)
        return answer

    return guarded
