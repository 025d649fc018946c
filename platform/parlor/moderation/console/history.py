"""The audit log in the console: to be read, by owners only."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from parlor.moderation.audit import AuditEntry


@admin.register(AuditEntry)
class AuditAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    list_display = ("at", "by_name", "act", "sort", "name", "told")
    list_filter = ("act", "sort")
    search_fields = ("by_name", "name", "subject")
    date_hierarchy = "at"
    fields = ("at", "by_name", "act", "sort", "subject", "name", "told")
    readonly_fields = fields
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description=_("particulars"))
    def told(self, entry: AuditEntry) -> str:
        return json.dumps(entry.detail, ensure_ascii=False) if entry.detail else ""
