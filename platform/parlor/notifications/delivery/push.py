"""Web push: a message to one browser that asked for it, through the browser maker's push service."""

import hashlib

import msgspec
from django.utils import translation
from django.utils.translation import gettext as _

from parlor.notifications.delivery import addresses, vapid
from parlor.notifications.delivery.answers import GONE, delivered
from parlor.notifications.delivery.encryption import encrypted, public_key
from parlor.notifications.delivery.exchange import TOTAL_SECONDS
from parlor.notifications.delivery.lengths import shortened
from parlor.notifications.messages import Message, Outcome

NO_SUCH = 404
KEEP_SECONDS = 24 * 3600  # how long the service holds the message for a browser that is not there
TITLE_BYTES, BODY_BYTES, URL_BYTES = 400, 1_500, 500
PRESSING = frozenset({"time"})  # kinds that may wake a sleeping phone


class Subscription(msgspec.Struct, frozen=True):
    """Where one browser takes messages: its address at the push service, its key and its secret, in base64url."""

    endpoint: str
    p256dh: str
    auth: str


def check(address: Subscription) -> str | None:
    """What is wrong with a subscription that a browser has just sent, as a sentence; None if it can be used."""
    try:
        public_key(vapid.binary(address.p256dh))
        right = len(vapid.binary(address.auth)) == 16
    except ValueError:
        right = False
    if not right:
        return _("The keys of this subscription are not valid.")
    return addresses.check(address.endpoint)


def payload(message: Message) -> bytes:
    """What the service worker is told: JSON with title, body, url, tag and count, under 3 KB."""
    told = {
        "title": shortened(message.title, TITLE_BYTES, _in_json),
        "body": shortened(message.body, BODY_BYTES, _in_json),
        "url": message.url if _in_json(message.url) <= URL_BYTES else "/",
        "tag": topic(message.tag),
        "count": message.count,
    }
    return msgspec.json.encode(told)


def _in_json(text: str) -> int:
    return len(msgspec.json.encode(text))


def topic(tag: str) -> str:
    """A name for the tag in the 32 signs that a Topic header has room for; it tells the service nothing."""
    return vapid.plain(hashlib.sha256(tag.encode()).digest())[:32]


def send(address: Subscription, message: Message, *, timeout: float = TOTAL_SECONDS) -> Outcome:
    """Hands the message to the push service. A message with the same tag that still waits there is replaced."""
    with translation.override(message.language):
        try:
            body = encrypted(payload(message), public_key(vapid.binary(address.p256dh)), vapid.binary(address.auth))
            origin = addresses.parse(address.endpoint).origin
        except addresses.Refused as fault:
            return Outcome.refused(str(fault))
        except ValueError:
            return Outcome.refused(_("The keys of this subscription are not valid."))
        headers = {
            "Authorization": vapid.authorization(origin),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEEP_SECONDS),
            "Topic": topic(message.tag),
            "Urgency": "high" if message.kind in PRESSING else "normal",
        }
        return delivered(address.endpoint, body, headers, timeout=timeout, gone=(NO_SUCH, GONE))
