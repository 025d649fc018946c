"""What moderators tell people: on the page, by mail and by push as each person likes, and no more once it is read."""

from __future__ import annotations

from datetime import datetime, timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from parlor.accounts.models import User
from parlor.moderation import notices, reports, sanctions
from parlor.notifications import house, selectors, sending
from parlor.notifications.kinds import Kind, Way
from parlor.notifications.messages import Message, Outcome
from parlor.notifications.models import Delivery, Notice, NoticeSettings, PushSubscription, Webhook
from tests.notifications.conftest import Mailbox, Start, text_of
from tests.support.pages import sound


def later() -> datetime:
    return timezone.now() + timedelta(minutes=4)


@pytest.fixture
def moderator(people: list[User]) -> User:
    return User.objects.create_user("mona", is_staff=True)


@pytest.fixture
def bob(people: list[User]) -> User:
    return people[1]


def test_a_warning_comes_by_mail(bob: User, moderator: User, mailbox: Mailbox) -> None:
    sanctions.warn(by=moderator, person=bob, reason="Be kind to <others>.")
    sending.send_due()
    assert not mailbox.mails, "who reads it on the page at once need not be told again"
    sending.send_due(later())
    (mail,) = mailbox.mails
    assert mailbox.to == ["bob@example.org"]
    assert str(mail["Subject"]) == "[Parlor] Word from those who look after this site"
    assert "Be kind to <others>." in text_of(mail) and "Be kind to &lt;others&gt;." in text_of(mail, "html")
    assert "/notifications/" in text_of(mail)
    sending.send_due(later())
    assert len(mailbox.mails) == 1


def test_it_stands_among_the_notices(bob: User, moderator: User) -> None:
    sanctions.ban(by=moderator, person=bob, until=None, reason="Insults.")
    (line,) = [selectors.as_line(row) for row in selectors.shown(bob)]
    assert (line["kind"], line["table"], line["read"]) == ("house", None, False)
    assert "Insults." in line["line"] and line["url"] == f"/notifications/#notice-{line['id']}"
    sanctions.lift(by=moderator, person=bob, reason="Sorry.")
    client = Client()
    client.force_login(bob)
    assert "You may take part again. Sorry." in sound(client.get("/notifications/"))
    answer = client.get("/api/me/notices/").json()
    assert [one["kind"] for one in answer] == ["house", "house"]


def test_both_sides_of_a_decision_are_told(people: list[User], moderator: User, mailbox: Mailbox) -> None:
    report = reports.file_report(by=people[0], kind="person", text="He shouts.", about=people[1])
    reports.decide(by=moderator, report=report, outcome="warned", answer="We spoke.", to_about="Please be quiet.")
    sending.send_due(later())
    told = {to: text_of(mail) for to, mail in zip(mailbox.to, mailbox.mails, strict=True)}
    assert "We spoke." in told["ann@example.org"] and "Please be quiet." in told["bob@example.org"]


def test_what_was_read_on_the_page_is_not_sent(bob: User, moderator: User, mailbox: Mailbox) -> None:
    sanctions.warn(by=moderator, person=bob, reason="Be kind.")
    notices.read(bob, notices.unread(bob)[0].pk)
    assert selectors.unread(bob.pk).count() == 0
    sending.send_due(later())
    assert not mailbox.mails and Delivery.objects.get().state == Delivery.State.DROPPED


def test_each_way_can_be_chosen(bob: User, moderator: User, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[Way, Message]] = []

    def kept(way: Way) -> Any:
        return lambda address, message: sent.append((way, message)) or Outcome.sent()

    monkeypatch.setattr(sending.push, "send", kept(Way.PUSH))
    monkeypatch.setattr(sending.webhook, "send", kept(Way.HOOK))
    PushSubscription.objects.create(user=bob, endpoint="https://push.example/1", p256dh="k", auth="a")
    Webhook.objects.create(user=bob, flavour="json", url="https://chat.example/1")
    sanctions.warn(by=moderator, person=bob, reason="Be kind.")
    sending.send_due(later())
    assert len(mailbox.mails) == 1 and [way for way, _message in sent] == [Way.PUSH], "the usual ways"
    assert "Be kind." in sent[0][1].body
    wishes = NoticeSettings(user=bob)
    for way in (Way.PAGE, Way.MAIL, Way.PUSH):
        wishes.choose(Kind.HOUSE, way, False)
    wishes.choose(Kind.HOUSE, Way.HOOK, True)
    wishes.save()
    sanctions.warn(by=moderator, person=bob, reason="Once more.")
    sending.send_due(later())
    assert len(mailbox.mails) == 1 and [way for way, _message in sent] == [Way.PUSH, Way.HOOK]
    assert "Once more." not in sent[1][1].body, "others may read along in a chat service"
    assert selectors.unread(bob.pk).count() == 1 and notices.unread(bob)[-1].text == "Once more."


def test_the_one_mail_a_day_has_it_beside_the_tables_that_wait(
    start: Start, people: list[User], moderator: User, mailbox: Mailbox
) -> None:
    NoticeSettings.objects.create(user=people[0], daily=True)
    start()
    sanctions.warn(by=moderator, person=people[0], reason="Be kind.")
    sending.send_due(timezone.now() + timedelta(days=1))
    (mail,) = [mail for mail, to in zip(mailbox.mails, mailbox.to, strict=True) if to == "ann@example.org"]
    assert "Be kind." in text_of(mail) and "Your turn at No Thanks!" in text_of(mail)
    assert "1 table waits for you" in str(mail["Subject"])


def test_the_preferences_have_a_line_for_it(bob: User) -> None:
    client = Client()
    client.force_login(bob)
    page = sound(client.get("/notifications/preferences/"))
    assert 'name="house-mail"' in page and "Word from those who look after this site" in page


def test_of_two_processes_that_tell_it_at_once_one_does(bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    real, faster = QuerySet.get, []

    def get(rows: Any, *given: Any, **wanted: Any) -> Any:
        if rows.model is Notice and not faster:  # looked, found nothing, and in this moment the other one writes
            faster.append(Notice.objects.create(user=bob, kind=Kind.HOUSE, occasion="one", made_at=timezone.now()))
            raise Notice.DoesNotExist
        return real(rows, *given, **wanted)

    monkeypatch.setattr(QuerySet, "get", get)
    house.tell(bob.pk, "one", "Be kind.")
    assert [faster[0]] == list(Notice.objects.all()) and not Delivery.objects.exists()


def test_words_told_twice_before_are_told_once(bob: User) -> None:
    told = import_module("parlor.notifications.migrations.0004_told_twice")
    constraint = next(one for one in Notice._meta.constraints if one.name == "one_word_an_occasion")
    with connection.schema_editor() as editor:
        editor.remove_constraint(Notice, constraint)
    try:
        for occasion in ("one", "one", "two"):
            Notice.objects.create(user=bob, kind=Kind.HOUSE, occasion=occasion, made_at=timezone.now())
        first = Notice.objects.order_by("pk")[0]
        told.keep_the_first(apps, SimpleNamespace(connection=connection))
        assert Notice.objects.count() == 2 and Notice.objects.get(occasion="one") == first
    finally:
        Notice.objects.all().delete()
        with connection.schema_editor() as editor:
            editor.add_constraint(Notice, constraint)
