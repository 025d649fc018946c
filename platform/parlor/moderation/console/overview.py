"""The first page of the console: what waits for whoever looks, in numbers that lead there."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from parlor.catalog import discovery, maintenance
from parlor.moderation.reports import Kind, Report
from parlor.tables.faults import Fault
from parlor.tables.models import Status, Table


class Figure(NamedTuple):
    """A number, what it counts, where it leads, and whether somebody should look."""

    number: int
    label: str
    url: str
    urgent: bool = False


def overview(request: HttpRequest) -> dict[str, Any]:
    """What this admin may know of the state of the site."""
    figures = []
    if request.user.has_perm("tables.view_table"):
        address = reverse("admin:tables_table_changelist")
        running = Table.objects.filter(status=Status.RUNNING).count()
        waiting = Table.objects.filter(status=Status.WAITING).count()
        figures += [
            Figure(running, _("tables running"), f"{address}?status__exact=running"),
            Figure(waiting, _("tables waiting for players"), f"{address}?status__exact=waiting"),
        ]
    if request.user.has_perm("moderation.view_report"):
        reports = Report.objects.filter(decided_at=None).exclude(about=request.user.pk)
        if not request.user.has_perm("moderation.decide_reports"):
            reports = reports.filter(kind=Kind.BUG)
        address = reverse("admin:moderation_report_changelist")
        figures.append(Figure(reports.count(), _("open reports"), f"{address}?state=open", urgent=True))
    if request.user.has_perm("tables.view_fault"):
        open_faults = Fault.objects.filter(settled_at=None).count()
        address = reverse("admin:tables_fault_changelist")
        figures.append(Figure(open_faults, _("open faults of games"), f"{address}?state=open", urgent=True))
    left_out = discovery.LEFT_OUT if request.user.has_perm("catalog.change_gamesetting") else []
    return {"figures": figures, "closed": maintenance.why_closed(), "left_out": left_out}
