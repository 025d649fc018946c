"""What everybody reads: announcements and times of maintenance, in the console."""

from __future__ import annotations

from django.contrib import admin

from parlor.catalog.models import Maintenance
from parlor.moderation.announcements import Announcement


@admin.register(Maintenance)
class MaintenanceAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    list_display = ("begins_at", "ends_at", "announced_at", "text")
    fields = ("text", "announced_at", "begins_at", "ends_at")


@admin.register(Announcement)
class AnnouncementAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("text", "urgent", "begins_at", "ends_at")
    fields = ("text", "urgent", "begins_at", "ends_at")
