"""Reports by players, of people and of bugs: what they carry, and how they are decided. Raises ModerationError.

A report of a table carries what is needed to see what its writer saw: options, rules, versions, how many moves, and,
seen by nobody but the studio and whoever may export, the seed and the whole game as a file.
"""

from __future__ import annotations

import gzip
import logging
from importlib.metadata import PackageNotFoundError, version
from typing import Any, ClassVar

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from parlor.accounts.limits import sentence, wait_for
from parlor.accounts.models import User
from parlor.accounts.preferences import in_language_of
from parlor.engine.record import write
from parlor.moderation.errors import ModerationError, ReportedTooOften
from parlor.moderation.notices import Kind as NoticeKind
from parlor.moderation.notices import give_notice
from parlor.moderation.screenshots import picture
from parlor.tables.access import may_watch
from parlor.tables.chat import history, unheard
from parlor.tables.exporting import record_of
from parlor.tables.history import Lost
from parlor.tables.models import ChatLine, Table

logger = logging.getLogger(__name__)

TEXT_MAX = 2000
LINES_OFFERED = 30


class Kind(models.TextChoices):
    """What is reported."""

    PERSON = "person", gettext_lazy("How somebody behaves")
    BUG = "bug", gettext_lazy("Something that does not work")
    OTHER = "other", gettext_lazy("Something else")


class Outcome(models.TextChoices):
    """What became of a report."""

    NOTHING = "nothing", gettext_lazy("nothing to be done")
    WARNED = "warned", gettext_lazy("somebody was warned")
    RESTRICTED = "restricted", gettext_lazy("somebody was muted or banned")
    FIXED = "fixed", gettext_lazy("mended")
    KNOWN = "known", gettext_lazy("known, will be mended")
    OTHER = "other", gettext_lazy("something else")


class Report(models.Model):
    """One report; open until `decided_at`."""

    kind = models.CharField(gettext_lazy("kind"), max_length=10, choices=Kind.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="reports", verbose_name=gettext_lazy("by")
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=gettext_lazy("about")
    )
    table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="+", verbose_name=gettext_lazy("table"))
    at_version = models.PositiveIntegerField(null=True)
    line = models.ForeignKey(ChatLine, models.SET_NULL, null=True, related_name="+")
    text = models.TextField(gettext_lazy("text"), max_length=TEXT_MAX)
    carried = models.JSONField(default=dict)
    record = models.BinaryField(null=True)
    at = models.DateTimeField(gettext_lazy("when"), auto_now_add=True)
    outcome = models.CharField(gettext_lazy("decision"), max_length=12, choices=Outcome.choices, blank=True, default="")
    answer = models.TextField(max_length=1000, blank=True, default="")
    decided_at = models.DateTimeField(gettext_lazy("decided"), null=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = gettext_lazy("report")
        verbose_name_plural = gettext_lazy("reports")
        ordering: ClassVar = [models.F("decided_at").desc(nulls_first=True), "-at"]
        default_permissions = ("view",)
        indexes: ClassVar = [models.Index(fields=["decided_at", "at"])]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.pk})"

    @property
    def content(self) -> bytes:
        """The game as a file that the studio opens; empty where there is none."""
        return gzip.decompress(bytes(self.record)) if self.record else b""


class Screenshot(models.Model):
    """The picture of a report, a row of its own, so that lists do not read it."""

    report = models.OneToOneField(Report, models.CASCADE, related_name="screenshot")
    kind = models.CharField(max_length=20)
    content = models.BinaryField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.kind} of report {self.report_id}"


def file_report(
    *,
    by: User,
    kind: str,
    text: str,
    table: Table | None = None,
    at_version: int | None = None,
    about: User | None = None,
    line: int | None = None,
    upload: UploadedFile[bytes] | None = None,
) -> Report:
    """Stores a report with all that it carries. Raises ModerationError for what cannot be taken."""
    text = text.replace("\0", "").strip()
    if not text or len(text) > TEXT_MAX:
        raise ModerationError(_("Write what happened, in at most {n} characters.").format(n=TEXT_MAX))
    if kind not in Kind.values:
        raise ModerationError(_("Say what the report is about."))
    if table is not None and not may_watch(table, by):
        raise ModerationError(_("There is no such table."))
    said = ChatLine.objects.select_related("user").filter(pk=line, table=table).first() if line and table else None
    if line and (said is None or said.user_id in unheard(said.table_id, by.pk)):
        raise ModerationError(_("There is no such line."))
    shot = picture(upload) if upload else None
    if wait := wait_for("reports", user=by.pk):
        raise ReportedTooOften(sentence(wait), wait)
    with transaction.atomic():
        report = Report.objects.create(
            kind=kind,
            by=by,
            about=about or (said.user if said else None),
            table=table,
            at_version=None if table is None else min(at_version or table.version, table.version),
            line=said,
            text=text,
            carried=_carried(table),
            record=_record(table),
        )
        if shot is not None:
            Screenshot.objects.create(report=report, kind=shot[0], content=shot[1])
    return report


def lines_to_point_at(table: Table, by: User, meant: str = "") -> list[ChatLine]:
    """The latest lines of others that this person hears, the newest first; the one that is `meant`, however old."""
    told = [line.row for line in history(table.pk, by.pk) if line.heard_by(by.pk)]
    others = [line for line in reversed(told) if line.user_id not in (None, by.pk)]
    return [line for n, line in enumerate(others) if n < LINES_OFFERED or str(line.pk) == meant]


def decide(*, by: User, report: Report, outcome: str, answer: str, to_about: str = "") -> None:
    """Closes the report; its writer reads the answer, and the person whom it is about what is meant for them."""
    if by.pk in (report.about_id, report.by_id):
        raise ModerationError(_("Somebody else has to decide what you have written, or what is about you."))
    with transaction.atomic():
        open_ones = Report.objects.filter(pk=report.pk, decided_at=None)
        if not open_ones.update(outcome=outcome, answer=answer[:1000], decided_at=timezone.now(), decided_by=by):
            raise ModerationError(_("That report is decided already."))
        if report.by is not None:
            with in_language_of(report.by):
                said = _("Thank you for your report: {outcome}.").format(outcome=Outcome(outcome).label)
            give_notice(report.by, NoticeKind.DECIDED, f"{said} {answer}")
        if report.about is not None and to_about.strip():
            give_notice(report.about, NoticeKind.REPORTED, to_about)


def _carried(table: Table | None) -> dict[str, Any]:
    try:
        release = version("parlor")
    except PackageNotFoundError:
        release = ""
    if table is None:
        return {"parlor": release}
    return {
        "parlor": release,
        "game": table.game,
        "rules": table.rules,
        "options": table.options,
        "data": table.data,
        "status": table.status,
        "version": table.version,
        "seed": bytes(table.seed).hex(),
    }


def _record(table: Table | None) -> bytes | None:
    if table is None or table.started_at is None:
        return None
    try:
        return gzip.compress(write(record_of(table)))
    except Lost as why:
        logger.warning("A report of table %s goes without its game: %s", table.pk, why)
        return None
