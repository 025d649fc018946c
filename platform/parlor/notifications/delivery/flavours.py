"""How each service wants to be told: the request for one message, short enough, and unable to call anybody.

Names and chat lines of other people go into these texts, so nothing in them may act: no mention, no link, no mark-up.

Why not apprise: it knows a hundred services, but sends by requests with a look-up, redirects and proxies of its own,
so that no address can be pinned; and its own URL scheme lets whoever gives an address choose the plugin, headers and
query. The five bodies below are all that is wanted of it.
"""

import hashlib
import hmac
import re
import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from html import escape
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

import msgspec

from parlor.notifications.delivery.lengths import in_bytes, shortened
from parlor.notifications.messages import Message

WORD_JOINER = "\u2060"
# What a chat takes for a call to all, in Discord, Slack, Mattermost, Rocket.Chat, Matrix.
CALL = re.compile(r"@(?=\w)|(?<=<)(?=[!@#])")
DISCORD_MARKS = re.compile(r"([\\*_~`|<>\[\]()#@-])")
WHSEC = "whsec_"


class Request(msgspec.Struct, frozen=True):
    """What is posted, and where to."""

    url: str
    body: bytes
    headers: dict[str, str]


def discord(url: str, message: Message, secret: str) -> Request:
    """An embed that links to the table; limits 256 and 4,096 characters."""
    embed = {
        "title": _fitting(message.title, 256, _plain_for_discord),
        "description": _fitting(message.body, 4_096, _plain_for_discord),
        "url": message.url,
    }
    return _json(url, {"embeds": [embed], "allowed_mentions": {"parse": []}})


def slack(url: str, message: Message, secret: str) -> Request:
    """One section with the title as link (limit 3,000 characters); other chats that take Slack's form read `text`."""
    title = _fitting(message.title.replace("|", "¦"), 300, _plain_for_slack)
    text = f"<{_address(message.url)}|{title}>\n{_fitting(message.body, 2_000, _plain_for_slack)}"
    section = {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}
    return _json(url, {"text": text, "blocks": [section], "unfurl_links": False, "unfurl_media": False})


def matrix(url: str, message: Message, secret: str) -> Request:
    """What Hookshot's inbound webhooks take: HTML, and the same as text."""
    title, body = _quiet(shortened(message.title, 250)), _quiet(shortened(message.body, 4_000))
    lines = escape(body).replace("\n", "<br>")
    html = f'<p><a href="{escape(message.url)}"><strong>{escape(title)}</strong></a><br>{lines}</p>'
    return _json(url, {"text": f"{title}\n{body}\n{message.url}", "html": html})


def ntfy(url: str, message: Message, secret: str) -> Request:
    """JSON to the server's root, as headers cannot carry every title; limit 4,096 bytes; the secret is a token."""
    parts = urlsplit(url)
    folder, _slash, name = parts.path.rstrip("/").rpartition("/")
    told = {
        "topic": name,
        "title": shortened(message.title, 250, in_bytes),
        "message": shortened(message.body or message.title, 3_000, in_bytes),
        "click": message.url,
        "tags": ["game_die"],
    }
    request = _json(urlunsplit((parts.scheme, parts.netloc, f"{folder}/", "", "")), told)
    return msgspec.structs.replace(
        request, headers=request.headers | ({"Authorization": f"Bearer {secret}"} if secret else {})
    )


def generic(url: str, message: Message, secret: str) -> Request:
    """The message as JSON for programs, in the form of https://www.standardwebhooks.com (1.0.0).

    Body: `type` "parlor." + kind; `timestamp` of this attempt, ISO 8601 in UTC; `data`: id, kind, title, body, url,
    table (or null), tag, count, language, each as in Message, without mark-up. Headers: `webhook-id` (the message's
    id, the same when it is sent again), `webhook-timestamp` (seconds), and where there is a secret `webhook-signature`:
    "v1," + base64 of HMAC-SHA256 over "<id>.<timestamp>.<body>". The key is the secret's text, or, where it begins
    with `whsec_`, what the rest says in base64. More fields may come; none will go.
    """
    now = int(time.time())
    fields = ("id", "kind", "title", "body", "url", "table", "tag", "count", "language")
    data = {field: getattr(message, field) for field in fields}
    told = {
        "type": f"parlor.{message.kind}",
        "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now)),
        "data": data | {"title": shortened(message.title, 500), "body": shortened(message.body, 8_000)},
    }
    request = _json(url, told)
    marks = {"webhook-id": message.id, "webhook-timestamp": str(now)}
    if secret:
        signed = f"{message.id}.{now}.".encode() + request.body
        marks["webhook-signature"] = "v1," + b64encode(hmac.digest(key(secret), signed, hashlib.sha256)).decode()
    return msgspec.structs.replace(request, headers=request.headers | marks)


FLAVOURS: dict[str, Callable[[str, Message, str], Request]] = {
    "discord": discord,
    "slack": slack,
    "matrix": matrix,
    "ntfy": ntfy,
    "json": generic,
}


def key(secret: str) -> bytes:
    """The bytes to sign with. Raises ValueError where `whsec_` is not followed by base64."""
    return b64decode(secret.removeprefix(WHSEC), validate=True) if secret.startswith(WHSEC) else secret.encode()


def _json(url: str, told: dict[str, Any]) -> Request:
    return Request(url, msgspec.json.encode(told), {"Content-Type": "application/json"})


def _fitting(text: str, most: int, form: Callable[[str], str]) -> str:
    """`form` of as much of the text as it writes in at most so many characters."""
    return form(shortened(text, most, lambda short: len(form(short))))


def _quiet(text: str) -> str:
    """The text with nothing in it that calls people, and looking the same."""
    return CALL.sub(lambda found: found[0] + WORD_JOINER, text)


def _plain_for_discord(text: str) -> str:
    return DISCORD_MARKS.sub(r"\\\1", _quiet(text))


def _plain_for_slack(text: str) -> str:
    return _quiet(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _address(url: str) -> str:
    return quote(url, safe="/:?#@!$&'()*+,;=~%").replace("&", "&amp;")
