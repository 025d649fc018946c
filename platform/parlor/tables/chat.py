"""The chat beside a table: whoever may watch a table and is signed in may speak; nothing is ever rendered as markup.

Who blocks or mutes somebody does not get their lines; who watches a running game speaks in a channel of its own.
"""

from __future__ import annotations

from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from parlor.accounts.models import Block, User
from parlor.accounts.selectors import person_called
from parlor.accounts.standing import muted_until
from parlor.accounts.texts import fit_line
from parlor.tables.events import TableEvent, Written, tell, wrote
from parlor.tables.models import Channel, ChatLine, Mute, Seat, Status, Table
from parlor.tables.service import TableError

MAX_TEXT = 500
HISTORY = 100


class Told(NamedTuple):
    """A line, and the numbers of those who do not want to hear its author."""

    row: ChatLine
    deaf: frozenset[int] = frozenset()

    def heard_by(self, user: int | None) -> bool:
        """Whether this person, or a stranger, hears it."""
        return user not in self.deaf


def say(table_id: str, user: User, text: str) -> ChatLine:
    """Stores the line and tells everybody. Raises TableError for an empty or long text. The socket counts how often."""
    text = fit_line(text)
    muted = muted_until(user.pk)
    if muted is not None:
        until = date_format(timezone.localtime(muted), "SHORT_DATETIME_FORMAT")
        raise TableError(_("The people who look after this site have muted you until {when}.").format(when=until))
    if not text:
        raise TableError(_("Say something."))
    if len(text) > MAX_TEXT:
        raise TableError(_("At most {n} characters at a time.").format(n=MAX_TEXT))
    own = Seat.objects.filter(table_id=table_id, user=user, left=False).order_by("shared", "number")
    seat = own.values_list("number", flat=True).first()
    with transaction.atomic():
        watching = seat is None and Table.objects.filter(pk=table_id, status=Status.RUNNING).exists()
        line = ChatLine.objects.create(
            table_id=table_id,
            user=user,
            seat=seat,
            name=user.username[:40],
            text=text,
            channel=Channel.WATCHERS if watching else Channel.TABLE,
        )
        wrote(Written(table_id))
    tell(TableEvent("chat", table_id, line.pk))
    return line


def history(table_id: str, reader: int | None = None) -> list[Told]:
    """The latest lines that this person hears, oldest first."""
    lines = ChatLine.objects.filter(table_id=table_id)
    if reader is not None:
        lines = lines.exclude(user__in=unheard(table_id, reader))
    return [Told(line) for line in lines.order_by("-id")[:HISTORY]][::-1]


def lines_after(table_id: str, n: int) -> list[Told]:
    """The lines said after the one with number `n`, oldest first."""
    lines = list(ChatLine.objects.filter(table_id=table_id, pk__gt=n).order_by("id")[:HISTORY])
    authors = {line.user_id for line in lines} - {None}
    deaf: dict[int | None, set[int]] = {}
    for whom, by in [
        *Block.objects.filter(whom__in=authors).values_list("whom_id", "by_id"),
        *Mute.objects.filter(table_id=table_id, whom__in=authors).values_list("whom_id", "user_id"),
    ]:
        deaf.setdefault(whom, set()).add(by)
    return [Told(line, frozenset(deaf.get(line.user_id, ()))) for line in lines]


def mute(table_id: str, user: User, name: str, on: bool) -> None:
    """Hears this person at this table no more, or again. They are not told. Raises TableError for nobody's name."""
    whom = person_called(name)
    if whom is None or whom.pk == user.pk:
        raise TableError(_("There is nobody called {name} to mute.").format(name=name))
    if on:
        Mute.objects.get_or_create(table_id=table_id, user=user, whom=whom)
    else:
        Mute.objects.filter(table_id=table_id, user=user, whom=whom).delete()


def muted(table_id: str, user: int | None) -> list[str]:
    """Names of those whom this person has muted at this table."""
    rows = Mute.objects.filter(table_id=table_id, user=user).order_by("whom__username")
    return list(rows.values_list("whom__username", flat=True))


def unheard(table_id: str, user: int) -> set[int]:
    """Those whom this person does not hear at this table: muted here, or blocked."""
    here = Mute.objects.filter(table_id=table_id, user=user).values_list("whom_id", flat=True)
    return {*here, *Block.objects.filter(by=user).values_list("whom_id", flat=True)}
