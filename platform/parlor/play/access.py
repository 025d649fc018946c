"""Who is asking on a socket and in which language, and what is answered to who may not watch a table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from parlor.tables.models import Table

Scope = dict[str, Any]
Application = Callable[..., Awaitable[None]]
TOKEN = "token "  # noqa: S105 - the scheme, not a secret


def turned_away(request: HttpRequest, table: Table) -> HttpResponse:
    """The page for who may not watch the table: signing in, or that it is for others."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    return render(request, "tables/table_friends.html", {"host": table.host}, status=403)


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
