"""Announcements: what everybody reads at the top of each page, from one moment to another."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class Announcement(models.Model):
    """One announcement; without an end it stays until somebody sets one."""

    text = models.CharField(gettext_lazy("text"), max_length=300)
    urgent = models.BooleanField(gettext_lazy("urgent"), default=False)
    begins_at = models.DateTimeField(gettext_lazy("from"), default=timezone.now)
    ends_at = models.DateTimeField(gettext_lazy("until"), null=True, blank=True)

    class Meta:
        verbose_name = gettext_lazy("announcement")
        verbose_name_plural = gettext_lazy("announcements")
        ordering: ClassVar = ["-begins_at"]

    def __str__(self) -> str:
        return self.text[:60]

    def clean(self) -> None:
        if self.ends_at is not None and self.begins_at is not None and self.ends_at <= self.begins_at:
            raise ValidationError({"ends_at": _("It has to end after it begins.")})


def current(now: datetime | None = None) -> list[Announcement]:
    """Those that are shown now, the urgent first."""
    now = now or timezone.now()
    open_end = models.Q(ends_at=None) | models.Q(ends_at__gt=now)
    return list(Announcement.objects.filter(open_end, begins_at__lte=now).order_by("-urgent", "-begins_at"))
