"""A push service on loopback: it reads what it gets as a browser would, and checks who vouches for it."""

import re
import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from cryptography.exceptions import InvalidSignature
from django.core.exceptions import ImproperlyConfigured
from django.utils import translation

from parlor.notifications.delivery import push, vapid
from parlor.notifications.delivery.push import Subscription
from parlor.notifications.messages import Message, Outcome, Sent
from tests.notifications.delivery.browsers import Subscriber, text, vouched
from tests.notifications.delivery.receivers import Receiver


@pytest.fixture
def browser() -> Subscriber:
    return Subscriber()


def test_a_push_arrives_readable_and_vouched_for(receiver: Receiver, browser: Subscriber, message: Message) -> None:
    receiver.status = 201
    assert push.send(browser.at(f"{receiver.url}/wpush/v2/abc"), message) == Outcome.sent()
    got = receiver.last()
    told = msgspec.json.decode(browser.read(got.body))
    assert told == {
        "title": "Your turn at Gaia",
        "body": "Ann has laid a tile.",
        "url": "https://parlor.example.org/tables/abc/",
        "tag": push.topic("turn-abc"),
        "count": 1,
    }
    assert (got.method, got.path) == ("POST", "/wpush/v2/abc")
    assert got.headers["content-encoding"] == "aes128gcm"
    assert got.headers["ttl"] == "86400" and got.headers["urgency"] == "normal"
    assert re.fullmatch(r"[A-Za-z0-9_-]{32}", got.headers["topic"])
    claims, key = vouched(got.headers["authorization"])
    assert key == vapid.application_server_key()
    assert claims["aud"] == receiver.url
    assert time.time() < claims["exp"] < time.time() + 24 * 3600


def test_by_https_too(secure_receiver: Callable[..., Receiver], browser: Subscriber, message: Message) -> None:
    receiver = secure_receiver("localhost")
    receiver.status = 201
    assert push.send(browser.at(f"{receiver.url}/x"), message).how == Sent.SENT
    assert vouched(receiver.last().headers["authorization"])[0]["aud"] == receiver.url
    assert browser.read(receiver.last().body)


def test_a_newer_message_takes_the_place_of_one_with_the_same_tag(
    receiver: Receiver, browser: Subscriber, message: Message
) -> None:
    for tag in ("turn-abc", "turn-abc", "turn-xyz"):
        push.send(browser.at(f"{receiver.url}/x"), msgspec.structs.replace(message, tag=tag))
    first, second, third = (each.headers["topic"] for each in receiver.received)
    assert first == second != third
    assert "abc" not in first  # the service need not know what it is about


def test_what_presses_may_wake_a_phone(receiver: Receiver, browser: Subscriber, message: Message) -> None:
    push.send(browser.at(f"{receiver.url}/x"), msgspec.structs.replace(message, kind="time"))
    assert receiver.last().headers["urgency"] == "high"


@pytest.mark.parametrize("sign", ["x", "ü", "牌", "🎲", '"', "\u0001"])
def test_a_long_message_is_cut_to_what_fits(
    receiver: Receiver, browser: Subscriber, message: Message, sign: str
) -> None:
    long = msgspec.structs.replace(message, title=sign * 5_000, body=sign * 50_000, tag=sign * 500)
    assert push.send(browser.at(f"{receiver.url}/x"), long).how == Sent.SENT
    plain = browser.read(receiver.last().body)
    told = msgspec.json.decode(plain)
    assert len(plain) < 3_072
    assert told["title"].rstrip("…").strip(sign) == told["body"].rstrip("…").strip(sign) == ""
    assert told["body"].endswith("…") and len(told["body"]) > 200


