"""Who may use the studio: it shows all that is hidden, and makes no secret of seeds.

PARLOR_STUDIO is `local` (the default): everybody, while the site serves this machine alone, as under `make run`;
`authors`: superusers and the members of the group "game authors", wherever it runs; or `off`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponseBase

from parlor.accounts.models import User

AUTHORS = "game authors"


def may_enter(visitor: AbstractBaseUser | AnonymousUser | None) -> bool:
    """Whether the studio is open for this visitor."""
    if settings.STUDIO == "local":
        return not settings.THROTTLED
    if settings.STUDIO != "authors" or not isinstance(visitor, User) or visitor.is_banned:
        return False
    return visitor.is_superuser or visitor.groups.filter(name=AUTHORS).exists()


def for_authors(view: Callable[..., Any]) -> Callable[..., HttpResponseBase]:
    """A view that is not there for anybody else."""

    @wraps(view)
    def guarded(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
        if not may_enter(request.user):
            raise Http404
        answer: HttpResponseBase = view(request, *arguments, **named)
        return answer

    return guarded
