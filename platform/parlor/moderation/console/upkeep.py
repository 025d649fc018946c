"""Times of maintenance in the console."""

from __future__ import annotations

from django.contrib import admin

from parlor.catalog.models import Maintenance


@admin.register(Maintenance)
class MaintenanceAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    list_display = ("begins_at", "ends_at", "announced_at", "text")
    fields = ("text", "announced_at", "begins_at", "ends_at")
