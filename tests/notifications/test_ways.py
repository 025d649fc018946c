"""From a move through the outbox to a browser's push service and to webhooks, with real receivers on loopback."""

from __future__ import annotations

import json

import pytest

from parlor.accounts.models import User
from parlor.notifications import sending, telling
from parlor.notifications.models import Delivery, NoticeSettings, PushSubscription, Webhook
from tests.notifications.conftest import TAKE, Start, move
from tests.notifications.delivery import conftest as delivery
from tests.notifications.delivery.browsers import Subscriber
from tests.notifications.delivery.receivers import Receiver
from tests.notifications.test_sending import later

allowed = delivery.allowed
receiver = delivery.receiver
State = Delivery.State


@pytest.fixture
def browser(people: list[User], receiver: Receiver) -> Subscriber:
    """Ann's browser, which has subscribed at the receiver."""
    made = Subscriber()
    given = made.at(f"{receiver.url}/push/ann")
    PushSubscription.objects.create(user=people[0], endpoint=given.endpoint, p256dh=given.p256dh, auth=given.auth)
    return made


def only(person: User) -> None:
    """Nobody else is told anything, and the person by no mail."""
    Delivery.objects.exclude(user=person).delete()
    Delivery.objects.filter(way="mail").delete()


def hooked(person: User, receiver: Receiver, flavour: str) -> Webhook:
    wishes, _made = NoticeSettings.objects.get_or_create(user=person)
    for kind in ("turn", "ended"):
        wishes.choices.setdefault(kind, {})["hook"] = True
    wishes.save()
    return Webhook.objects.create(user=person, flavour=flavour, url=f"{receiver.url}/hook/{flavour}")


def test_a_push_reaches_the_browser_that_is_closed(
    start: Start, people: list[User], browser: Subscriber, receiver: Receiver
) -> None:
    table = start(pace="1d")
    only(people[0])
    sending.send_due(later())
    got = receiver.last()
    told = json.loads(browser.read(got.body))
    assert told["title"].startswith("Your turn at No Thanks!")
    assert told["url"].endswith(f"/tables/{table.pk}/") and told["count"] == 1
    assert got.path == "/push/ann" and "topic" in got.headers
    row = Delivery.objects.get(way="push")
    assert (row.state, row.push.failures if row.push else None) == (State.SENT, 0)
    assert sending.send_due(later()) == 0 and len(receiver.received) == 1


def test_a_browser_that_is_gone_is_forgotten(
    start: Start, people: list[User], browser: Subscriber, receiver: Receiver
) -> None:
    receiver.status = 410
    start(pace="1d")
    only(people[0])
    sending.send_due(later())
    assert not PushSubscription.objects.exists()


def test_a_push_service_that_is_busy_is_asked_again(
    start: Start, people: list[User], browser: Subscriber, receiver: Receiver
) -> None:
    receiver.status = 503
    start(pace="1d")
    only(people[0])
    sending.send_due(later())
    row = Delivery.objects.get(way="push")
    assert (row.state, row.tries) == (State.WAITING, 1) and row.due_at is not None
    receiver.status = 201
    assert sending.send_due(row.due_at) == 1
    row.refresh_from_db()
    assert row.state == State.SENT and len(receiver.received) == 2


def test_no_push_for_a_turn_that_was_taken_meanwhile(
    start: Start, people: list[User], browser: Subscriber, receiver: Receiver
) -> None:
    table = start(pace="1d")
    move(table, people[0], 0, TAKE)
    move(table, people[0], 1)
    telling.look()
    only(people[0])
    sending.send_due(later())
    assert not receiver.received


@pytest.mark.parametrize("flavour", ["discord", "slack", "matrix", "ntfy", "json"])
def test_a_webhook_is_told(start: Start, people: list[User], receiver: Receiver, flavour: str) -> None:
    hook = hooked(people[0], receiver, flavour)
    table = start(pace="1d")
    only(people[0])
    sending.send_due(later())
    got = receiver.last()
    assert "No Thanks!" in got.body.decode() and f"/tables/{table.pk}/" in got.body.decode()
    assert Delivery.objects.get(hook=hook).state == State.SENT


def test_a_webhook_into_the_private_network_gets_nothing(start: Start, people: list[User], receiver: Receiver) -> None:
    hook = hooked(people[0], receiver, "json")
    Webhook.objects.filter(pk=hook.pk).update(url="https://10.0.0.7/x")
    start(pace="1d")
    only(people[0])
    sending.send_due(later())
    row = Delivery.objects.get(way="hook")
    assert row.state == State.FAILED and row.reason
    assert not receiver.received
