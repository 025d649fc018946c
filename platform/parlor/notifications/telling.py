"""Sees to the news of tables: writes notices for those who were not looking, and ends those that hold no longer."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from datetime import datetime

import msgspec
from django.db import transaction
from django.utils import timezone

from parlor.notifications import news
from parlor.notifications.kinds import Kind, Way
from parlor.notifications.models import Delivery, Notice
from parlor.notifications.occasions import Occasion, occasions
from parlor.notifications.people import Person, looking, people
from parlor.notifications.scenes import FRESH, Scene, holds, read_scenes
from parlor.notifications.when import due

logger = logging.getLogger(__name__)

Key = tuple[int, str | None, str, str]


class _Work(msgspec.Struct):
    """What one look is to write."""

    fresh: list[Notice] = []
    over: list[Notice] = []
    more: list[Notice] = []


def look(now: datetime | None = None) -> set[int] | None:
    """Sees to the tables with news. Returns the people whose notices have changed; None where there was no news."""
    now = now or timezone.now()
    heard = news.claim(now)
    if not heard:
        return None
    scenes = read_scenes([one.told for one in heard], chat_since=now - FRESH)
    tables = list(scenes)
    here = looking(tables, now)
    unread = list(Notice.objects.filter(table__in=tables, read_at=None, over_at=None).select_related("table"))
    work = _Work()
    for one in list(heard):
        try:
            _see_to(one, scenes[one.told.pk], here, unread, work, now)
        except Exception:  # the others shall not wait for it; it is tried again when the claim is over
            logger.exception("The news of table %s cannot be told", one.told.pk)
            heard.remove(one)
    work.fresh = _unknown(work.fresh)
    known = people({notice.user_id for notice in work.fresh}) if work.fresh else {}
    with transaction.atomic():
        _write(work, known, {table: scene.table.pace for table, scene in scenes.items()}, here, now)
        news.settle(heard)
    return {notice.user_id for notice in (*work.fresh, *work.over, *work.more)}


def _see_to(
    one: news.Heard, scene: Scene, here: set[tuple[int, str]], unread: list[Notice], work: _Work, now: datetime
) -> None:
    """One table: who is told what, and which notices are over. Who looks at the board sees there whose turn it is."""
    table = one.told.pk
    own = [notice for notice in unread if notice.table_id == table]
    found = occasions(scene, one.told, one.rows, now)
    found = [new for new in found if new.kind != Kind.TURN or (new.user, table) not in here]
    work.fresh += [_notice(scene, occasion, now) for occasion in found]
    _chat(scene, here, [notice for notice in own if notice.kind == Kind.CHAT], work, now)
    one.told.chat = max([one.told.chat, *(line.pk for line in scene.lines)])
    work.over += [notice for notice in own if not holds(notice, scene)]


def _chat(scene: Scene, here: set[tuple[int, str]], open_: list[Notice], work: _Work, now: datetime) -> None:
    """Of lines that somebody did not see there is one notice until it is read; it counts them."""
    if not scene.lines:
        return
    known = {notice.user_id: notice for notice in open_}
    for user in scene.people:
        if (user, scene.table.pk) in here:
            continue
        lines = [line for line in scene.lines if line.user_id != user and (user, line.user_id) not in scene.deaf]
        if not lines:
            continue
        said = {"by": lines[-1].name, "text": lines[-1].text}
        notice = known.get(user)
        if notice is None:
            facts = {**said, "count": len(lines)}
            work.fresh.append(_notice(scene, Occasion(user, Kind.CHAT, str(lines[0].pk), facts), now))
        else:
            notice.facts = {**notice.facts, **said, "count": notice.facts.get("count", 0) + len(lines)}
            notice.changed_at = now
            work.more.append(notice)


def _notice(scene: Scene, occasion: Occasion, now: datetime) -> Notice:
    facts = {"game": scene.table.game, **occasion.facts}
    return Notice(
        user_id=occasion.user,
        table=scene.table,
        kind=occasion.kind,
        occasion=occasion.name,
        facts=facts,
        made_at=now,
        changed_at=now,
    )


def _key(notice: Notice) -> Key:
    return notice.user_id, notice.table_id, notice.kind, notice.occasion


def _unknown(notices: list[Notice]) -> list[Notice]:
    """Those of which there is no row yet, each once."""
    if not notices:
        return []
    among = Notice.objects.filter(
        user__in={notice.user_id for notice in notices}, table__in={notice.table_id for notice in notices}
    )
    known: set[Key] = set(among.values_list("user_id", "table_id", "kind", "occasion"))
    return list({_key(notice): notice for notice in notices if _key(notice) not in known}.values())


def _write(
    work: _Work, known: dict[int, Person], paces: dict[str, str], here: set[tuple[int, str]], now: datetime
) -> None:
    """Writes notices, and what of them is to leave. Who looks at the table sees it there and is not told again."""
    work.fresh = [notice for notice in work.fresh if notice.user_id in known]
    seen = [notice for notice in work.fresh if (notice.user_id, notice.table_id or "") in here]
    work.fresh = [notice for notice in work.fresh if notice not in seen]
    for notice in work.fresh:
        notice.on_page = known[notice.user_id].wishes.wants(Kind(notice.kind), Way.PAGE)
    for notice in seen:
        notice.read_at = now
    Notice.objects.bulk_create([*work.fresh, *seen])
    for notice in work.fresh:
        Delivery.objects.bulk_create(deliveries(notice, known[notice.user_id], paces[notice.table_id or ""], now))
    end(work.over, now)
    Notice.objects.bulk_update(work.more, ["facts", "changed_at"])


def deliveries(notice: Notice, person: Person, pace: str, now: datetime) -> Iterable[Delivery]:
    """What of the notice is to leave the page."""
    kind = Kind(notice.kind)
    wishes = person.wishes

    def one(way: Way, **address: object) -> Delivery:
        at = due(wishes, person.zone, kind, way, pace, now)
        return Delivery(notice=notice, user_id=notice.user_id, way=way, due_at=at, **address)

    if person.mail is not None and wishes.wants(kind, Way.MAIL):
        yield one(Way.MAIL)
    if wishes.wants(kind, Way.PUSH):
        yield from (one(Way.PUSH, push=browser) for browser in person.browsers)
    if wishes.wants(kind, Way.HOOK):
        yield from (one(Way.HOOK, hook=hook) for hook in person.hooks)


def end(notices: list[Notice], now: datetime) -> None:
    """These hold no longer: what of them still waits to leave need not."""
    ids = [notice.pk for notice in notices]
    if ids:
        Notice.objects.filter(pk__in=ids).update(over_at=now, changed_at=now)
        drop(ids, now)


def drop(notices: Collection[int], now: datetime) -> None:
    """Whatever of these waits and was not taken by a worker yet is not needed any more."""
    waiting = Delivery.objects.filter(notice__in=notices, state=Delivery.State.WAITING, message="")
    waiting.update(state=Delivery.State.DROPPED, due_at=None, done_at=now)
