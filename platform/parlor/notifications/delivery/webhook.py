"""Webhooks: a message into somebody's chat, phone or program, at an address that they give."""

import secrets
from base64 import b64encode

import msgspec
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from parlor.notifications.delivery import addresses, flavours
from parlor.notifications.delivery.answers import GONE, delivered
from parlor.notifications.delivery.exchange import TOTAL_SECONDS
from parlor.notifications.messages import Message, Outcome

NO_SUCH = 404
LABELS = {
    "discord": gettext_lazy("Discord"),
    "slack": gettext_lazy("Slack, Mattermost or Rocket.Chat"),
    "matrix": gettext_lazy("Matrix (Hookshot)"),
    "ntfy": gettext_lazy("ntfy"),
    "json": gettext_lazy("A program of your own (JSON)"),
}
# By 404 these say that a webhook was deleted; elsewhere it may be a server that is just being set up.
DELETED_BY_404 = frozenset({"discord", "slack"})
LONGEST_SECRET = 200


class Hook(msgspec.Struct, frozen=True):
    """Where to: one of LABELS' keys, the address, and (json: to sign with; ntfy: an access token) perhaps a secret."""

    flavour: str
    url: str
    secret: str = ""


def new_secret() -> str:
    """A secret to sign with, to be shown to whoever writes the receiving program."""
    return flavours.WHSEC + b64encode(secrets.token_bytes(32)).decode()


def check(address: Hook) -> str | None:
    """What is wrong with a webhook that somebody has just given, as a sentence; None if it can be used."""
    if address.flavour not in flavours.FLAVOURS:
        return _("Choose what kind of address this is.")
    if len(address.secret) > LONGEST_SECRET or not all("!" <= sign <= "~" for sign in address.secret):
        return _("A secret has up to 200 letters, digits and signs, without spaces.")
    try:
        flavours.key(address.secret)
        parts = addresses.parse(address.url)
    except addresses.Refused as fault:
        return str(fault)
    except ValueError:
        return _("After whsec_ a secret goes on in base64.")
    if address.flavour == "ntfy" and parts.path.partition("?")[0].strip("/") == "":
        return _("Give the address with the topic, such as https://ntfy.sh/my-topic.")
    return addresses.check(address.url)


def send(address: Hook, message: Message, *, timeout: float = TOTAL_SECONDS) -> Outcome:
    """Posts the message in the form that the service understands."""
    with translation.override(message.language):
        try:
            request = flavours.FLAVOURS[address.flavour](address.url, message, address.secret)
        except (KeyError, ValueError):
            return Outcome.refused(_("This webhook is not set up completely."))
        gone = (NO_SUCH, GONE) if address.flavour in DELETED_BY_404 else (GONE,)
        return delivered(request.url, request.body, request.headers, timeout=timeout, gone=gone)
