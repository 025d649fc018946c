"""What leaves: when, together with what, in which words, and never twice."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from parlor.accounts.models import Preferences, User
from parlor.notifications import outbox, selectors, sending, telling
from parlor.notifications.messages import Message, Outcome
from parlor.notifications.models import Delivery, Notice, NoticeSettings
from parlor.notifications.when import after_quiet, due, next_time
from parlor.tables import chat, play
from parlor.tables.models import Seat
from tests.notifications.conftest import TAKE, Mailbox, Start, move, text_of

State = Delivery.State
LATER = timedelta(minutes=4)


def later() -> datetime:
    """When every grace is over."""
    return timezone.now() + LATER


def mails_of(box: Mailbox, name: str) -> list[str]:
    return [str(mail["Subject"]) for mail, to in zip(box.mails, box.to, strict=True) if to == f"{name}@example.org"]


def test_a_mail_tells_who_moved_what_is_asked_how_long_and_where(
    start: Start, people: list[User], mailbox: Mailbox, settings: Any
) -> None:
    table = start(pace="1d")
    move(table, people[0], 0)
    telling.look()
    sending.send_due(later())
    mail = next(mail for mail in mailbox.mails if "bob@example.org" in str(mail["To"]))
    text, html = text_of(mail), text_of(mail, "html")
    assert str(mail["Subject"]) == "[Parlor] Your turn at No Thanks!"
    for part in ("ann", "23 h 55 min", f"/tables/{table.pk}/"):
        assert part in text and part in html, text
    assert "<script" not in html and "token" not in html.lower()
    assert mail["Message-ID"] and mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert str(mail["List-Unsubscribe"]).strip().startswith(f"<{settings.SITE_URL}/notifications/stop/")


def test_names_and_lines_of_others_are_no_mark_up(start: Start, people: list[User], mailbox: Mailbox) -> None:
    wishes = NoticeSettings(user=people[1])
    wishes.choose("chat", "mail", True)  # type: ignore[arg-type]
    wishes.save()
    table = start()
    chat.say(table.pk, people[0], "<b>bold</b> <script>alert(1)</script>")
    telling.look()
    sending.send_due(later())
    html = next(text_of(mail, "html") for mail in mailbox.mails if "bob@" in str(mail["To"]))
    assert "<script" not in html and "&lt;script&gt;" in html


def test_only_confirmed_addresses_get_mail(start: Start, people: list[User], mailbox: Mailbox) -> None:
    EmailAddress.objects.filter(user=people[0]).update(verified=False)
    start()
    sending.send_due(later())
    assert mails_of(mailbox, "ann") == [] and len(mails_of(mailbox, "bob")) == 1


def test_nothing_leaves_before_its_grace(start: Start, people: list[User], mailbox: Mailbox) -> None:
    start(pace="1d")
    start(pace="fast")
    assert sending.send_due(timezone.now() + timedelta(seconds=10)) == 0
    assert sending.send_due(timezone.now() + timedelta(seconds=30)) == 3  # real time, and what would follow soon
    assert mails_of(mailbox, "ann") == ["[Parlor] 2 tables wait for you"]


def test_a_turn_taken_meanwhile_sends_nothing(start: Start, people: list[User], mailbox: Mailbox) -> None:
    table = start()
    move(table, people[0], 0)  # and the worker that tells has not looked yet
    sending.send_due(later())
    assert mails_of(mailbox, "ann") == []
    assert Delivery.objects.get(user=people[0]).state == State.DROPPED


def test_what_was_read_is_not_sent(start: Start, people: list[User], mailbox: Mailbox) -> None:
    start()
    assert selectors.read(people[0].pk, timezone.now()) == 1
    sending.send_due(later())
    assert mails_of(mailbox, "ann") == [] and selectors.unread(people[0].pk).count() == 0


def test_turns_at_several_tables_are_one_mail(start: Start, people: list[User], mailbox: Mailbox) -> None:
    for _n in range(3):
        start()
    sending.send_due(later())
    assert mails_of(mailbox, "ann") == ["[Parlor] 3 tables wait for you"]
    body = text_of(next(mail for mail in mailbox.mails if "ann@" in str(mail["To"])))
    assert body.count("Your turn at No Thanks!") == 3


def test_one_mail_a_day_lists_all_tables_that_wait(start: Start, people: list[User], mailbox: Mailbox) -> None:
    start()
    sending.send_due(later())
    mailbox.mails.clear()
    mailbox.to.clear()
    NoticeSettings.objects.create(user=people[0], daily=True, daily_at=time(6))
    start()
    assert mails_of(mailbox, "ann") == []
    when = Delivery.objects.get(user=people[0], state=State.WAITING).due_at
    assert when is not None and (when.hour, when.minute) == (6, 0)
    sending.send_due(when)
    assert mails_of(mailbox, "ann") == ["[Parlor] Today 2 tables wait for you"]


def test_quiet_hours_hold_things_back(start: Start, people: list[User], mailbox: Mailbox) -> None:
    Preferences.objects.create(user=people[0], time_zone="Asia/Kathmandu")
    zone = ZoneInfo("Asia/Kathmandu")
    clock = timezone.now().astimezone(zone)
    until = (clock + timedelta(hours=3)).replace(second=0, microsecond=0)
    since = (clock - timedelta(hours=1)).time().replace(microsecond=0)
    NoticeSettings.objects.create(user=people[0], quiet_from=since, quiet_until=until.time())
    start()
    assert Delivery.objects.get(user=people[0]).due_at == until
    Delivery.objects.filter(user=people[0]).update(due_at=timezone.now())  # chosen after it was written
    sending.send_due(later())
    row = Delivery.objects.get(user=people[0])
    assert (row.due_at, row.state, row.message, row.unsure) == (until, State.WAITING, "", 0)


@pytest.mark.parametrize(
    ("now", "expected"), [("21:59", "21:59"), ("22:00", "07:30"), ("03:00", "07:30"), ("07:30", "07:30")]
)
def test_quiet_hours_reach_over_midnight(now: str, expected: str) -> None:
    wishes = NoticeSettings(quiet_from=time(22), quiet_until=time(7, 30))
    moment = datetime.fromisoformat(f"2026-05-01T{now}:00+00:00")
    assert f"{after_quiet(wishes, UTC, moment):%H:%M}" == expected
    assert after_quiet(NoticeSettings(quiet_from=time(9), quiet_until=time(9)), UTC, moment) == moment


def test_the_hour_of_the_day_follows_the_clock_of_the_person() -> None:
    zone = ZoneInfo("Europe/Berlin")
    night = datetime(2026, 3, 28, 23, 30, tzinfo=UTC)  # the clocks go forward in this night
    assert next_time(time(8), zone, night) == datetime(2026, 3, 29, 6, tzinfo=UTC)
    wishes = NoticeSettings(daily=True, daily_at=time(8))
    assert due(wishes, zone, "turn", "mail", "1d", night) == datetime(2026, 3, 29, 6, tzinfo=UTC)  # type: ignore[arg-type]
    assert due(wishes, zone, "time", "mail", "1d", night) == night  # type: ignore[arg-type]


def test_a_server_that_is_away_is_tried_again(start: Start, people: list[User], settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9  # nobody listens
    start()
    now = later()
    sending.send_due(now)
    row = Delivery.objects.get(user=people[0])
    assert (row.state, row.tries, row.unsure, row.reason) == (State.WAITING, 1, 0, "The mail server does not answer.")
    assert row.due_at is not None and row.due_at > timezone.now()
    for _again in outbox.BACK_OFF:
        Delivery.objects.filter(state=State.WAITING).update(due_at=now)
        sending.send_due(now)
    row.refresh_from_db()
    assert (row.state, row.due_at) == (State.FAILED, None)
    assert selectors.failed(people[0])[0].reason == "The mail server does not answer."


def test_an_address_that_is_refused_is_not_tried_again(start: Start, people: list[User], mailbox: Mailbox) -> None:
    mailbox.refusing = "550 no such mailbox"
    start()
    sending.send_due(later())
    assert {row.state for row in Delivery.objects.all()} == {State.FAILED}
    mailbox.refusing = "451 later"
    start()
    sending.send_due(later())
    assert Delivery.objects.filter(state=State.WAITING, tries=1).count() == 3


def test_a_message_keeps_its_name_when_it_is_sent_again(start: Start, people: list[User], monkeypatch: Any) -> None:
    sent: list[str] = []

    def flaky(_post: object, _address: str, _user: int, message: Message) -> Outcome:
        sent.append(message.id)
        return Outcome.retry("later") if len(sent) == 1 else Outcome.sent()

    monkeypatch.setattr(sending.Post, "send", flaky)
    table = start(seats=3)
    Notice.objects.exclude(user=people[0]).delete()
    sending.send_due(later())
    move(table, people[0], 0, TAKE)
    telling.look()
    sending.send_due(later())
    assert len(sent) == 2 and sent[0] == sent[1]


KILLED = """
import os, sys
sys.path[:0] = {path!r}
import django
django.setup()
from django.conf import settings
from django.utils import timezone
from datetime import timedelta
from parlor.notifications import outbox, sending
settings.DATABASES["default"]["NAME"] = {database!r}
settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", {port}
settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
outbox.mark = lambda *anything: os.kill(os.getpid(), 9)
sending.send_due(timezone.now() + timedelta(minutes=4))
"""


def test_killed_between_send_and_mark_repeats_once_under_the_same_name(
    start: Start, people: list[User], mailbox: Mailbox, settings: Any
) -> None:
    start()
    Notice.objects.exclude(user=people[0]).delete()
    script = KILLED.format(path=sys.path, database=str(settings.DATABASES["default"]["NAME"]), port=settings.EMAIL_PORT)
    for times in (1, 2):
        done = subprocess.run(
            [sys.executable, "-c", script], env={**os.environ}, capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == -9, done.stderr
        assert len(mailbox.mails) == times
        assert sending.send_due(later()) == 0  # claimed by the one who died
        Delivery.objects.filter(state=State.WAITING).update(due_at=timezone.now())  # the claim is over
    assert sending.send_due(later()) == 0
    assert len({str(mail["Message-ID"]) for mail in mailbox.mails}) == 1 and len(mailbox.mails) == 2
    row = Delivery.objects.get()
    assert (row.state, row.reason) == (State.FAILED, outbox.UNSURE)


def test_what_is_dropped_from_a_message_does_not_lose_the_rest(
    start: Start, people: list[User], monkeypatch: Any
) -> None:
    first, _second = start(), start()
    move(first, people[0], 0)
    monkeypatch.setattr(outbox, "mark", lambda *anything: None)  # as if killed
    monkeypatch.setattr(sending.Post, "send", lambda *anything: Outcome.sent())
    sending.send_due(later())
    rows = Delivery.objects.filter(user=people[0]).order_by("pk")
    assert [(row.state, row.due_at is not None) for row in rows] == [(State.DROPPED, False), (State.WAITING, True)]


def test_old_notices_go_with_what_left_of_them(start: Start, people: list[User], mailbox: Mailbox) -> None:
    start()
    sending.send_due(later())
    now = timezone.now()
    Notice.objects.filter(user=people[0]).update(made_at=now - timedelta(days=31), over_at=now)
    Notice.objects.filter(user=people[1]).update(made_at=now - timedelta(days=31))
    Notice.objects.filter(user=people[2]).update(made_at=now - timedelta(days=91))
    outbox.thin(now)
    assert [row.user_id for row in Notice.objects.all()] == [people[1].pk]


def test_a_seat_that_was_left_is_told_nothing_more(start: Start, people: list[User], mailbox: Mailbox) -> None:
    table = start(seats=3)
    play.concede(table.pk, people[0].pk, "c", 0).result(20)
    sending.send_due(later())
    assert mails_of(mailbox, "ann") == [] and Seat.objects.get(table=table, number=0).left