@pytest.mark.parametrize(
    ("status", "headers", "how", "after"),
    [
        (200, {}, Sent.SENT, None),
        (201, {}, Sent.SENT, None),
        (202, {}, Sent.SENT, None),
        (400, {}, Sent.REFUSED, None),
        (401, {}, Sent.REFUSED, None),
        (403, {}, Sent.REFUSED, None),  # such as for an older key: the page renews it
        (404, {}, Sent.GONE, None),
        (410, {}, Sent.GONE, None),
        (413, {}, Sent.REFUSED, None),
        (429, {"Retry-After": "60"}, Sent.RETRY, 60),
        (500, {}, Sent.RETRY, None),
        (503, {"Retry-After": "5"}, Sent.RETRY, 5),
        (307, {"Location": "http://localhost/"}, Sent.REFUSED, None),
    ],
)
def test_what_the_service_answers(
    receiver: Receiver,
    browser: Subscriber,
    message: Message,
    status: int,
    headers: dict[str, str],
    how: Sent,
    after: float | None,
) -> None:
    receiver.status, receiver.headers = status, headers
    outcome = push.send(browser.at(f"{receiver.url}/x"), message)
    assert (outcome.how, outcome.after) == (how, after)
    assert bool(outcome.reason) == (how != Sent.SENT)


def test_a_service_that_is_away_is_tried_again(allowed: None, browser: Subscriber, message: Message) -> None:
    assert push.send(browser.at("http://localhost:1/x"), message).how == Sent.RETRY


def test_a_private_endpoint_is_never_asked(browser: Subscriber, message: Message) -> None:
    outcome = push.send(browser.at("https://localhost/x"), message)
    assert outcome.how == Sent.REFUSED and outcome.reason


def test_a_subscription_is_checked_when_it_comes(allowed: None, browser: Subscriber, message: Message) -> None:
    good = browser.at("http://localhost:1/x")
    assert push.check(good) is None
    for wrong in (
        {"endpoint": "https://10.0.0.1/x"},
        {"endpoint": "http://push.example.org/x"},
        {"p256dh": ""},
        {"p256dh": "ü"},
        {"p256dh": text(b"\x04" + bytes(64))},
        {"p256dh": good.p256dh[:-3]},
        {"auth": ""},
        {"auth": text(bytes(15))},
        {"auth": "%"},
    ):
        bad: Subscription = msgspec.structs.replace(good, **wrong)
        assert (push.check(bad) or "").endswith("."), wrong
        if "p256dh" in wrong:
            assert push.send(bad, message).how == Sent.REFUSED
    assert push.check(msgspec.structs.replace(good, p256dh=good.p256dh + "=")) is None  # some pad


def test_reasons_are_in_the_language_of_the_message(browser: Subscriber, message: Message) -> None:
    with translation.override("de"):
        outcome = push.send(browser.at("https://localhost/x"), message)
        assert outcome.reason.startswith("This name") and translation.get_language() == "de"


def test_the_key_is_the_same_for_all_who_share_the_secret(settings: Any) -> None:
    settings.SECRET_KEY, settings.VAPID_KEY = "a", ""
    first, private = vapid.application_server_key(), vapid.text()
    settings.SECRET_KEY = "b"
    assert vapid.application_server_key() != first
    settings.VAPID_KEY = private
    assert vapid.application_server_key() == first
    assert len(vapid.binary(first)) == 65


@pytest.mark.parametrize("given", ["x", "ü", "AAAA", "AQEBAQEBAQEBAQEBAQEBAQ", "A" * 43, "_" * 43])
def test_a_key_that_is_none_is_named(settings: Any, given: str) -> None:
    settings.VAPID_KEY = given
    with pytest.raises(ImproperlyConfigured, match="PARLOR_VAPID_KEY"):
        vapid.application_server_key()


def test_whom_the_service_may_write_to(settings: Any) -> None:
    settings.ADMINS, settings.DEFAULT_FROM_EMAIL = [], "Parlor <parlor@localhost>"
    assert "sub" not in vouched(vapid.authorization("https://push.example.org"))[0]
    settings.DEFAULT_FROM_EMAIL = "Parlor <parlor@example.org>"
    assert vouched(vapid.authorization("https://push.example.org"))[0]["sub"] == "mailto:parlor@example.org"
    settings.ADMINS = [("admin", "me@example.org")]
    assert vouched(vapid.authorization("https://push.example.org"))[0]["sub"] == "mailto:me@example.org"


def test_a_forged_vow_is_seen() -> None:
    """The test's own check is worth something."""
    header = vapid.authorization("https://push.example.org")
    head, _claims, rest = header.split(".")
    with pytest.raises(InvalidSignature):
        vouched(".".join((head, text(b'{"aud": "https://evil.example.org"}'), rest)))
