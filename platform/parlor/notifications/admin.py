"""Notices in the admin: to look at, not to write. Addresses and keys of people stay out of sight."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest

from parlor.notifications.models import Delivery, Notice


class Looked(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """Nobody adds, changes or deletes anything here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Notice)
class NoticeAdmin(Looked):
    list_display = ("user", "kind", "table", "made_at", "read_at", "over_at")
    list_filter = ("kind",)
    list_select_related: ClassVar = ["user", "table"]
    fields = ("user", "table", "kind", "occasion", "made_at", "read_at", "over_at")


@admin.register(Delivery)
class DeliveryAdmin(Looked):
    list_display = ("user", "way", "state", "due_at", "tries", "reason", "done_at")
    list_filter = ("way", "state")
    list_select_related: ClassVar = ["user"]
    fields = ("notice", "user", "way", "state", "due_at", "tries", "reason", "done_at")
