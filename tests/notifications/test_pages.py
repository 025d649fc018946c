"""The pages of notices: the list, the choices, the link that stops mails, tests, feeds, and what browsers post."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from parlor.accounts.models import User
from parlor.notifications import selectors, sending
from parlor.notifications.feeds import _folded
from parlor.notifications.models import NoticeSettings, PushSubscription, Webhook
from parlor.notifications.people import wishes_of
from parlor.notifications.stopping import token_for
from parlor.tables.models import Seat
from tests.notifications.conftest import Mailbox, Start
from tests.support.pages import sound

PREFERENCES = "/notifications/preferences/"
USUAL = {
    "what": "wishes", "quiet_from": "22:00", "quiet_until": "07:30", "daily_at": "08:00",
    "turn-page": "on", "turn-push": "on", "chat-mail": "on",
}  # fmt: skip
BROWSER = {
    "endpoint": "https://push.example.org/send/abc",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
    "label": "Firefox, Linux",
}  # fmt: skip


@pytest.fixture
def ann(people: list[User], client: Client) -> User:
    client.force_login(people[0])
    return people[0]


def test_strangers_are_asked_to_sign_in(client: Client, people: list[User]) -> None:
    for address in ("/notifications/", PREFERENCES):
        assert client.get(address)["Location"].startswith("/accounts/login/")
    assert client.post("/notifications/push/", BROWSER, "application/json").status_code == 403


def test_the_bell_counts_and_the_list_shows(client: Client, start: Start, ann: User) -> None:
    assert "Nothing to tell" in sound(client.get("/notifications/"))
    table = start()
    page = sound(client.get("/notifications/"))
    assert "Your turn at No Thanks!" in page and f'href="/tables/{table.pk}/"' in page and "With bob, cleo." in page
    assert 'aria-label="Notices: 1 new"' in page
    assert client.post("/notifications/read/").status_code == 302
    assert 'aria-label="Notices"' in sound(client.get("/notifications/"))
    assert selectors.unread(ann.pk).count() == 0


def test_choices_are_kept_and_what_is_usual_stays_open(client: Client, ann: User) -> None:
    assert "From now on" in sound(client.post(PREFERENCES, USUAL, follow=True))
    kept = NoticeSettings.objects.get(user=ann)
    assert kept.wants("turn", "page") and not kept.wants("turn", "mail") and kept.wants("chat", "mail")  # type: ignore[arg-type]
    assert kept.choices["turn"] == {"mail": False, "hook": False}
    assert f"{kept.quiet_until:%H:%M}" == "07:30"
    page = sound(client.get(PREFERENCES))
    assert re.search(r'name="chat-mail"[^>]*checked', page) and not re.search(r'name="turn-mail"[^>]*checked', page)
    assert "Quiet from" in sound(client.post(PREFERENCES, USUAL | {"quiet_from": "late"}), 422)


def test_one_press_stops_mails_and_a_look_does_not(
    client: Client, people: list[User], start: Start, mailbox: Mailbox
) -> None:
    ann = people[0]
    start()
    sending.send_due(timezone.now() + timedelta(minutes=4))
    mail = next(mail for mail in mailbox.mails if "ann@" in str(mail["To"]))
    address = "/notifications/stop/" + str(mail["List-Unsubscribe"]).strip(" <>").split("/stop/")[1]
    strict = Client(enforce_csrf_checks=True)
    assert "Stop these mails" in sound(strict.get(address)) and wishes_of(ann).mail_stopped_at is None
    answer = strict.post(address, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200 and "_auth_user_id" not in strict.session
    assert wishes_of(ann).mail_stopped_at is not None
    start()
    sending.send_due(timezone.now() + timedelta(minutes=4))
    assert sum("ann@" in str(mail["To"]) for mail in mailbox.mails) == 1
    client.force_login(ann)
    assert "Let mails come again" in sound(client.get(PREFERENCES))
    client.post("/notifications/mail/again/")
    assert wishes_of(ann).mail_stopped_at is None


def test_nobody_can_make_a_link_for_another(client: Client, people: list[User]) -> None:
    forged = token_for(people[0].pk).replace(str(people[0].pk), str(people[1].pk), 1)
    assert client.post(f"/notifications/stop/{forged}/").status_code == 404
    assert client.get("/notifications/stop/1:x/").status_code == 404


def test_a_test_mail_arrives(client: Client, ann: User, mailbox: Mailbox) -> None:
    assert "The test is sent." in sound(client.post("/notifications/mail/test/", follow=True))
    assert str(mailbox.mails[0]["Subject"]) == "[Parlor] A test from Parlor"
    mailbox.refusing = "550 nobody here"
    assert "does not take mail" in sound(client.post("/notifications/mail/test/", follow=True))


@pytest.mark.parametrize("url", ["https://127.0.0.1/hook", "https://localhost/hook", "http://example.org/", "ftp://x"])
def test_a_webhook_into_our_own_network_is_refused(client: Client, ann: User, url: str) -> None:
    given = {"what": "hook", "flavour": "json", "url": url}
    assert "errors" in sound(client.post(PREFERENCES, given), 422)
    assert not Webhook.objects.exists()


def test_others_addresses_cannot_be_touched(client: Client, ann: User, people: list[User]) -> None:
    row = Webhook.objects.create(user=people[1], flavour="json", url="https://hooks.example.org/x")
    for act in ("test", "remove"):
        assert client.post(f"/notifications/hook/{row.pk}/{act}/").status_code == 404
    assert client.post(f"/notifications/mail/{row.pk}/remove/").status_code == 404


def test_a_browser_belongs_to_who_is_signed_in_there(
    client: Client, ann: User, people: list[User], monkeypatch: Any
) -> None:
    monkeypatch.setattr("parlor.notifications.delivery.addresses._system", lambda host, port: ["93.184.216.34"])
    assert client.post("/notifications/push/", BROWSER, "application/json").status_code == 204
    assert "Firefox, Linux" in sound(client.get(PREFERENCES))
    client.force_login(people[1])
    client.post("/notifications/push/", BROWSER | {"label": ""}, "application/json")
    row = PushSubscription.objects.get()
    assert (row.user, row.label) == (people[1], "Firefox, Linux")
    client.force_login(ann)
    client.delete("/notifications/push/", BROWSER, "application/json")
    assert PushSubscription.objects.exists()
    client.force_login(people[1])
    client.delete("/notifications/push/", BROWSER, "application/json")
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "told", [{}, {"endpoint": 5}, [], BROWSER | {"keys": {"p256dh": "AAAA", "auth": "x"}}, BROWSER | {"endpoint": "https://10.0.0.1/x"}]
)  # fmt: skip
def test_what_is_no_subscription_is_refused(client: Client, ann: User, told: object) -> None:
    assert client.post("/notifications/push/", told, "application/json").status_code in (400, 422)
    assert not PushSubscription.objects.exists()


def test_feeds_tell_deadlines_at_a_secret_address(client: Client, ann: User, start: Start) -> None:
    page = sound(client.get(PREFERENCES))
    assert ".ics" not in page
    client.post("/notifications/feed/new/")
    secret = NoticeSettings.objects.get(user=ann).feed
    start(pace="1d")
    start()
    due = Seat.objects.get(due_at__isnull=False).due_at
    assert due is not None
    stranger = Client()
    ics = stranger.get(f"/notifications/feed/{secret}.ics").content.decode()
    assert ics.startswith("BEGIN:VCALENDAR\r\n") and ics.endswith("END:VCALENDAR\r\n")
    assert ics.count("BEGIN:VEVENT") == 1 and f"DTSTART:{due:%Y%m%dT%H%M%SZ}" in ics
    assert "SUMMARY:Your turn at No Thanks!" in ics and max(len(line) for line in ics.split("\r\n")) <= 75
    rss = ET.fromstring(stranger.get(f"/notifications/feed/{secret}.rss").content)
    assert [item.text for item in rss.iter("title")][1:] == ["Your turn at No Thanks!"] * 2
    assert "_auth_user_id" not in stranger.session
    client.post("/notifications/feed/new/")
    assert stranger.get(f"/notifications/feed/{secret}.ics").status_code == 404


def test_long_lines_are_folded_between_signs() -> None:
    folded = _folded("SUMMARY:" + "ä€😀" * 40)
    assert all(len(line.encode()) <= 75 for line in folded.split("\r\n"))
    assert folded.replace("\r\n ", "") == "SUMMARY:" + "ä€😀" * 40
