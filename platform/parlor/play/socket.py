"""The socket of a table: `/ws/tables/<id>/`, with `?format=json` for programs. Messages are in `messages`.

A plain ASGI application, not a Channels consumer: those take a detour through the one thread of all synchronous code
before every message.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from django.contrib.auth.models import AnonymousUser
from django.db import Error as DatabaseError
from django.utils.translation import gettext, override
from rest_framework.authtoken.models import Token

from parlor import tracing
from parlor.accounts import limits, preferences
from parlor.accounts.addresses import address_of_scope
from parlor.accounts.models import User
from parlor.engine import Preview
from parlor.play import messages
from parlor.play.access import Scope, language_of, token_of
from parlor.play.limits import Meter, allowed
from parlor.play.messages import Accepted, Bad, Previewed, Reason, Refused, write
from parlor.play.outbox import Outbox, Send
from parlor.play.reading import plain, reader
from parlor.play.revisits import Entry, entry_of
from parlor.play.room import Client, Room
from parlor.play.rooms import rooms
from parlor.play.threads import in_database
from parlor.tables import chat, play
from parlor.tables.access import may_watch
from parlor.tables.loading import Frozen, Missing
from parlor.tables.models import Table
from parlor.tables.service import TableError
from parlor.tables.units import Conflict
from parlor.tables.writer import is_full

logger = logging.getLogger(__name__)

UNANSWERED = 32  # requests of one socket that may wait for their answer
BROKEN = 1011


class Turned(Exception):
    """The socket is not let in; `code` says why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


async def table_socket(scope: Scope, receive: Any, send: Send) -> None:
    """The ASGI application of one socket."""
    event = await receive()
    if event["type"] != "websocket.connect":
        return
    await send({"type": "websocket.accept"})  # a closing code reaches the client only after this
    try:
        admitted = await in_database(_admit, scope["url_route"]["kwargs"]["table_id"], scope)
    except Turned as turned:
        await send({"type": "websocket.close", "code": turned.code})
        return
    except Exception:
        logger.exception("A socket could not be opened")
        await send({"type": "websocket.close", "code": BROKEN})
        return
    tracing.note(account=admitted.user.pk, table=admitted.table.pk)
    await Socket(scope, send, admitted).live(receive)


class Admitted(NamedTuple):
    """Who came in, to which table, by what, and the language to speak."""

    table: Table
    user: User | AnonymousUser
    entry: Entry | None
    language: str


def _admit(table_id: str, scope: Scope) -> Admitted:
    """Looks whether who is asking may come in. Raises Turned."""
    user = _user(scope)
    table = Table.objects.select_related("host").filter(pk=table_id).first()
    if isinstance(user, User) and user.is_banned:
        raise Turned(messages.FORBIDDEN)
    if table is None:
        raise Turned(messages.MISSING)
    if not may_watch(table, user):
        raise Turned(messages.FORBIDDEN)
    language = preferences.language_of(preferences.preferences_of(user)) or language_of(scope)
    return Admitted(table, user, entry_of(scope, user), language)


def _user(scope: Scope) -> User | AnonymousUser:
    key = token_of(scope)
    if key is not None:
        token = Token.objects.select_related("user").filter(key=key, user__is_active=True).first()
        if token is None:
            raise Turned(messages.FORBIDDEN)
        owner: User = token.user
        return owner
    user = scope["user"]
    return user if isinstance(user, User) else AnonymousUser()


