"""The audit log: each act of an admin is in it, and nobody edits it."""

import pytest

from parlor.accounts.models import User
from parlor.catalog.models import GameSetting
from parlor.moderation.announcements import Announcement
from parlor.moderation.audit import AuditEntry, Sealed, write_down
from parlor.tables.models import Table
from tests.moderation.conftest import Browser
from tests.support.pages import sound


def last() -> AuditEntry:
    entry = AuditEntry.objects.first()
    assert entry is not None
    return entry


def test_what_the_admin_pages_add_change_and_delete_is_written_down(owner: User, browser: Browser) -> None:
    client = browser(owner)
    form = {"text": "Hello", "begins_at_0": "2026-01-01", "begins_at_1": "10:00", "ends_at_0": "", "ends_at_1": ""}
    client.post("/admin/moderation/announcement/add/", form)
    row = Announcement.objects.get()
    assert (last().act, last().by, last().name) == ("add", owner, "Hello")
    client.post(f"/admin/moderation/announcement/{row.pk}/change/", {**form, "text": "Goodbye"})
    assert (last().act, last().subject) == ("change", str(row.pk)) and "Text" in str(last().detail)
    client.post(f"/admin/moderation/announcement/{row.pk}/delete/", {"post": "yes"})
    assert (last().act, last().name) == ("delete", "Goodbye")
    others = [Announcement.objects.create(text=text) for text in ("one", "two")]
    ticked = {"action": "delete_selected", "_selected_action": [one.pk for one in others], "post": "yes"}
    client.post("/admin/moderation/announcement/", ticked)
    assert list(AuditEntry.objects.values_list("name", flat=True)[:2]) == ["two", "one"] or {
        entry.name for entry in AuditEntry.objects.all()[:2]
    } == {"one", "two"}


def test_deeds_are_written_down_with_their_particulars(
    moderator: User, browser: Browser, running: Table, ben: User
) -> None:
    browser(moderator).post(f"/admin/accounts/user/{ben.pk}/deed/warn/", {"reason": "Be kind."})
    assert (last().act, last().by, last().name, last().detail) == ("warn", moderator, "Ben", {"reason": "Be kind."})
    browser(moderator).post(f"/admin/tables/table/{running.pk}/deed/stop/", {"note": "Enough."})
    assert (last().act, last().subject) == ("stop", running.pk)


def test_what_is_refused_is_not_written_down(moderator: User, browser: Browser, ben: User) -> None:
    browser(moderator).post(f"/admin/accounts/user/{moderator.pk}/deed/ban/", {"reason": "me", "how_long": "1d"})
    browser(moderator).post(f"/admin/accounts/user/{ben.pk}/deed/forget/", {"name": "Ben"})
    assert not AuditEntry.objects.exists()


def test_nobody_changes_or_deletes_an_entry(owner: User, browser: Browser) -> None:
    entry = write_down(owner, "test")
    entry.act = "other"
    for attempt in (
        entry.save,
        entry.delete,
        AuditEntry.objects.all().delete,
        lambda: AuditEntry.objects.update(act="other"),
        lambda: AuditEntry.objects.bulk_update([entry], ["act"]),
        lambda: AuditEntry.objects.filter(pk=entry.pk).update(by_name="other"),
    ):
        with pytest.raises(Sealed):
            attempt()
    boss = User.objects.create_superuser("Boss", "boss@example.org", "seven-of-clubs")
    client = browser(boss)
    page = sound(client.get(f"/admin/moderation/auditentry/{entry.pk}/change/"))
    assert "test" in page and "_save" not in page
    for path in (f"{entry.pk}/change/", f"{entry.pk}/delete/", "add/"):
        assert client.post(f"/admin/moderation/auditentry/{path}", {"post": "yes"}).status_code == 403
    assert AuditEntry.objects.get(pk=entry.pk).act == "test"


def test_an_entry_outlives_its_admin() -> None:
    gone = User.objects.create_user("gone")
    entry = write_down(gone, "test")
    gone.delete()
    entry = AuditEntry.objects.get(pk=entry.pk)
    assert entry.by is None and entry.by_name == "gone"


def test_a_game_admin_changes_a_game_and_that_is_known(game_admin: User, browser: Browser) -> None:
    client = browser(game_admin)
    sound(client.get("/admin/catalog/gamesetting/"))
    row = GameSetting.objects.get(slug="no-thanks")
    client.post(f"/admin/catalog/gamesetting/{row.pk}/change/", {"status": "closed", "order": 5, "note": "Soon again."})
    row.refresh_from_db()
    assert (row.status, row.order) == ("closed", 5) and last().act == "change" and last().by == game_admin
