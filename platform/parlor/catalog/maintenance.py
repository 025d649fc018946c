"""The maintenance switch: from a moment on nobody opens or begins a table, while those that run go on."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db import connection, models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class Maintenance(models.Model):
    """One time of maintenance. With no end it lasts until somebody sets one."""

    begins_at = models.DateTimeField(gettext_lazy("no new tables from"), default=timezone.now)
    ends_at = models.DateTimeField(gettext_lazy("until"), null=True, blank=True)
    announced_at = models.DateTimeField(
        gettext_lazy("shown from"), default=timezone.now, help_text=gettext_lazy("From then on every page counts down.")
    )
    text = models.CharField(
        gettext_lazy("what people read"),
        max_length=200,
        blank=True,
        default="",
        help_text=gettext_lazy("For example why, and for how long. The time is told by itself."),
    )

    class Meta:
        verbose_name = gettext_lazy("maintenance")
        verbose_name_plural = gettext_lazy("maintenance")
        ordering: ClassVar = ["-begins_at"]

    def __str__(self) -> str:
        return date_format(timezone.localtime(self.begins_at), "DATETIME_FORMAT")

    def clean(self) -> None:
        if self.ends_at is not None and self.begins_at is not None and self.ends_at <= self.begins_at:
            raise ValidationError({"ends_at": _("It has to end after it begins.")})

    def has_begun(self, now: datetime) -> bool:
        """Whether it goes on now."""
        return self.begins_at <= now and (self.ends_at is None or now < self.ends_at)


def current(now: datetime | None = None) -> Maintenance | None:
    """The maintenance that goes on, else the next one that is announced already."""
    now = now or timezone.now()
    open_end = models.Q(ends_at=None) | models.Q(ends_at__gt=now)
    known = Maintenance.objects.filter(open_end).filter(models.Q(begins_at__lte=now) | models.Q(announced_at__lte=now))
    return known.order_by("begins_at").first()


def why_closed(now: datetime | None = None) -> str:
    """Why no table can be opened now, as a sentence; empty when it can."""
    now = now or timezone.now()
    with connection.cursor() as cursor:  # asked at each table, where the ORM would take longer than the database
        at = connection.ops.adapt_datetimefield_value(now)
        cursor.execute(
            "SELECT 1 FROM catalog_maintenance WHERE begins_at <= %s AND (ends_at IS NULL OR ends_at > %s) LIMIT 1",
            [at, at],
        )
        if cursor.fetchone() is None:
            return ""
    return _("The site is being looked after: no new tables at the moment. Running games go on.")
