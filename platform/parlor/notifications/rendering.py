"""From notices to the message that leaves: one for all that a person is told at once, in the person's language."""

from __future__ import annotations

from datetime import datetime

import msgspec
from django.conf import settings
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from parlor.notifications.facts import board_facts, time_left
from parlor.notifications.kinds import Kind, Way
from parlor.notifications.messages import Message
from parlor.notifications.models import Notice
from parlor.notifications.people import Person
from parlor.notifications.scenes import Scene
from parlor.notifications.wording import line_of, title_of
from parlor.tables.models import Seat
from parlor.tables.selectors import game_name

ORDER = [Kind.HOUSE, Kind.TIME, Kind.TURN, Kind.ASKS, Kind.INVITED, Kind.STARTED, Kind.ENDED, Kind.CHAT]


class Part(msgspec.Struct):
    """What is said of one table, or by the house: a title, lines below it, and the `tag` of what it replaces."""

    title: str
    lines: list[str]
    url: str
    tag: str


def absolute(path: str) -> str:
    """The address of a page of this site, for those who are not on it."""
    return str(settings.SITE_URL).rstrip("/") + path


def message_of(
    name: str, notices: list[Notice], person: Person, way: Way, scenes: dict[str, Scene], now: datetime | None = None
) -> Message:
    """The message called `name`. A chat service, where others may read along, is told only what all may see."""
    now = now or timezone.now()
    with override(person.language):
        notices = sorted(notices, key=lambda notice: (ORDER.index(Kind(notice.kind)), notice.made_at))
        own = way != Way.HOOK
        by_table: dict[str, list[Notice]] = {}
        for notice in notices:
            if notice.table_id:
                by_table.setdefault(notice.table_id, []).append(notice)
        parts = [_of_house(notice, own) for notice in notices if not notice.table_id]
        parts += [_part(of_one, person, scenes[table], own, now) for table, of_one in by_table.items()]
        first = notices[0]
        if len(parts) == 1:
            body, html = _single(parts[0])
            url, tag, title = parts[0].url, parts[0].tag, parts[0].title
        else:
            title = _summary(notices, len(parts))
            body, html = _several(parts)
            url, tag = absolute("/notifications/"), "tables"
        return Message(
            id=name,
            kind=str(first.kind),
            title=title,
            body=body,
            html=html,
            url=url,
            table=first.table_id if len(parts) == 1 else None,
            tag=tag,
            count=len(parts),
            language=person.language,
        )


def daily_of(name: str, notices: list[Notice], person: Person, scenes: dict[str, Scene], now: datetime) -> Message:
    """The one mail of the day: what is new, and every table that waits for the person; those are in `scenes`, too."""
    told = {notice.table_id for notice in notices if notice.kind in (Kind.TURN, Kind.TIME)}
    waiting = [
        Notice(user=person.user, table=scene.table, kind=Kind.TURN, facts={"game": pk_game}, made_at=now)
        for pk, scene in scenes.items()
        for pk_game in [scene.table.game]
        if pk not in told and own_seat(scene, person.user.pk) is not None
    ]
    made = message_of(name, [*notices, *waiting], person, Way.MAIL, scenes, now)
    with override(person.language):
        n = len({notice.table_id for notice in (*notices, *waiting) if notice.kind in (Kind.TURN, Kind.TIME)})
        title = ngettext("Today {n} table waits for you", "Today {n} tables wait for you", n).format(n=n)
        if not n:
            title = made.title if made.kind == Kind.HOUSE else _("What happened at your tables")
        return msgspec.structs.replace(made, title=title)


def own_seat(scene: Scene, user: int) -> Seat | None:
    """The seat of the person that the game waits for."""
    return next((seat for seat in scene.seats if seat.user_id == user and seat.waiting_on and not seat.left), None)


def _part(notices: list[Notice], person: Person, scene: Scene, own: bool, now: datetime) -> Part:
    first = notices[0]
    lines: list[str] = []
    seat = own_seat(scene, person.user.pk)
    if first.kind in (Kind.TURN, Kind.TIME) and seat is not None:
        facts = board_facts(scene.table, seat.number if own else None, person.language)
        if facts is not None:
            lines += [*facts.happened, facts.asked]
        lines.append(time_left(seat, person, now))
    for notice in notices:
        if notice is not first and title_of(notice) not in lines:
            lines.append(title_of(notice))
        lines.append(line_of(notice))
    return Part(
        title_of(first),
        [line for line in dict.fromkeys(lines) if line],
        absolute(f"/tables/{first.table_id}/"),
        f"table-{first.table_id}",
    )


def _of_house(notice: Notice, own: bool) -> Part:
    """What those who look after the site say to this person alone: where others may read along, it is not told."""
    lines = [line_of(notice)] if own else []
    return Part(title_of(notice), lines, absolute("/notifications/"), f"house-{notice.occasion}")


def _summary(notices: list[Notice], tables: int) -> str:
    turns = {notice.table_id for notice in notices if notice.kind in (Kind.TURN, Kind.TIME)}
    if turns:
        return ngettext("{n} table waits for you", "{n} tables wait for you", len(turns)).format(n=len(turns))
    if notices[0].kind == Kind.HOUSE:
        return title_of(notices[0])
    names = sorted({game_name(notice.facts.get("game", "")) for notice in notices})
    return _("News of {n} tables: {games}").format(n=tables, games=", ".join(names))


def _single(part: Part) -> tuple[str, SafeString]:
    return "\n".join(part.lines), format_html_join("\n", "<p>{}</p>", ((line,) for line in part.lines))


def _several(parts: list[Part]) -> tuple[str, SafeString]:
    body = "\n".join(f"• {part.title}" + (f": {part.lines[-1]}" if part.lines else "") for part in parts)
    items = format_html_join(
        "\n",
        '<h2><a href="{}">{}</a></h2>\n{}',
        ((part.url, part.title, _single(part)[1]) for part in parts),
    )
    return body, format_html("{}", items)
