"""`manage.py createadmin`: the first admin, and further ones, from a terminal."""

import io

import pytest
from django.core.management import CommandError, call_command

from parlor.accounts.models import User
from parlor.moderation.audit import AuditEntry
from parlor.moderation.roles import GAME_ADMIN, OWNER
from parlor.tables import play
from parlor.tables.models import Table
from tests.moderation.conftest import Browser
from tests.support.pages import sound


def create(*arguments: str) -> str:
    said = io.StringIO()
    call_command("createadmin", *arguments, stdout=said)
    return said.getvalue()


def test_the_first_admin_is_an_owner(monkeypatch: pytest.MonkeyPatch, browser: Browser) -> None:
    monkeypatch.setenv("PASSWORD", "seven-of-clubs")
    assert "An account is made." in create("Olga", "--email", "olga@example.org")
    olga = User.objects.get(username="Olga")
    assert olga.check_password("seven-of-clubs") and olga.groups.get().name == OWNER and not olga.is_superuser
    sound(browser(olga).get("/admin/moderation/auditentry/"))
    entry = AuditEntry.objects.get()
    assert (entry.by, entry.by_name, entry.act, entry.name) == (None, "manage.py", "appoint", "Olga")


def test_who_has_an_account_keeps_it(ann: User) -> None:
    assert "An account" not in create("ann", "--role", "game-admin")
    ann.refresh_from_db()
    assert ann.is_staff and ann.groups.get().name == GAME_ADMIN and ann.check_password("seven-of-clubs")


def test_what_is_done_to_a_table_from_a_terminal_is_written_down(running: Table) -> None:
    acting = running.seats.get(waiting_on=True).user_id
    play.move(running.pk, acting, "a", 0, {"kind": "Refuse"}).result(20)
    call_command("rollbacktable", running.pk, "1", "--note", "slip", stdout=io.StringIO())
    entry = AuditEntry.objects.get()
    assert (entry.by_name, entry.act, entry.subject) == ("manage.py", "roll-back", running.pk)
    assert entry.detail == {"steps": 1, "note": "slip"}


def test_what_cannot_be_is_refused(monkeypatch: pytest.MonkeyPatch, guest: User) -> None:
    with pytest.raises(CommandError, match="guest"):
        create(guest.username)
    monkeypatch.setenv("PASSWORD", "")
    with pytest.raises(CommandError, match="PASSWORD"):
        create("Olga")
    monkeypatch.setenv("PASSWORD", "123")
    with pytest.raises(CommandError, match="short"):
        create("Olga")
    monkeypatch.setenv("PASSWORD", "seven-of-clubs")
    with pytest.raises(CommandError):
        create("x y/z")
    assert not User.objects.filter(is_staff=True).exists()
