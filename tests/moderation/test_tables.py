"""Tables in the console: found, looked at, and set right."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from parlor.accounts.models import User
from parlor.engine.record import read
from parlor.moderation.announcements import Announcement
from parlor.moderation.audit import AuditEntry
from parlor.tables import faults, play, service, stuck
from parlor.tables.faults import Fault
from parlor.tables.live import tables
from parlor.tables.models import Move, Reason, Status, Table
from tests.moderation.conftest import Browser, play_at_table
from tests.support.pages import sound


def refuse(table: Table, times: int = 1) -> None:
    """Whoever is asked pays a chip."""
    for n in range(times):
        table.refresh_from_db()
        person = table.seats.get(waiting_on=True).user
        assert person is not None
        answer = play.move(table.pk, person.pk, f"{n}-{table.version}", table.version, {"kind": "Refuse"}).result(20)
        assert isinstance(answer, play.Accepted), answer


def test_a_table_is_found_and_its_log_read(browser: Browser, moderator: User, running: Table) -> None:
    refuse(running, 2)
    client = browser(moderator)
    for found in ("ann", running.pk):
        assert running.pk in sound(client.get(f"/admin/tables/table/?q={found}"))
    assert "0 tables" in sound(client.get("/admin/tables/table/?q=nobody"))
    page = sound(client.get(f"/admin/tables/table/{running.pk}/change/"))
    assert "pays a chip" in page and "Ann" in page and bytes(running.seed).hex() not in page
    assert "_save" not in page


def test_who_looks_from_a_seat_is_written_down_once(browser: Browser, moderator: User, running: Table) -> None:
    refuse(running, 2)
    client = browser(moderator)
    path = f"/admin/tables/table/{running.pk}/look/"
    watching = sound(client.get(path))
    assert "As Ann" in watching and not AuditEntry.objects.exists()
    for at in (0, 1, 2):
        assert f"Step {at} of 2" in sound(client.get(f"{path}?at={at}&seat=0"))
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.by, entry.subject) == ("look", moderator, running.pk)
    assert client.get(f"{path}?seat=open").status_code == 403
    assert client.get("/admin/tables/table/nowhere/look/").status_code == 404


def test_moves_are_taken_back_in_the_console(browser: Browser, game_admin: User, running: Table) -> None:
    refuse(running, 3)
    path = f"/admin/tables/table/{running.pk}/deed/roll-back/"
    assert "struck through" in sound(browser(game_admin).get(path))
    assert browser(game_admin).post(path, {"steps": "9", "note": "slip"}).status_code == 422
    browser(game_admin).post(path, {"steps": "2", "note": "a <i>slip</i>"})
    running.refresh_from_db()
    assert running.version == 4 and Move.objects.filter(table=running).count() == 5
    page = sound(browser(game_admin).get(f"/admin/tables/table/{running.pk}/change/"))
    assert (
        "An admin takes the last 2 moves back: a &lt;i&gt;slip&lt;/i&gt;" in page and page.count('class="struck"') == 2
    )
    refuse(running)
    assert "Step 5 of 5" in sound(browser(game_admin).get(f"/admin/tables/table/{running.pk}/look/?at=5"))


def test_a_table_is_stopped_and_its_people_read_why(
    browser: Browser, moderator: User, running: Table, ann: User
) -> None:
    path = f"/admin/tables/table/{running.pk}/deed/stop/"
    assert browser(moderator).post(path, {"note": ""}).status_code == 422
    browser(moderator).post(path, {"note": "The rules were wrong."})
    running.refresh_from_db()
    assert (running.status, running.reason) == (Status.FINISHED, Reason.STOPPED)
    assert "The rules were wrong." in sound(browser(ann).get(running.get_absolute_url()))
    assert browser(moderator).get(path).status_code == 403, "it is over"


def test_a_bot_and_more_time(browser: Browser, moderator: User, running: Table) -> None:
    path = f"/admin/tables/table/{running.pk}/deed/"
    answer = browser(moderator).post(path + "more-time/", {"seat": "1", "minutes": "5"})
    assert answer.status_code == 422 and b"no clock" in answer.content
    assert browser(moderator).post(path + "bot/", {"seat": "9"}).status_code == 422
    browser(moderator).post(path + "bot/", {"seat": "2"})
    assert running.seats.get(number=1).away


def test_seats_are_chosen_by_name(browser: Browser, moderator: User, running: Table) -> None:
    for deed in ("bot", "more-time"):
        page = sound(browser(moderator).get(f"/admin/tables/table/{running.pk}/deed/{deed}/"))
        told = {seat.number: f"{seat.number + 1} · {seat.name}" for seat in running.seats.all()}
        for number, name in told.items():
            waits = " (to move)" if running.seats.get(number=number).waiting_on else ""
            assert f'<option value="{number + 1}">{name}{waits}</option>' in page
    assert "(away)" not in page
    browser(moderator).post(f"/admin/tables/table/{running.pk}/deed/bot/", {"seat": "3"})
    assert "away)" in sound(browser(moderator).get(f"/admin/tables/table/{running.pk}/deed/bot/"))


def test_an_export_can_be_read_again(browser: Browser, game_admin: User, running: Table) -> None:
    refuse(running, 2)
    answer = browser(game_admin).post(f"/admin/tables/table/{running.pk}/deed/export/")
    assert len(read(answer.content).rows) == 2 and "attachment" in answer["Content-Disposition"]
    assert AuditEntry.objects.get().act == "export"


def test_a_fault_is_looked_at_and_dealt_with(
    browser: Browser, game_admin: User, moderator: User, running: Table, ann: User
) -> None:
    tables.ask(running.pk, lambda run: faults.report(run, ValueError("planted"), seat=0, move={"kind": "Take"})).result(
        20
    )
    fault = Fault.objects.get()
    client = browser(game_admin)
    assert "planted" in sound(client.get("/admin/tables/fault/?state=open"))
    page = sound(client.get(f"/admin/tables/fault/{fault.pk}/change/"))
    assert "ValueError: planted" in page and "Take" in page and bytes(running.seed).hex() not in page
    file = client.post(f"/admin/tables/fault/{fault.pk}/deed/file/")
    assert json.loads(file.content)["fault"]["error"] == "ValueError: planted"
    assert "1 open fault" in sound(client.get("/admin/")) or "open faults of games" in sound(client.get("/admin/"))
    games = sound(client.get("/admin/catalog/gamesetting/"))
    assert '<td class="field-errors">1</td>' in games
    client.post(f"/admin/tables/fault/{fault.pk}/deed/settle/")
    assert '<td class="field-errors">0</td>' in sound(client.get("/admin/catalog/gamesetting/"))
    assert browser(moderator).get("/admin/tables/fault/").status_code == 403


def test_who_plays_there_reads_nothing_in_a_fault(browser: Browser, game_admin: User, ann: User, ben: User) -> None:
    table = play_at_table(game_admin, ann, ben)
    tables.ask(table.pk, lambda run: faults.report(run, ValueError("card-7 is next"), seat=1)).result(20)
    fault = Fault.objects.get()
    client = browser(game_admin)
    assert "card-7" not in sound(client.get("/admin/tables/fault/"))
    assert client.get(f"/admin/tables/fault/{fault.pk}/change/").status_code == 302
    assert client.post(f"/admin/tables/fault/{fault.pk}/deed/file/").status_code == 404


def test_announcements_stand_on_every_page_from_one_moment_to_another(browser: Browser, ann: User) -> None:
    now = timezone.now()
    Announcement.objects.create(text="Now <b>here</b>", begins_at=now - timedelta(hours=1))
    Announcement.objects.create(text="Later", begins_at=now + timedelta(hours=1))
    Announcement.objects.create(text="Past", begins_at=now - timedelta(hours=2), ends_at=now - timedelta(hours=1))
    for client in (Client(), browser(ann)):
        for path in ("/", "/games/", "/accounts/login/"):
            answer = client.get(path, follow=True)
            page = answer.content.decode()
            assert "Now &lt;b&gt;here&lt;/b&gt;" in page and "Later" not in page and "Past" not in page


def test_a_table_that_rests_goes_on_with_the_new_rules(
    browser: Browser, game_admin: User, moderator: User, running: Table, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.no_thanks.game import GAME

    refuse(running)
    monkeypatch.setattr(GAME, "rules", GAME.rules + 1, raising=False)
    tables.forget(running.pk)
    page = sound(browser(ann).get(running.get_absolute_url()))
    assert "The rules of this game have been renewed" in page and "Something went wrong" not in page
    answer = browser(ann).get(f"/api/tables/{running.pk}/")
    assert answer.status_code == 422 and "renewed" in answer.json()["detail"]
    path = f"/admin/tables/table/{running.pk}/"
    page = sound(browser(game_admin).get(path + "change/"))
    assert "The rules of this game have been renewed" in page and "deed/roll-back/" not in page
    assert browser(moderator).get(path + "deed/accept/").status_code == 403
    browser(game_admin).post(path + "deed/accept/")
    running.refresh_from_db()
    assert running.rules == GAME.rules and not running.frozen
    refuse(running)


def test_a_table_that_got_stuck_before_it_began_is_woken(browser: Browser, game_admin: User, ann: User) -> None:
    table = service.create(ann, game="no-thanks", seats=3)
    path = f"/admin/tables/table/{table.pk}/"
    assert "deed/accept/" not in sound(browser(game_admin).get(path + "change/"))
    stuck.stop_table(table.pk, "set-up")
    assert "deed/accept/" in sound(browser(game_admin).get(path + "change/"))
    browser(game_admin).post(path + "deed/accept/")
    table.refresh_from_db()
    assert (table.status, table.frozen) == (Status.WAITING, "")
