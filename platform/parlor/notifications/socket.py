"""The socket of every page: `/ws/notices/`, for those who are signed in. It counts, and hears which table is looked at.

Out: `{"type": "notices", "unread": 3, "turns": 2, "new": [{id, kind, table, url, title, line, at, read, over}]}`, at
first (with nothing new) and after each change. In: `{"type": "here", "table": "k3…"}` while its person has that table
before their eyes, `{"type": "away"}` when not.
"""

from __future__ import annotations

import logging
from typing import Any, Literal

import msgspec

from parlor import tracing
from parlor.accounts import preferences
from parlor.accounts.models import User
from parlor.notifications.bells import Bell, bells
from parlor.play.access import Scope, language_of
from parlor.play.limits import Meter
from parlor.play.messages import FORBIDDEN, MALFORMED, TOO_MANY
from parlor.play.outbox import Outbox, Send
from parlor.play.revisits import Entry, by_session
from parlor.play.rooms import rooms
from parlor.play.threads import in_database

logger = logging.getLogger(__name__)

MAX_BYTES = 200


class Said(msgspec.Struct):
    """What a page says."""

    type: Literal["here", "away"]
    table: str = ""


_said = msgspec.json.Decoder(Said)


async def notices_socket(scope: Scope, receive: Any, send: Send) -> None:
    """The ASGI application of one socket."""
    event = await receive()
    if event["type"] != "websocket.connect":
        return
    await send({"type": "websocket.accept"})
    user, entry, language = await in_database(_who, scope)
    if user is None:
        await send({"type": "websocket.close", "code": FORBIDDEN})
        return
    tracing.note(account=user.pk)
    bell = Bell(user, language, Outbox(send))
    meter = Meter()
    bells.enter(bell)
    try:
        with rooms.looking_after(entry, bell.outbox):
            while (event := await receive())["type"] != "websocket.disconnect":
                if event["type"] == "websocket.receive" and bell.outbox.code is None:
                    _hear(bell, meter, event.get("text") or "")
    finally:
        bells.leave(bell)
        bell.outbox.abandon()


def _who(scope: Scope) -> tuple[User | None, Entry | None, str]:
    """Who has the page open, by what they came in, and the language it is in."""
    user = scope.get("user")
    if user is None or not user.is_authenticated:
        return None, None, ""
    person = User.objects.filter(pk=user.pk, is_active=True).first()
    if person is None or person.is_banned:
        return None, None, ""
    language = preferences.language_of(preferences.preferences_of(person)) or language_of(scope)
    return person, by_session(scope, user), language


def _hear(bell: Bell, meter: Meter, text: str) -> None:
    if not meter.admit():
        if meter.exhausted:
            bell.outbox.close(TOO_MANY)
        return
    try:
        if len(text) > MAX_BYTES:
            raise msgspec.ValidationError("too long")
        said = _said.decode(text)
    except msgspec.DecodeError:
        if meter.malformed():
            bell.outbox.close(MALFORMED)
        return
    there = said.type == "here" and said.table.isalnum() and said.table.isascii()
    bells.looks_at(bell, said.table[:16] if there else "")
