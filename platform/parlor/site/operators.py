"""For whoever runs the site: `/healthz` says whether this process works, `/metrics` what it has counted.

`/healthz` answers everybody with "ok" or "not ok". The particulars, and all of `/metrics`, are for requests from this
very machine that came by no proxy, for those with `Authorization: Bearer` and the METRICS_TOKEN, and for admins.
"""

from __future__ import annotations

import hmac
import logging
import time
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Min
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import GaugeMetricFamily

from parlor import lifecycle, measures
from parlor.notifications.models import Delivery, News
from parlor.play.rooms import rooms
from parlor.tables.live import tables
from parlor.tables.models import Beat, Status, Table
from parlor.tables.writer import writer

logger = logging.getLogger(__name__)

FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")
LOOPBACK = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
BEAT_SECONDS = 60.0


def is_operator(request: HttpRequest) -> bool:
    """Whether this request may see the insides."""
    if request.META.get("REMOTE_ADDR") in LOOPBACK and not any(request.META.get(name) for name in FORWARDED):
        return True
    scheme, _space, given = request.headers.get("Authorization", "").partition(" ")
    wanted = settings.METRICS_TOKEN
    if wanted and scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), wanted.encode()):
        return True
    return bool(request.user.is_authenticated and request.user.is_staff)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while this process can serve people, 503 while its database is away or it is about to end."""
    found = health()
    said: dict[str, Any] = {"status": "ok" if found["ok"] else "not ok"}
    if is_operator(request):
        said |= {name: value for name, value in found.items() if name != "ok"}
    return JsonResponse(said, status=200 if found["ok"] else 503)


def health() -> dict[str, Any]:
    """How this process is; `ok` sums it up. `beat` is how long ago, in seconds, some worker looked after the clocks."""
    began, database, beat = time.perf_counter(), True, None
    try:
        last = Beat.objects.values_list("at", flat=True).first()
        beat = None if last is None else round(time.time() - last.timestamp(), 1)
    except Exception as error:
        logger.warning("The database does not answer: %s", error)
        database = False
    return {
        "ok": database and not rooms.stopping and not lifecycle.condemned,
        "database": database,
        "database_seconds": round(time.perf_counter() - began, 4),
        "engine": connection.vendor,
        "stopping": rooms.stopping or bool(lifecycle.condemned),
        "beat": beat,
        "clocks": beat is not None and beat < BEAT_SECONDS,
    }


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The numbers of this process, and how many tables there are, in Prometheus' text form."""
    if not is_operator(request):
        return HttpResponse("Not for you.\n", status=403, content_type="text/plain")
    return HttpResponse(generate_latest(measures.registry), content_type=CONTENT_TYPE_LATEST)


class TableCounts:
    """What is read from the database when somebody asks: tables, clocks, outbox. Every process says the same."""

    def collect(self) -> Any:
        counted = GaugeMetricFamily("parlor_tables", "Tables of the whole site that wait or run.", labels=["status"])
        for status in (Status.WAITING, Status.RUNNING):
            counted.add_metric([status.value], Table.objects.filter(status=status).count())
        resting = Table.objects.filter(status=Status.RUNNING).exclude(frozen="").count()
        counted.add_metric(["resting"], resting)
        yield counted
        now = timezone.now()
        beat = Beat.objects.values_list("at", flat=True).first()
        due = Table.objects.filter(status=Status.RUNNING, due_at__lte=now).aggregate(first=Min("due_at"))["first"]
        leaving = Delivery.objects.filter(state=Delivery.State.WAITING)
        late = leaving.filter(due_at__lte=now).aggregate(first=Min("due_at"))["first"]
        for name, text, value in (
            ("parlor_clock_beat_age_seconds", "Since some process last looked after the clocks.", _since(beat, now)),
            ("parlor_clock_lag_seconds", "How long the table waits that is due and was not seen to.", _since(due, now)),
            ("parlor_outbox_waiting", "Mails, pushes and webhooks that are still to leave.", leaving.count()),
            (
                "parlor_outbox_late_seconds",
                "How long the oldest is overdue of what should have left.",
                _since(late, now),
            ),
            ("parlor_news_waiting", "What happened at tables and nobody has been told of yet.", News.objects.count()),
        ):
            yield GaugeMetricFamily(name, text, value=value)

    def describe(self) -> Any:
        """Nothing is read when it is registered."""
        return []


def _since(moment: datetime | None, now: datetime) -> float:
    return 0.0 if moment is None else max(0.0, (now - moment).total_seconds())


def _unsent() -> int:
    return sum(client.outbox.waiting for room in rooms.all for client in list(room.clients))


def measure() -> None:
    """Registers what is read when somebody asks, once when the apps are ready."""
    gauge = measures.gauge
    gauge("parlor_sockets", "Open sockets at tables.", lambda: sum(len(room.clients) for room in rooms.all))
    gauge("parlor_rooms", "Tables that somebody watches in this process.", lambda: len(rooms.all))
    gauge("parlor_socket_messages_waiting", "Messages that wait for slow sockets.", _unsent)
    gauge("parlor_tables_in_memory", "Games that this process keeps in memory.", lambda: tables.kept)
    gauge("parlor_commands_waiting", "Commands at tables that wait for their turn.", lambda: tables.waiting)
    gauge("parlor_writes_waiting", "Steps that wait to be written.", lambda: writer.waiting)
    measures.registry.register(TableCounts())
