"""A receiver for each kind of service: what it gets, that nobody is called by it, and that it is never too long."""

import base64
import hashlib
import hmac
import json
import time
from typing import Any

import msgspec
import pytest

from parlor.notifications.delivery import addresses, webhook
from parlor.notifications.delivery.flavours import FLAVOURS, WORD_JOINER
from parlor.notifications.delivery.webhook import Hook
from parlor.notifications.messages import Message, Outcome, Sent
from tests.notifications.delivery.receivers import Received, Receiver

EVIL = "@everyone <!channel> <@U123> <@&5> <#7> @here @room [click](https://evil.example) *b* _i_ ~s~ `c` ||x|| <b>&amp;</b>"


def told(receiver: Receiver, hook: Hook, message: Message) -> tuple[Any, Received]:
    outcome = webhook.send(hook, message)
    assert outcome == Outcome.sent(), outcome
    got = receiver.last()
    assert got.headers["content-type"] == "application/json"
    return json.loads(got.body), got


def test_every_flavour_has_a_name() -> None:
    assert FLAVOURS.keys() == webhook.LABELS.keys()


def test_discord(receiver: Receiver, message: Message) -> None:
    receiver.status = 204
    body, got = told(receiver, Hook("discord", f"{receiver.url}/api/webhooks/1/abc"), message)
    assert got.path == "/api/webhooks/1/abc"
    assert body == {
        "embeds": [
            {
                "title": "Your turn at Gaia",
                "description": "Ann has laid a tile.",
                "url": "https://parlor.example.org/tables/abc/",
            }
        ],
        "allowed_mentions": {"parse": []},
    }


