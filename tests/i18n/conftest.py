"""The same people and tables as for the live side, and what a German page must not say."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from tests.notifications import conftest as notices
from tests.play import conftest as live

people = live.people
start = live.start
tables_at_rest = live.tables_at_rest
mail_server, mailbox = notices.mail_server, notices.mailbox


@pytest.fixture(autouse=True)
def _nothing_counted_yet(settings: Any) -> None:
    cache.clear()
