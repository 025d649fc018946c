"""What moderators and owners do about people: warnings, mutes, bans, merging, export and deletion."""

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from rest_framework.authtoken.models import Token

from parlor.accounts import standing
from parlor.accounts.models import Block, User
from parlor.accounts.people import accept, ask
from parlor.moderation import sanctions
from parlor.moderation.audit import AuditEntry
from parlor.moderation.errors import ModerationError
from parlor.moderation.merging import merge
from parlor.moderation.notices import Notice
from parlor.moderation.personal_data import FORMER, forget, personal_file
from parlor.tables import chat, play, service
from parlor.tables.models import ChatLine, Note, Seat, Status, Table
from tests.moderation.conftest import Browser, play_at_table
from tests.support.pages import sound
from tests.support.tables import settle_tables


def test_a_warning_is_read_on_the_next_page_and_then_no_more(
    browser: Browser, moderator: User, ben: User, ann: User
) -> None:
    page = sound(browser(moderator).get(f"/admin/accounts/user/{ben.pk}/deed/warn/"))
    assert "The person reads this." in page
    browser(moderator).post(f"/admin/accounts/user/{ben.pk}/deed/warn/", {"reason": "Please be <b>kind</b>."})
    client = browser(ben)
    assert "Please be &lt;b&gt;kind&lt;/b&gt;." in sound(client.get("/games/"))
    notice = Notice.objects.get()
    browser(ann).post(f"/notices/{notice.pk}/read/")
    assert "Please be" in sound(client.get("/games/")), "nobody reads it for somebody else"
    assert client.post(f"/notices/{notice.pk}/read/", {"next": "/games/"}).headers["Location"] == "/games/"
    assert "Please be" not in sound(client.get("/games/"))
    assert "Please be" in sound(browser(moderator).get(f"/admin/accounts/user/{ben.pk}/change/"))


def test_nobody_hears_a_muted_person_until_the_end(moderator: User, ben: User, running: Table) -> None:
    chat.say(running.pk, ben, "Hello")
    sanctions.mute(by=moderator, person=ben, until=timezone.now() + timedelta(days=1), reason="Insults.")
    with pytest.raises(service.TableError, match="muted"):
        chat.say(running.pk, ben, "Hello again")
    User.objects.filter(pk=ben.pk).update(muted_until=timezone.now())
    chat.say(running.pk, ben, "Sorry")


