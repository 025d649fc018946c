"""From the console to the studio: a report at its step, a fault at its move, a set-up that failed; and for whom not."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group

from parlor.accounts.models import User
from parlor.catalog import registry
from parlor.moderation import reports
from parlor.moderation.audit import AuditEntry
from parlor.studio.access import AUTHORS
from parlor.studio.models import Kept
from parlor.tables import faults, live, service
from parlor.tables.faults import Fault
from parlor.tables.models import Table
from tests.moderation.conftest import Browser, play_at_table
from tests.support.pages import sound


@pytest.fixture
def fault(running: Table) -> Fault:
    """Of the rules, at the first move of the table."""
    row = live.tables.ask(
        running.pk,
        lambda found: faults.report(found, ZeroDivisionError("by zero"), seat=0, move={"kind": "Take"}),
    )
    row.result(20)
    return Fault.objects.get()


def test_a_report_opens_in_the_studio_at_its_step(
    browser: Browser, game_admin: User, moderator: User, ann: User, running: Table
) -> None:
    found = reports.file_report(by=ann, kind="bug", text="It broke.", table=running, at_version=0)
    client = browser(game_admin)
    path = f"/admin/moderation/report/{found.pk}/deed/studio/"
    assert "../deed/studio/" in sound(client.get(f"/admin/moderation/report/{found.pk}/change/"))
    sound(client.get(path))
    page = client.post(path, follow=True)
    assert "Step 0 of 0" in page.content.decode() and page.request["PATH_INFO"].startswith("/studio/")
    assert Kept.objects.get().by == game_admin
    assert AuditEntry.objects.filter(act="studio").count() == 1
    other = browser(moderator)
    assert "deed/studio/" not in sound(other.get(f"/admin/moderation/report/{found.pk}/change/"))
    assert other.post(path).status_code == 403


def test_a_fault_opens_in_the_studio_at_its_move(browser: Browser, game_admin: User, fault: Fault) -> None:
    client = browser(game_admin)
    page = client.post(f"/admin/tables/fault/{fault.pk}/deed/studio/", follow=True).content.decode()
    assert "ZeroDivisionError: by zero" in page and "Try that move" in page


def test_a_set_up_that_failed_opens_too(
    browser: Browser, game_admin: User, ann: User, ben: User, guest: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(type(registry.get_game("no-thanks")), "setup", lambda *given: 1 / 0)
        with pytest.raises(service.Stumbled):
            play_at_table(ann, ben, guest)
        path = f"/admin/tables/fault/{Fault.objects.get().pk}/deed/studio/"
        page = browser(game_admin).post(path, follow=True).content.decode()
        assert "The set-up raised ZeroDivisionError" in page and "<option selected>3</option>" in page
    assert "Step 0 of 0" in browser(game_admin).post(path, follow=True).content.decode(), "mended, it opens"


def test_without_a_studio_there_is_no_way(browser: Browser, game_admin: User, fault: Fault, settings: Any) -> None:
    settings.STUDIO = "authors"
    client = browser(game_admin)
    assert "deed/studio/" not in sound(client.get(f"/admin/tables/fault/{fault.pk}/change/"))
    assert client.post(f"/admin/tables/fault/{fault.pk}/deed/studio/").status_code == 403


def test_nobody_opens_the_table_where_they_play(browser: Browser, owner: User, ann: User) -> None:
    table = play_at_table(owner, ann)
    found = reports.file_report(by=ann, kind="bug", text="It broke.", table=table)
    assert browser(owner).post(f"/admin/moderation/report/{found.pk}/deed/studio/").status_code == 403


def test_lists_show_what_is_open_or_done(browser: Browser, owner: User, ann: User, fault: Fault) -> None:
    found = reports.file_report(by=ann, kind="bug", text="It broke.")
    client = browser(owner)
    for path, words in (("tables/fault", "by zero"), ("moderation/report", "It broke.")):
        assert words in sound(client.get(f"/admin/{path}/?state=open"))
        assert words not in sound(client.get(f"/admin/{path}/?state=done"))
    client.post(f"/admin/tables/fault/{fault.pk}/deed/settle/")
    client.post(f"/admin/moderation/report/{found.pk}/deed/decide-bug/", {"outcome": "fixed"})
    for path, words in (("tables/fault", "by zero"), ("moderation/report", "It broke.")):
        assert words not in sound(client.get(f"/admin/{path}/?state=open"))
        assert words in sound(client.get(f"/admin/{path}/?state=done"))


def test_the_studio_stands_in_the_navigation_of_those_who_may_use_it(
    browser: Browser, owner: User, ann: User, settings: Any
) -> None:
    settings.STUDIO = "authors"
    owner.groups.add(Group.objects.get(name=AUTHORS))
    assert 'href="/studio/"' in sound(browser(owner).get("/games/"))
    assert 'href="/studio/"' not in sound(browser(ann).get("/games/"))
