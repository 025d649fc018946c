"""The chat of one room: each line to those who want to hear it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlor.play.messages import Chat, ChatLine, write
from parlor.play.threads import in_database
from parlor.tables import chat
from parlor.tables.chat import Told

if TYPE_CHECKING:
    from parlor.play.room import Client, Room


class Talk:
    """Tells lines to the clients of a room. Belongs to the event loop."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.last = 0  # number of the latest line told

    async def tell_line(self, n: int) -> None:
        """Tells this line, as it is in the database, to everybody who hears its author."""
        told = await in_database(chat.lines_after, self.room.table, n - 1)
        self.say([line for line in told if line.row.pk == n])

    def say(self, told: Sequence[Told]) -> None:
        """Tells new lines. A client that has not got the history yet gets them with it."""
        if not told:
            return
        self.last = max(self.last, *(line.row.pk for line in told))
        texts: dict[tuple[int, ...], str] = {}
        for client in self.room.clients:
            if client.missed is not None:
                client.missed += told
                continue
            heard = [line for line in told if line.heard_by(client.user)]
            key = tuple(line.row.pk for line in heard)
            if key and key not in texts:
                texts[key] = write(Chat(lines_of(heard)))
            if key:
                client.outbox.put(texts[key])

    async def tell_history(self, client: Client) -> None:
        """Tells the client all that it may hear, and whom its person has muted."""
        told, muted = await in_database(_history, self.room.table, client.user)
        known = {line.row.pk for line in told}
        later = [line for line in client.missed or () if line.row.pk not in known and line.heard_by(client.user)]
        client.missed = None
        client.outbox.put(write(Chat(lines_of([*told, *later]), whole=True, muted=muted)))
        self.last = max([self.last, *known])

    async def tell_again(self, user: int) -> None:
        """Tells everything anew to all sockets of this person: they hear others now."""
        for client in list(self.room.clients):
            if client.user == user and client.missed is None:
                await self.tell_history(client)


def lines_of(told: Sequence[Told]) -> list[ChatLine]:
    """The lines as they go over the wire."""
    return [ChatLine(**line.row.as_message()) for line in told]


def _history(table: str, user: int | None) -> tuple[list[Told], list[str]]:
    return chat.history(table, user), chat.muted(table, user)