def test_slack(receiver: Receiver, message: Message) -> None:
    body, _ = told(receiver, Hook("slack", f"{receiver.url}/services/T/B/x"), message)
    text = "<https://parlor.example.org/tables/abc/|Your turn at Gaia>\nAnn has laid a tile."
    assert body["text"] == text
    assert body["blocks"] == [{"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}]
    assert body["unfurl_links"] is False


def test_matrix(receiver: Receiver, message: Message) -> None:
    body, _ = told(receiver, Hook("matrix", f"{receiver.url}/webhook/1"), message)
    assert body["text"] == "Your turn at Gaia\nAnn has laid a tile.\nhttps://parlor.example.org/tables/abc/"
    assert '<a href="https://parlor.example.org/tables/abc/"><strong>Your turn at Gaia</strong></a>' in body["html"]


def test_ntfy(receiver: Receiver, message: Message) -> None:
    body, got = told(receiver, Hook("ntfy", f"{receiver.url}/my-topic"), message)
    assert got.path == "/" and "authorization" not in got.headers
    assert body == {
        "topic": "my-topic",
        "title": "Your turn at Gaia",
        "message": "Ann has laid a tile.",
        "click": "https://parlor.example.org/tables/abc/",
        "tags": ["game_die"],
    }


def test_ntfy_under_a_folder_with_a_token(receiver: Receiver, message: Message) -> None:
    body, got = told(receiver, Hook("ntfy", f"{receiver.url}/ntfy/my-topic/", "tk_abc"), message)
    assert (got.path, body["topic"]) == ("/ntfy/", "my-topic")
    assert got.headers["authorization"] == "Bearer tk_abc"


def test_json(receiver: Receiver, message: Message) -> None:
    body, got = told(receiver, Hook("json", f"{receiver.url}/x"), message)
    assert body["type"] == "parlor.turn"
    assert body["data"] == {
        "id": "m1",
        "kind": "turn",
        "title": "Your turn at Gaia",
        "body": "Ann has laid a tile.",
        "url": "https://parlor.example.org/tables/abc/",
        "table": "abc",
        "tag": "turn-abc",
        "count": 1,
        "language": "en",
    }
    assert got.headers["webhook-id"] == "m1"
    assert abs(int(got.headers["webhook-timestamp"]) - time.time()) < 10
    assert "webhook-signature" not in got.headers


@pytest.mark.parametrize("secret", ["opensesame", webhook.new_secret()], ids=["chosen", "made"])
def test_json_is_signed(receiver: Receiver, message: Message, secret: str) -> None:
    _, got = told(receiver, Hook("json", f"{receiver.url}/x", secret), message)
    key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()
    signed = f"{got.headers['webhook-id']}.{got.headers['webhook-timestamp']}.".encode() + got.body
    right = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert got.headers["webhook-signature"] == f"v1,{right}"


def texts(body: Any) -> list[str]:
    """Every text in it."""
    if isinstance(body, dict):
        return [text for part in body.values() for text in texts(part)]
    if isinstance(body, list):
        return [text for part in body for text in texts(part)]
    return [body] if isinstance(body, str) else []


@pytest.mark.parametrize("flavour", ["discord", "slack", "matrix"])
def test_nobody_is_called_by_what_others_write(receiver: Receiver, message: Message, flavour: str) -> None:
    evil = msgspec.structs.replace(message, title=EVIL, body=EVIL)
    body, _ = told(receiver, Hook(flavour, f"{receiver.url}/x"), evil)
    whole = "\n".join(texts(body))
    for call in ("@everyone", "@here", "@room", "<!channel", "<@U123", "<@&5", "<#7"):
        assert call not in whole, call
    assert f"@{WORD_JOINER}everyone" in whole or f"\\@{WORD_JOINER}everyone" in whole
    assert "[click](" not in whole or flavour != "discord"


def test_mark_up_of_others_stays_text(receiver: Receiver, message: Message) -> None:
    evil = msgspec.structs.replace(message, title=EVIL, body=EVIL, url='https://p.org/"><b>&x|y')
    body, _ = told(receiver, Hook("discord", f"{receiver.url}/x"), evil)
    assert body["allowed_mentions"] == {"parse": []} and "content" not in body
    assert r"\[click\]\(https://evil.example\)" in body["embeds"][0]["description"]
    assert r"\*b\* \_i\_ \~s\~ \`c\` \|\|x\|\|" in body["embeds"][0]["description"]
    body, _ = told(receiver, Hook("slack", f"{receiver.url}/x"), evil)
    assert body["text"].count("<") == 1 and body["text"].count(">") == 1 and body["text"].count("|") == 1 + 4
    assert "&lt;b&gt;&amp;amp;&lt;/b&gt;" in body["text"]
    body, _ = told(receiver, Hook("matrix", f"{receiver.url}/x"), evil)
    assert "<b>" not in body["html"] and "&lt;b&gt;&amp;amp;&lt;/b&gt;" in body["html"]


@pytest.mark.parametrize("sign", ["x", "ü", "🎲", "<", "&", "*", "@a", '"'])
@pytest.mark.parametrize("flavour", list(FLAVOURS))
def test_never_longer_than_the_service_takes(receiver: Receiver, message: Message, flavour: str, sign: str) -> None:
    long = msgspec.structs.replace(message, title=sign * 3_000, body=sign * 30_000)
    body, got = told(receiver, Hook(flavour, f"{receiver.url}/topic"), long)
    match flavour:
        case "discord":
            assert len(body["embeds"][0]["title"]) <= 256 and 3_000 < len(body["embeds"][0]["description"]) <= 4_096
        case "slack":
            assert len(body["text"]) <= 3_000 and body["text"].rpartition("&")[2].rstrip("…") in {
                body["text"].rstrip("…"), "lt;", "amp;", "gt;",
            }  # fmt: skip
        case "ntfy":
            assert len(body["message"].encode()) < 4_096 and len(got.body) < 8_192
        case "matrix":
            assert len(got.body) < 60_000
        case "json":
            assert len(body["data"]["body"]) <= 8_000
    assert len(got.body) < 100_000


@pytest.mark.parametrize(
    ("flavour", "status", "how"),
    [
        ("discord", 404, Sent.GONE),
        ("slack", 404, Sent.GONE),
        ("slack", 410, Sent.GONE),
        ("json", 404, Sent.REFUSED),
        ("json", 410, Sent.GONE),
        ("ntfy", 401, Sent.REFUSED),
        ("matrix", 404, Sent.REFUSED),
        ("json", 302, Sent.REFUSED),
        ("json", 500, Sent.RETRY),
    ],
)
def test_what_services_answer(receiver: Receiver, message: Message, flavour: str, status: int, how: Sent) -> None:
    receiver.status = status
    outcome = webhook.send(Hook(flavour, f"{receiver.url}/x"), message)
    assert outcome.how == how and outcome.reason


def test_discord_asks_to_wait(receiver: Receiver, message: Message) -> None:
    receiver.status, receiver.headers = 429, {"Retry-After": "1.5"}
    outcome = webhook.send(Hook("discord", f"{receiver.url}/x"), message)
    assert (outcome.how, outcome.after) == (Sent.RETRY, 1.5)


@pytest.mark.parametrize("flavour", list(FLAVOURS))
def test_a_private_address_is_never_asked(message: Message, flavour: str) -> None:
    for url in ("https://169.254.169.254/latest", "https://localhost/x", "http://ntfy.sh/x", "nonsense", ""):
        outcome = webhook.send(Hook(flavour, url), message)
        assert outcome.how == Sent.REFUSED and outcome.reason


def test_a_webhook_is_checked_when_it_comes(receiver: Receiver) -> None:
    for flavour in FLAVOURS:
        assert webhook.check(Hook(flavour, f"{receiver.url}/x")) is None
    assert webhook.check(Hook("json", f"{receiver.url}/x", webhook.new_secret())) is None
    for bad in (
        Hook("fax", f"{receiver.url}/x"),
        Hook("ntfy", f"{receiver.url}/"),
        Hook("json", "https://10.0.0.1/"),
        Hook("json", f"{receiver.url}/x", "whsec_ä"),
        Hook("json", f"{receiver.url}/x", "whsec_!"),
        Hook("ntfy", f"{receiver.url}/x", "two words"),
        Hook("ntfy", f"{receiver.url}/x", "a\r\nX-Evil: 1"),
        Hook("json", f"{receiver.url}/x", "x" * 201),
    ):
        assert (webhook.check(bad) or "").rstrip("/").endswith((".", "topic")), bad
    assert not receiver.received


def test_a_name_that_leads_inside_is_seen_when_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_system", lambda host, port: ["10.0.0.1"])
    assert "private network" in (webhook.check(Hook("json", "https://hook.example.com/x")) or "")


def test_one_that_is_not_whole_is_refused(receiver: Receiver, message: Message) -> None:
    for bad in (Hook("fax", receiver.url), Hook("json", receiver.url, "whsec_!")):
        assert webhook.send(bad, message).how == Sent.REFUSED
