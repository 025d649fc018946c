"""`manage.py maintenance`: what `deploy/bin/upgrade` closes and opens a site with."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from parlor.catalog.maintenance import Maintenance, why_closed
from parlor.site.management.commands import maintenance
from parlor.tables.models import Status, Table


def said(*words: Any) -> str:
    out = StringIO()
    call_command("maintenance", *words, stdout=out)
    return out.getvalue().strip()


@pytest.mark.django_db
def test_it_begins_and_ends_and_leaves_another_alone() -> None:
    planned = Maintenance.objects.create(text="planned by an admin")
    number = said("begin", "--text", "a new version")
    assert Maintenance.objects.get(pk=number).text == "a new version"
    assert why_closed()
    assert said("end", number) == "Ended: 1."
    assert why_closed(), "the admin's own goes on"
    planned.refresh_from_db()
    assert planned.ends_at is None
    assert said().startswith("It goes on")
    assert said("end") == "Ended: 1."
    assert not why_closed()
    with pytest.raises(CommandError):
        said("end", number)


@pytest.mark.django_db
def test_it_waits_until_nobody_moves_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    Table.objects.create(id="quiet", game="no-thanks", rules=1, status=Status.RUNNING, options={}, seed=b"x")
    Table.objects.update(changed_at=timezone.now() - timedelta(minutes=5))
    assert said("wait", "60") == "Nobody plays."
    Table.objects.update(changed_at=timezone.now())
    monkeypatch.setattr(maintenance, "LOOK_SECONDS", 0.01)
    assert said("wait", "0") == "People play at 1 tables."

    def look(seconds: float) -> None:
        Table.objects.update(changed_at=timezone.now() - timedelta(minutes=5))

    monkeypatch.setattr(maintenance.time, "sleep", look)
    assert said("wait", "60") == "Nobody plays."
