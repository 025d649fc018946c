"""Filters of the console's lists."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

OPEN, DONE = "open", "done"


def until(field: str, done: Promise | str) -> type[admin.SimpleListFilter]:
    """`?state=open` shows what has no time in this field yet, `?state=done` the others, which the page calls `done`."""

    class State(admin.SimpleListFilter):
        title = gettext_lazy("state")
        parameter_name = "state"

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
            return [(OPEN, _("open")), (DONE, done)]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            if self.value() in (OPEN, DONE):
                return queryset.filter(**{f"{field}__isnull": self.value() == OPEN})
            return queryset

    return State
