"""Tables as they are now, as far as notices are about it, and whether what a notice says still holds."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

import msgspec

from parlor.accounts.models import Block
from parlor.notifications.kinds import PASSING, Kind
from parlor.notifications.models import Notice, Told
from parlor.tables.models import Channel, ChatLine, Invitation, Mute, Seat, Status, Table, Vote
from parlor.tables.votes import REPLACE

FRESH = timedelta(hours=1)
"""What is older when it is first heard of, as after an update of the site, is no news."""


class Scene(msgspec.Struct):
    """A table as it is now, with what concerns notices.

    `waiting` has for each seat that the game waits for since which version it does, as far as that was seen to.
    `deaf` are pairs of people: the first does not want to hear the second.
    """

    table: Table
    seats: list[Seat]
    votes: list[Vote] = []
    invitations: list[Invitation] = []
    lines: list[ChatLine] = []
    deaf: set[tuple[int, int | None]] = set()
    waiting: dict[int, int] = {}

    @property
    def people(self) -> list[int]:
        """Who plays here, or waits for the game."""
        return list(dict.fromkeys(seat.user_id for seat in self.seats if seat.user_id and not seat.left))


def read_scenes(told: Collection[Told], *, chat_since: datetime | None = None) -> dict[str, Scene]:
    """These tables as they are now; with the untold lines of the chat since that moment where they are asked for."""
    tables = [one.pk for one in told]
    scenes = {
        table.pk: Scene(table, list(table.seats.all()))
        for table in Table.objects.filter(pk__in=tables).prefetch_related("seats")
    }
    running = [pk for pk, scene in scenes.items() if scene.table.status == Status.RUNNING]
    waiting = [pk for pk, scene in scenes.items() if scene.table.status == Status.WAITING]
    for vote in Vote.objects.filter(table__in=running).order_by("pk") if running else ():
        scenes[vote.table_id].votes.append(vote)
    asking = Invitation.objects.filter(table__in=waiting, state=Invitation.State.ASKED).select_related("by")
    for invitation in asking if waiting else ():
        scenes[invitation.table_id].invitations.append(invitation)
    for one in told:
        scenes[one.pk].waiting = {int(seat): since for seat, since in one.waiting.items()}
    if chat_since is not None:
        chat = {one.pk: one.chat for one in told}
        said = ChatLine.objects.filter(table__in=tables, channel=Channel.TABLE, at__gte=chat_since)
        for line in said.filter(pk__gt=min(chat.values())).order_by("pk"):
            if line.pk > chat[line.table_id]:
                scenes[line.table_id].lines.append(line)
    _hush(scenes)
    return scenes


def _hush(scenes: dict[str, Scene]) -> None:
    """Notes who does not want to hear whom."""
    talking = {line.user_id for scene in scenes.values() for line in scene.lines}
    inviting = {row.by_id for scene in scenes.values() for row in scene.invitations}
    if not talking | inviting:
        return
    blocks = set(Block.objects.filter(whom__in=talking | inviting).values_list("by_id", "whom_id"))
    mutes = list(Mute.objects.filter(table__in=scenes, whom__in=talking).values_list("table_id", "user_id", "whom_id"))
    for pk, scene in scenes.items():
        scene.deaf = blocks | {(user, whom) for table, user, whom in mutes if table == pk}


def holds(notice: Notice, scene: Scene) -> bool:
    """Whether what the notice says is still so."""
    if notice.kind not in PASSING:
        return True
    own = [seat for seat in scene.seats if seat.user_id == notice.user_id and not seat.left]
    if notice.kind in (Kind.TURN, Kind.TIME):
        waits = [seat.number for seat in own if seat.waiting_on]
        return scene.table.status == Status.RUNNING and notice.occasion in {str(scene.waiting.get(n)) for n in waits}
    if notice.kind == Kind.INVITED:
        return notice.user_id in {row.to_id for row in scene.invitations}
    kind = str(notice.facts.get("question"))
    said = {vote.seat: vote.agree for vote in scene.votes if vote.kind == kind}
    return bool(said) and any(asked(scene.table, seat, kind, said) for seat in own)


def asked(table: Table, seat: Seat, kind: str, said: dict[int, bool]) -> bool:
    """Whether the question waits for this seat's answer."""
    if table.status != Status.RUNNING or seat.bot or seat.left or seat.user_id is None:
        return False
    return seat.number not in said and not (kind == REPLACE and seat.waiting_on)