class Socket:
    """One open socket: reads requests, has them done, and answers each."""

    def __init__(self, scope: Scope, send: Send, admitted: Admitted) -> None:
        table, user, entry, language = admitted
        query = parse_qs(scope.get("query_string", b"").decode("latin1"))
        self.wire = scope.get("extensions", {}).get("parlor.wire")
        self.row = table
        self.table = table.pk
        self.user = user if isinstance(user, User) else None
        self.client = Client(
            self.user.pk if self.user else None, query.get("format") != ["json"], language, Outbox(send, wire=self.wire)
        )
        self.client.edits = self.client.page and query.get("edits") == ["1"]
        self.client.entry = entry
        self.trace = tracing.current.get()
        self.meter = Meter(rate=allowed())
        self.address = address_of_scope(scope)
        self.room: Room | None = None

    async def live(self, receive: Any) -> None:
        """Serves the socket until it is closed."""
        self.room = rooms.enter(self.client, self.row)
        if rooms.stopping:
            self.client.outbox.close(messages.RESTARTING)
        try:
            if self.wire is not None:
                self.wire.listen(self.hear)
            while True:
                event = await receive()
                if event["type"] == "websocket.disconnect":
                    break
                self.hear(event)
                await asyncio.sleep(0)  # who sends without pause must not keep the loop from the others
        finally:
            rooms.leave(self.client, self.room)
            self.client.outbox.abandon()
            if self.wire is not None:
                self.wire.leave()

    def hear(self, event: dict[str, Any]) -> None:
        """Takes a frame as long as the socket is to live."""
        if event["type"] == "websocket.receive" and self.client.outbox.code is None and not rooms.stopping:
            self.take(event)

    def take(self, event: dict[str, Any]) -> None:
        """Reads one frame and has done what it asks."""
        text = event.get("text")
        data = text if text is not None else event.get("bytes") or b""
        if len(data) > messages.MAX_BYTES or (text is not None and len(text.encode()) > messages.MAX_BYTES):
            self.client.outbox.close(messages.TOO_LARGE)
            return
        if not self.meter.admit():
            self.refuse(messages.id_of(text) if text is not None else None, "busy", BUSY)
            if self.meter.exhausted:
                self.client.outbox.close(messages.TOO_MANY)
            return
        try:
            if text is None:
                raise Bad("Send text, not bytes.", None)
            request = messages.read(text)
        except Bad as bad:
            self.refuse(bad.id, "bad", str(bad))
            if self.meter.malformed():
                self.client.outbox.close(messages.MALFORMED)
            return
        if self.client.unanswered >= UNANSWERED:
            self.refuse(request.id, "busy", WAITING)
            return
        self.handle(request)

    def handle(self, request: messages.Request) -> None:
        """Starts what is asked; the answer comes when it is done."""
        assert self.room is not None
        tracing.current.set(self.trace)  # what is asked may have come here past the socket's own task
        user = self.client.user
        if isinstance(request, AT_THE_GAME) and (wait := limits.moves.wait_for(user=user, address=self.address)):
            with override(self.client.language):
                self.refuse(request.id, "busy", limits.sentence(wait))
            return
        match request:
            case messages.MakeMove(id=id, version=version, move=move):
                self.client.unanswered += 1
                play.move_then(self.table, user, id, version, move, partial(rooms.soon, self.answer, id))
            case messages.TakeBack(id=id, version=version):
                self.answer_with(id, play.undo(self.table, user, id, version))
            case messages.Concede(id=id, version=version):
                self.answer_with(id, play.concede(self.table, user, id, version))
            case messages.Withdraw(id=id):
                self.answer_with(id, play.withdraw(self.table, user, id))
            case messages.LookAhead(id=id, version=version, move=move):
                self.answer_with(id, play.look_ahead(self.table, user, version, move))
            case messages.Say(id=id, text=text):
                self.client.unanswered += 1
                self.room.do(self.say(id, text))
            case messages.Mute(id=id, name=name, on=on):
                self.client.unanswered += 1
                self.room.do(self.mute(id, name, on))
            case messages.Sync():
                self.room.show([self.client])

    # Answers

    def put(self, message: messages.Outgoing) -> None:
        self.client.outbox.put(write(message))

    def refuse(self, client_id: str | None, reason: Reason, detail: str) -> None:
        """Answers that it is not done. The sentence is translated where it is one of ours."""
        with override(self.client.language):
            self.put(Refused(client_id, reason, gettext(detail) if detail else ""))

    def answer_with(self, client_id: str, future: Future[Any]) -> None:
        """Answers when the future is done, which may be on any thread."""
        self.client.unanswered += 1

        def done(future: Future[Any]) -> None:
            error = future.exception()
            rooms.soon(self.answer, client_id, future.result() if error is None else None, error)

        future.add_done_callback(done)

    def answer(self, client_id: str, result: Any, error: BaseException | None) -> None:
        """Says how it went."""
        self.client.unanswered -= 1
        if isinstance(error, Missing):
            self.refuse(client_id, "closed", NOT_BEGUN)
        elif isinstance(error, Frozen):
            self.refuse(client_id, "closed", str(error))
        elif isinstance(error, DatabaseError | Conflict | TimeoutError):  # nobody knows whether it was stored
            logger.warning("A request at table %s had to be put off: %r", self.table, error)
            self.refuse(client_id, "busy", FULL if is_full(error) else AGAIN)
        elif error is not None:
            logger.error("A request at table %s failed", self.table, exc_info=error)
            self.refuse(client_id, "fault", FAULT)
        else:
            self.put(self.answered(client_id, result))

    def answered(self, client_id: str, result: Any) -> messages.Outgoing:
        match result:
            case play.Accepted(version=version):
                return Accepted(client_id, version)
            case play.Denied(reason=reason, detail=detail):
                with override(self.client.language):
                    return Refused(client_id, reason, gettext(detail))
            case (Preview() as preview, int(version)):
                return self.previewed(client_id, preview, version)
        raise TypeError(f"{type(result).__name__} is no answer")

    def previewed(self, client_id: str, preview: Preview, version: int) -> Previewed:
        room, viewer = self.room, self.client.viewer
        assert room is not None
        with override(self.client.language):
            read = reader(room.game, lambda seat: room.names.get(seat, "?"), viewer.seat if viewer else None)
            lines = [plain(read.line(line)) for line in preview.lines]
        return Previewed(client_id, version, lines, preview.changed, preview.open)

    async def say(self, client_id: str, text: str) -> None:
        """Says something to the table."""
        await self.talk(client_id, chat.say, text)

    async def mute(self, client_id: str, name: str, on: bool) -> None:
        """Hears somebody no more, or again: the lines that are left are sent anew."""
        if await self.talk(client_id, chat.mute, name, on) and self.room and self.user:
            await self.room.talk.tell_again(self.user.pk)

    def unless_too_often(self, do: Callable[..., object], *arguments: object) -> None:
        """Counts what is asked of the chat, then does it. Raises TooOften."""
        limits.hold("chat", user=self.client.user, address=self.address)
        do(self.table, self.user, *arguments)

    async def talk(self, client_id: str, do: Callable[..., object], *arguments: object) -> bool:
        """Does something about the chat and answers; False where it was refused."""
        try:
            if self.user is None:
                self.refuse(client_id, "stranger", SIGN_IN)
                return False
            with override(self.client.language):
                await in_database(self.unless_too_often, do, *arguments)
        except limits.TooOften as error:
            self.refuse(client_id, "busy", str(error))
        except TableError as error:
            self.refuse(client_id, "bad", str(error))
        except Exception:
            logger.exception("What somebody asked of the chat at table %s could not be stored", self.table)
            self.refuse(client_id, "fault", FAULT)
        else:
            self.put(Accepted(client_id, self.room.latest if self.room else 0))
            return True
        finally:
            self.client.unanswered -= 1
        return False


def _(text: str) -> str:
    """Marks a text for translation."""
    return text


AT_THE_GAME = (messages.MakeMove, messages.LookAhead, messages.TakeBack, messages.Concede, messages.Withdraw)
FAULT = _("Something went wrong on our side. Nothing has changed; please try again.")
BUSY = _("Too many messages. Slow down.")
AGAIN = _("The site is busy. Please try again.")
FULL = _("The site has no room left to store this. The admin has been told; please try again later.")
WAITING = _("Your earlier messages are still being worked on.")
NOT_BEGUN = _("The game has not begun.")
SIGN_IN = _("Sign in to say something.")
