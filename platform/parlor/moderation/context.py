"""What every page shows at its top: announcements, maintenance, and notices for whoever looks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from parlor.catalog import maintenance
from parlor.moderation import announcements, notices
from parlor.tables.selectors import person


def banner(request: HttpRequest) -> dict[str, Any]:
    """`banner`, read only where a page shows it: its announcements, maintenance (with `begun`), and notices."""

    def read() -> dict[str, Any]:
        now, user = timezone.now(), person(getattr(request, "user", None))
        found = maintenance.current(now)
        return {
            "announcements": announcements.current(now),
            "maintenance": found,
            "begun": found is not None and found.has_begun(now),
            "notices": notices.unread(user) if user else [],
        }

    return {"banner": SimpleLazyObject(read)}
