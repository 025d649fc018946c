"""The deadlines of a person's tables for calendars (RFC 5545) and feed readers (RSS 2.0), at a secret address."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.feedgenerator import Rss201rev2Feed
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from parlor.notifications.models import NoticeSettings
from parlor.notifications.people import Person, people
from parlor.notifications.rendering import absolute
from parlor.tables.models import Seat, Status
from parlor.tables.selectors import game_name


def waiting(person: Person) -> list[Seat]:
    """The person's seats that games wait for, the most urgent first, those without a clock last."""
    seats = Seat.objects.filter(user=person.user, waiting_on=True, left=False, table__status=Status.RUNNING)
    far = datetime.max.replace(tzinfo=UTC)
    return sorted(seats.select_related("table"), key=lambda seat: seat.due_at or far)


@require_safe
@never_cache
def feed(request: HttpRequest, secret: str, form: str) -> HttpResponse:
    """`form` is ics or rss. Signs nobody in, and tells only which games wait, until when."""
    row = NoticeSettings.objects.filter(feed=secret, user__is_active=True).first()
    person = people([row.user_id]).get(row.user_id) if row is not None else None
    if person is None:
        raise Http404
    with override(person.language):
        if form == "ics":
            return HttpResponse(calendar(person, timezone.now()), content_type="text/calendar; charset=utf-8")
        return HttpResponse(rss(person), content_type="application/rss+xml; charset=utf-8")


def calendar(person: Person, now: datetime) -> str:
    """An event at each moment when the person's time at a table is out."""
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Parlor//Deadlines//EN", "METHOD:PUBLISH"]
    lines += [f"X-WR-CALNAME:{_text(_('Parlor: my deadlines'))}", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    for seat in waiting(person):
        if seat.due_at is None:
            continue
        lines += [
            "BEGIN:VEVENT",
            f"UID:{seat.table_id}-{seat.number}@{host}",
            f"DTSTAMP:{_moment(now)}",
            f"DTSTART:{_moment(seat.due_at)}",
            f"SUMMARY:{_text(_title(seat))}",
            f"URL:{absolute(seat.table.get_absolute_url())}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def rss(person: Person) -> str:
    """An item for each table that waits for the person."""
    written = Rss201rev2Feed(
        title=_("Parlor: tables that wait for me"),
        link=absolute("/"),
        description=_("Where it is my turn, and until when."),
        language=person.language,
    )
    for seat in waiting(person):
        until = seat.due_at.astimezone(person.zone).strftime("%Y-%m-%d %H:%M %Z") if seat.due_at else ""
        written.add_item(
            title=_title(seat),
            link=absolute(seat.table.get_absolute_url()),
            description=_("Until {moment}.").format(moment=until) if until else _("There is no hurry."),
            unique_id=f"{seat.table_id}-{seat.table.version}-{seat.number}",
            unique_id_is_permalink=False,
            pubdate=seat.table.changed_at,
        )
    return str(written.writeString("utf-8"))


def _title(seat: Seat) -> str:
    return _("Your turn at {game}").format(game=game_name(seat.table.game))


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    """A text value: what would end it, or its line, is escaped."""
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())


def _folded(line: str) -> str:
    """In pieces of at most 75 bytes, never through a sign."""
    pieces: list[str] = []
    piece = ""
    for sign in line:
        if len((piece + sign).encode()) > (75 if not pieces else 74):
            pieces.append(piece)
            piece = ""
        piece += sign
    return "\r\n ".join([*pieces, piece])
