"""Whether those who are connected may still be: looked up for all sockets of a process at once, every few seconds.

A socket is let in by a sign-in, or a program's token, and by being somebody who may watch the table. Each can end while
it is open: by signing out, a new password, a ban, the end of a friendship.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from rest_framework.authtoken.models import Token

from parlor.accounts.models import User
from parlor.accounts.standing import banned_among
from parlor.play.access import Scope, token_of
from parlor.play.messages import FORBIDDEN, RESTARTING
from parlor.tables.access import may_watch
from parlor.tables.models import Table, Visibility

MANY = 500
"""Keys in one query."""


class Entry(NamedTuple):
    """What let a socket in."""

    user: int
    session: str = ""
    token: str = ""
    stamp: str = ""
    """Of the person's password when a session was believed."""


class Stay(NamedTuple):
    """One socket, at a table or (with none) elsewhere, where it counts as seated."""

    table: str
    entry: Entry
    seated: bool


def entry_of(scope: Scope, user: User | AnonymousUser) -> Entry | None:
    """By what this visitor comes in; None for strangers, who have nothing that could end. Queries."""
    if not isinstance(user, User):
        return None
    token = token_of(scope)
    return by_session(scope, user) if token is None else Entry(user.pk, token=token)


def by_session(scope: Scope, user: User | AnonymousUser) -> Entry | None:
    """As `entry_of`, where tokens are not asked for."""
    if not isinstance(user, User):
        return None
    session = scope.get("session")
    return Entry(user.pk, session=(session and session.session_key) or "", stamp=user.get_session_auth_hash())


def who_must_go(stays: Sequence[Stay]) -> dict[int, int]:
    """The closing codes of the stays that are over, by their places. Who comes again meets the door anew. Queries."""
    entries = [stay.entry for stay in stays]
    people = {entry.user for entry in entries}
    banned = banned_among(people)
    stamps = {user.pk: user.get_session_auth_hash() for user in User.objects.filter(pk__in=people)}
    sessions = {"", *_there(Session, "session_key", {entry.session for entry in entries if entry.session})}
    tokens = _there(Token, "key", {entry.token for entry in entries if entry.token})
    strangers = _strangers(stays)
    gone = {}
    for place, entry in enumerate(entries):
        if entry.user in banned or place in strangers or (entry.token and entry.token not in tokens):
            gone[place] = FORBIDDEN
        elif entry.stamp and (entry.stamp != stamps.get(entry.user) or entry.session not in sessions):
            gone[place] = RESTARTING
    return gone


def _there(model: type[Session] | type[Token], field: str, keys: Iterable[str]) -> set[str]:
    wanted = list(keys)
    found: set[str] = set()
    for at in range(0, len(wanted), MANY):
        some = {f"{field}__in": wanted[at : at + MANY]}
        found.update(model.objects.filter(**some).values_list(field, flat=True))
    return found


def _strangers(stays: Sequence[Stay]) -> set[int]:
    """The places of those who watch a table for friends that is none for them any more."""
    watching = {place: stay for place, stay in enumerate(stays) if not stay.seated}
    chosen = {stay.table for stay in watching.values()}
    tables = Table.objects.filter(pk__in=chosen, visibility=Visibility.FRIENDS).select_related("host")
    closed = {table.pk: table for table in tables}
    if not closed:
        return set()
    inside = {place: stay for place, stay in watching.items() if stay.table in closed}
    people = User.objects.in_bulk({stay.entry.user for stay in inside.values()})
    return {
        place
        for place, stay in inside.items()
        if stay.entry.user in people and not may_watch(closed[stay.table], people[stay.entry.user])
    }
