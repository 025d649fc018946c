"""The postman: takes what is due from the outbox, leaves out what nobody needs any more, and sends the rest."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from datetime import datetime
from functools import partial

from django.db.models import F
from django.utils import timezone

from parlor.notifications import outbox
from parlor.notifications.delivery import push, webhook
from parlor.notifications.kinds import Kind, Way
from parlor.notifications.mail import Post
from parlor.notifications.messages import Message, Outcome, Sent
from parlor.notifications.models import Delivery, PushSubscription, Told, Webhook
from parlor.notifications.outbox import Parcel
from parlor.notifications.people import Person, looking, people
from parlor.notifications.rendering import daily_of, message_of
from parlor.notifications.scenes import Scene, holds, read_scenes
from parlor.notifications.when import after_quiet
from parlor.tables.models import Seat, Status

logger = logging.getLogger(__name__)

AT_ONCE = 8
"""Pushes and webhooks under way at the same time; mails go one after the other over one connection."""

BROKEN = "The notice could not be written. The admin has been told."

Job = Callable[[], Outcome]


def send_due(now: datetime | None = None) -> int:
    """Sends one batch of what is due. Returns how many messages were claimed."""
    moment, begun = now or timezone.now(), time.monotonic()
    parcels = outbox.claim(moment)
    if not parcels:
        return 0
    post = Post()
    known = people({parcel.first.user_id for parcel in parcels})
    scenes = _scenes(parcels, known)
    here = looking(list(scenes), moment)
    far: dict[Future[Outcome], Parcel] = {}
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="postman") as pool:
        for parcel in parcels:
            if time.monotonic() - begun > outbox.CLAIM.total_seconds() / 2:  # it may be another worker's soon
                outbox.postpone(parcel, moment)
                continue
            try:
                job = _job(parcel, known.get(parcel.first.user_id), scenes, here, post, moment)
                if job is None:
                    continue
                if parcel.first.way == Way.MAIL:
                    _done(parcel, job())
                else:
                    far[pool.submit(job)] = parcel
            except Exception:
                logger.exception("Message %s cannot be sent", parcel.name)
                _done(parcel, Outcome.retry(BROKEN))
        for future in as_completed(far):
            _done(far[future], _result(future))
    post.close()
    return len(parcels)


def _result(future: Future[Outcome]) -> Outcome:
    try:
        return future.result()
    except Exception:
        logger.exception("A sender failed")
        return Outcome.retry(BROKEN)


def _scenes(parcels: list[Parcel], known: dict[int, Person]) -> dict[str, Scene]:
    """The tables that the parcels are about, and those that wait for people who get one mail a day."""
    tables = {row.notice.table_id for parcel in parcels for row in parcel.deliveries if row.notice.table_id}
    daily = [pk for pk, person in known.items() if person.wishes.daily]
    if daily:
        waiting = Seat.objects.filter(user__in=daily, waiting_on=True, left=False, table__status=Status.RUNNING)
        tables |= set(waiting.values_list("table_id", flat=True))
    return read_scenes(list(Told.objects.filter(table__in=tables)))


def _job(
    parcel: Parcel,
    person: Person | None,
    scenes: dict[str, Scene],
    here: set[tuple[int, str]],
    post: Post,
    now: datetime,
) -> Job | None:
    """What sends the parcel; None where there is nothing to send now."""
    wanted = [row for row in parcel.deliveries if person is not None and _wanted(row, person, scenes, here)]
    outbox.keep_only(parcel, wanted, now)
    if not wanted or person is None:
        return None
    row = parcel.first
    way, wishes = Way(row.way), person.wishes
    notices = [one.notice for one in wanted]
    daily = way == Way.MAIL and wishes.daily and any(notice.kind != Kind.TIME for notice in notices)
    until = now if daily else after_quiet(wishes, person.zone, now)
    if until > now:
        outbox.postpone(parcel, until)
        return None
    if daily:
        message = daily_of(parcel.name, notices, person, scenes, now)
    else:
        message = message_of(parcel.name, notices, person, way, scenes, now)
    return _sender(row, person, message, post)


def _wanted(row: Delivery, person: Person, scenes: dict[str, Scene], here: set[tuple[int, str]]) -> bool:
    """Whether it is still worth telling, and still to be told so."""
    notice = row.notice
    scene = scenes.get(notice.table_id or "")
    if notice.read_at is not None or notice.over_at is not None or (scene is None and notice.table_id):
        return False
    if (notice.user_id, notice.table_id or "") in here or not person.wishes.wants(Kind(notice.kind), Way(row.way)):
        return False
    there = {Way.MAIL: person.mail, Way.PUSH: row.push, Way.HOOK: row.hook}[Way(row.way)]
    return there is not None and (scene is None or holds(notice, scene))


def _sender(row: Delivery, person: Person, message: Message, post: Post) -> Job:
    if row.push is not None:
        return partial(push.send, subscription(row.push), message)
    if row.hook is not None:
        return partial(webhook.send, hook_of(row.hook), message)
    assert person.mail is not None
    return partial(post.send, person.mail, person.user.pk, message)


def subscription(row: PushSubscription) -> push.Subscription:
    """The browser as the sender of pushes knows it."""
    return push.Subscription(row.endpoint, row.p256dh, row.auth)


def hook_of(row: Webhook) -> webhook.Hook:
    """The webhook as its sender knows it."""
    return webhook.Hook(row.flavour, row.url, row.secret)


def _done(parcel: Parcel, outcome: Outcome) -> None:
    now = timezone.now()
    outbox.mark(parcel, outcome, now)
    row = parcel.first
    note_address(row.push or row.hook, outcome, now)


def note_address(row: PushSubscription | Webhook | None, outcome: Outcome, now: datetime) -> None:
    """Keeps at the address how it went; one that is gone for good is removed."""
    if row is None:
        return
    same = type(row).objects.filter(pk=row.pk)
    if outcome.how == Sent.GONE:
        same.delete()
    elif outcome.how == Sent.SENT:
        same.update(used_at=now, failures=0)
    else:
        same.update(failures=F("failures") + 1)
