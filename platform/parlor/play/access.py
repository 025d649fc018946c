"""Who may watch a table, who is asking on a socket, and in which language.

A table open to everybody may be watched by everybody, signed in or not. A private one is for people who have its link:
whoever is signed in (guests too) and knows its address may watch it, as its id cannot be guessed; somebody
who is not signed in may not, so that every watcher has a name. Who sits at a table may always watch it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from parlor.accounts.models import User
from parlor.tables.models import Table, Visibility

Scope = dict[str, Any]
Application = Callable[..., Awaitable[None]]
TOKEN = "token "  # noqa: S105 - the scheme, not a secret


def may_watch(table: Table, user: User | AnonymousUser) -> bool:
    """Whether this person may see the table."""
    return table.visibility == Visibility.OPEN or user.is_authenticated


def headers_of(scope: Scope) -> Mapping[str, str]:
    """The request's headers by lower-case name; of a name used twice, the last."""
    return {name.decode("latin1").lower(): value.decode("latin1") for name, value in scope.get("headers", [])}


def language_of(scope: Scope) -> str:
    """The reader's language, as for pages: the language cookie, else Accept-Language, else the site's."""
    headers = headers_of(scope)
    wanted = []
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(settings.LANGUAGE_COOKIE_NAME)
        wanted += [cookie.value] if cookie else []
    except CookieError:
        pass
    wanted += [code for code, _weight in parse_accept_lang_header(headers.get("accept-language", ""))]
    for code in wanted:
        if code == "*":
            break
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def token_of(scope: Scope) -> str | None:
    """The token of a program that sent `Authorization: Token ...`; None for a browser."""
    value = headers_of(scope).get("authorization", "")
    return value[len(TOKEN) :].strip() if value.lower().startswith(TOKEN) else None


class ProgramsOrPages:
    """Sends sockets with a token past the checks that browsers need.

    No page of another site can make a browser send that header, so the origin need not be checked, and the
    session of the request does not count.
    """

    def __init__(self, programs: Application, pages: Application) -> None:
        self.programs = programs
        self.pages = pages

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        inner = self.pages if token_of(scope) is None else self.programs
        await inner(scope, receive, send)
