"""What still has to leave: taken by one worker at a time, named before it is sent, marked when its fate is known.

A worker claims, sends, then marks. If it dies between sending and marking, another takes the message up when the claim
is over and sends it once more, under the same name; a mail then has the same Message-ID, so that a mailbox can tell.
Should that one vanish as well, the message is given up: nothing is ever sent a third time without knowing.

Of the rows that leave together, the one with `due_at` stands for all: whoever has claimed it has them all.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec
from django.db import connection, transaction
from django.db.models import QuerySet

from parlor.notifications.messages import Outcome, Sent
from parlor.notifications.models import Delivery, Notice, PushSubscription, Webhook

State = Delivery.State
Address = tuple[int, str, int | None, int | None]

BATCH = 100
GATHER = timedelta(minutes=5)
"""What would leave for the same address so soon anyway goes along."""

CLAIM = timedelta(minutes=5)
"""Longer than a batch takes, else another worker would take up what is still under way."""

BACK_OFF = [timedelta(seconds=s) for s in (30, 120, 600, 1800, 7200, 6 * 3600, 12 * 3600)]
"""How long to wait after each failure; after the last one it is given up, almost a day after the first try."""

UNSURE = "The server stopped while this was being sent, twice. It may have arrived."
KEEP = timedelta(days=30)
KEEP_UNREAD = timedelta(days=90)


class Parcel(msgspec.Struct):
    """What leaves together: all that one person is to be told by one way at one address. The first stands for all."""

    name: str
    deliveries: list[Delivery]

    @property
    def first(self) -> Delivery:
        return self.deliveries[0]


def claim(now: datetime, limit: int = BATCH) -> list[Parcel]:
    """What is due, for this worker alone, with what would soon leave for the same addresses."""
    skip = connection.features.has_select_for_update_skip_locked
    waiting = Delivery.objects.filter(state=State.WAITING)
    if not waiting.filter(due_at__lte=now).exists():
        return []
    with transaction.atomic():
        rows = waiting.select_for_update(skip_locked=skip) if skip else waiting
        due = list(rows.filter(due_at__lte=now).order_by("due_at", "pk")[:limit])
        _give_up([row for row in due if row.unsure >= 2], now)
        fresh = [row for row in due if not row.message]
        again = [row for row in due if row.message and row.unsure < 2]
        soon = rows.filter(message="", due_at__lte=now + GATHER, user__in={row.user_id for row in fresh})
        parcels = _by_address([*fresh, *soon.exclude(pk__in=[row.pk for row in fresh])] if fresh else [])
        parcels = [parcel for parcel in parcels if any(row in fresh for row in parcel.deliveries)]
        for parcel in parcels:
            for row in parcel.deliveries:
                row.message, row.unsure, row.due_at = parcel.name, 1, None
            parcel.first.due_at = now + CLAIM
        named = [row for parcel in parcels for row in parcel.deliveries]
        Delivery.objects.bulk_update(named, ["message", "unsure", "due_at"])
        for row in again:
            row.due_at, row.unsure = now + CLAIM, row.unsure + 1
        Delivery.objects.bulk_update(again, ["unsure", "due_at"])
    parcels += [Parcel(row.message, [row, *_with(row)]) for row in again]
    _fill([row for parcel in parcels for row in parcel.deliveries])
    return parcels


def _with(row: Delivery) -> QuerySet[Delivery]:
    """The other rows of its message."""
    return Delivery.objects.filter(message=row.message, state=State.WAITING).exclude(pk=row.pk)


def _give_up(lost: list[Delivery], now: datetime) -> None:
    if lost:
        rows = Delivery.objects.filter(message__in=[row.message for row in lost], state=State.WAITING)
        rows.update(state=State.FAILED, reason=UNSURE, due_at=None, done_at=now)


def _by_address(rows: Iterable[Delivery]) -> list[Parcel]:
    """Under new names."""
    found: dict[Address, Parcel] = {}
    for row in rows:
        address = (row.user_id, row.way, row.push_id, row.hook_id)
        found.setdefault(address, Parcel(secrets.token_hex(12), [])).deliveries.append(row)
    return list(found.values())


def _fill(rows: list[Delivery]) -> None:
    """Reads notices and addresses for all rows at once."""
    notices = Notice.objects.in_bulk({row.notice_id for row in rows})
    browsers = PushSubscription.objects.in_bulk({row.push_id for row in rows if row.push_id})
    hooks = Webhook.objects.in_bulk({row.hook_id for row in rows if row.hook_id})
    for row in rows:
        row.notice = notices[row.notice_id]
        row.push = browsers.get(row.push_id) if row.push_id else None
        row.hook = hooks.get(row.hook_id) if row.hook_id else None


def mark(parcel: Parcel, outcome: Outcome, now: datetime) -> None:
    """Writes down what became of the parcel."""
    rows = _rows(parcel.deliveries)
    tries = parcel.first.tries
    if outcome.how == Sent.SENT:
        rows.update(state=State.SENT, due_at=None, done_at=now, reason="")
    elif outcome.how == Sent.RETRY and tries < len(BACK_OFF):
        wait = max(BACK_OFF[tries], timedelta(seconds=min(outcome.after or 0, 86_400)))
        rows.update(tries=tries + 1, unsure=0, reason=outcome.reason[:200])
        _rows([parcel.first]).update(due_at=now + wait)
    else:
        rows.update(state=State.FAILED, due_at=None, done_at=now, tries=tries + 1, reason=outcome.reason[:200])


def keep_only(parcel: Parcel, wanted: list[Delivery], now: datetime) -> None:
    """The rest of the parcel need not be sent any more."""
    unwanted = [row for row in parcel.deliveries if row not in wanted]
    if not unwanted:
        return
    with transaction.atomic():
        if wanted and parcel.first in unwanted:
            _rows(wanted[:1]).update(due_at=parcel.first.due_at)
        _rows(unwanted).update(state=State.DROPPED, due_at=None, done_at=now)
    parcel.deliveries = wanted


def postpone(parcel: Parcel, until: datetime) -> None:
    """The parcel may not leave now; what was not tried yet then leaves with whatever has come meanwhile."""
    if parcel.first.tries:
        _rows([parcel.first]).update(due_at=until, unsure=0)
    else:
        _rows(parcel.deliveries).update(message="", unsure=0, due_at=until)


def thin(now: datetime) -> int:
    """Deletes old notices with all that left of them: read or over for a month, or unread for three."""
    old = Notice.objects.filter(made_at__lt=now - KEEP)
    unread = old.filter(read_at=None, over_at=None, made_at__gte=now - KEEP_UNREAD)
    waiting = Delivery.objects.filter(state=State.WAITING).values("notice")
    return old.exclude(pk__in=unread.values("pk")).exclude(pk__in=waiting).delete()[0]


def _rows(deliveries: list[Delivery]) -> QuerySet[Delivery]:
    return Delivery.objects.filter(pk__in=[row.pk for row in deliveries])