def test_a_ban_ends_all_sessions_and_keeps_the_person_out_until_its_end(
    browser: Browser, moderator: User, ben: User
) -> None:
    client = browser(ben)
    token = Token.objects.create(user=ben)
    program = Client(headers={"authorization": f"Token {token.key}"})
    assert program.get("/api/me/").status_code == 200
    form = {"reason": "Insults.", "how_long": "date", "until": ""}
    path = f"/admin/accounts/user/{ben.pk}/deed/ban/"
    assert browser(moderator).post(path, form).status_code == 422
    until = timezone.localtime(timezone.now() + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
    browser(moderator).post(path, {**form, "until": until})
    assert "Ben" not in sound(client.get("/")), "the old session is over"
    assert program.get("/api/me/").status_code in (401, 403)
    client.post("/accounts/login/", {"login": "Ben", "password": "seven-of-clubs"})
    answer = client.get("/")
    assert answer.status_code == 403 and "Insults." in answer.content.decode()
    assert "Sign in" in sound(client.get("/")), "and is signed out again"
    User.objects.filter(pk=ben.pk).update(banned_until=timezone.now())
    client.post("/accounts/login/", {"login": "Ben", "password": "seven-of-clubs"})
    assert "You were banned" in sound(client.get("/"))


def test_a_ban_without_end_can_be_lifted(browser: Browser, moderator: User, ben: User) -> None:
    path = f"/admin/accounts/user/{ben.pk}/deed/"
    assert browser(moderator).get(path + "lift/").status_code == 403, "nothing to lift"
    browser(moderator).post(path + "ban/", {"reason": "Insults.", "how_long": "ever"})
    ben.refresh_from_db()
    assert ben.banned_until == standing.FOREVER and "any more" in standing.why_banned(ben)
    browser(moderator).post(path + "lift/", {"reason": "A mistake."})
    ben.refresh_from_db()
    assert not ben.is_banned
    assert [one.measure for one in ben.sanctions.all()] == ["lift", "ban"]


def test_listeners_hear_of_a_ban_after_its_commit(moderator: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[int, bool]] = []
    monkeypatch.setattr(
        standing, "_listeners", [lambda user: heard.append((user, User.objects.get(pk=user).is_banned))]
    )
    sanctions.ban(by=moderator, person=ben, until=None, reason="Insults.")
    assert heard == [(ben.pk, True)]
    assert standing.banned_among([ben.pk, moderator.pk, 10_000]) == {ben.pk, 10_000}


def test_moderators_do_nothing_to_themselves_or_each_other(moderator: User, owner: User, game_admin: User) -> None:
    for by, person in ((moderator, moderator), (moderator, owner), (moderator, game_admin)):
        with pytest.raises(ModerationError):
            sanctions.ban(by=by, person=person, until=None, reason="no")
    sanctions.ban(by=owner, person=game_admin, until=None, reason="yes")


def test_a_guest_becomes_part_of_an_account(browser: Browser, owner: User, guest: User, ann: User, ben: User) -> None:
    table = play_at_table(guest, ben)
    chat.say(table.pk, guest, "Hello")
    Note.objects.create(table=table, user=guest, text="remember")
    path = f"/admin/accounts/user/{guest.pk}/deed/merge/"
    assert browser(owner).post(path, {"account": "nobody"}).status_code == 422
    browser(owner).post(path, {"account": "ann"})
    assert not User.objects.filter(pk=guest.pk).exists()
    seat = Seat.objects.get(table=table, number=0)
    assert (seat.user, seat.name) == (ann, "Ann")
    assert Table.objects.get(pk=table.pk).host == ann
    assert ChatLine.objects.get().user == ann and Note.objects.get().user == ann
    settle_tables()
    version = Table.objects.get(pk=table.pk).version
    if Seat.objects.get(table=table, number=0).waiting_on:
        assert isinstance(play.move(table.pk, ann.pk, "x", version, {"kind": "Take"}).result(20), play.Accepted)
    assert AuditEntry.objects.get().act == "merge"


def test_nobody_gets_two_hands_by_merging(guest: User, ann: User, ben: User) -> None:
    play_at_table(guest, ann)
    with pytest.raises(ModerationError, match="Both sit"):
        merge(guest=guest, into=ann)
    with pytest.raises(ModerationError):
        merge(guest=ben, into=ann)


def test_what_both_have_stays_the_accounts_own(guest: User, ann: User, ben: User) -> None:
    table = play_at_table(ben)
    for person, text in ((guest, "the guest's"), (ann, "ann's")):
        Note.objects.create(table=table, user=person, text=text)
        ask(by=person, whom=ben)
    merge(guest=guest, into=ann)
    assert [note.text for note in Note.objects.all()] == ["ann's"]
    accept(by=ben, whom=ann)


def test_the_file_has_all_that_is_the_persons_and_nothing_of_others(
    browser: Browser, owner: User, ann: User, ben: User, running: Table
) -> None:
    chat.say(running.pk, ann, "My line")
    chat.say(running.pk, ben, "Not hers")
    ask(by=ann, whom=ben)
    Block.objects.create(by=ben, whom=ann)
    Token.objects.create(user=ann)
    answer = browser(owner).post(f"/admin/accounts/user/{ann.pk}/deed/export/")
    assert answer["Content-Disposition"] == 'attachment; filename="Ann.json"' and "no-store" in answer["Cache-Control"]
    told = json.loads(answer.content)
    text = answer.content.decode()
    assert told["account"]["email"] == "ann@example.org" and "My line" in text and "Not hers" not in text
    assert "password" not in told["account"] and bytes(running.seed).hex() not in text
    assert Token.objects.get().key not in text
    assert not any("block" in name for name in told), "whoever is blocked is never told"
    assert any(name.startswith("tables.seat") for name in told)


def test_a_deleted_person_is_named_nowhere(
    browser: Browser, owner: User, ann: User, ben: User, cleo: User, running: Table
) -> None:
    done = play_at_table(ann, ben, cleo)
    play.concede(done.pk, ben.pk, "b", 0).result(20)
    play.concede(done.pk, cleo.pk, "c", 1).result(20)
    waiting = service.create(ann, game="no-thanks", seats=3)
    chat.say(done.pk, ann, "My line")
    path = f"/admin/accounts/user/{ann.pk}/deed/forget/"
    assert browser(owner).post(path, {"name": "Anne"}).status_code == 422
    answer = browser(owner).post(path, {"name": "Ann"})
    assert answer.headers["Location"] == "/admin/accounts/user/"
    assert not User.objects.filter(username="Ann").exists() and not EmailAddress.objects.filter(email__startswith="ann")
    assert Seat.objects.get(table=done, number=0).name == FORMER
    assert not Seat.objects.filter(name="Ann").exists() and not ChatLine.objects.filter(name="Ann").exists()
    assert Table.objects.get(pk=waiting.pk).status == Status.FINISHED
    page = sound(browser(ben).get(done.get_absolute_url()))
    assert FORMER in page and "Ann" not in page
    settle_tables()
    going_on = Table.objects.get(pk=running.pk)
    assert going_on.status == Status.RUNNING
    seat = going_on.seats.get(number=0)
    assert seat.left and seat.bot and seat.user is None
    assert "Ann" not in sound(browser(ben).get(running.get_absolute_url()))
    entry = AuditEntry.objects.get(act="forget")
    assert entry.subject == str(ann.pk) and "Ann" not in entry.name and "Ann" not in str(entry.detail)


@pytest.fixture
def cleo() -> User:
    return User.objects.create_user("Cleo", "cleo@example.org", "seven-of-clubs")


def test_who_looks_after_the_site_is_not_deleted_like_that(owner: User, moderator: User) -> None:
    with pytest.raises(ModerationError):
        forget(moderator)


def test_the_file_can_be_made_of_anybody(guest: User, moderator: User) -> None:
    for person in (guest, moderator):
        assert json.loads(personal_file(person))["account"]["username"] == person.username
