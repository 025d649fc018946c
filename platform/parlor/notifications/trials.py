"""The message behind "send a test": to one address, at once, past the outbox."""

from __future__ import annotations

import secrets

from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _

from parlor.notifications.delivery import push, webhook
from parlor.notifications.mail import Post
from parlor.notifications.messages import Message, Outcome
from parlor.notifications.models import PushSubscription, Webhook
from parlor.notifications.people import Person
from parlor.notifications.rendering import absolute
from parlor.notifications.sending import hook_of, note_address, subscription


def trial(person: Person) -> Message:
    """What a test says."""
    body = _("This is how Parlor tells you that it is your turn.")
    return Message(
        id=secrets.token_hex(12),
        kind="test",
        title=_("A test from Parlor"),
        body=body,
        html=format_html("<p>{}</p>", body),
        url=absolute("/notifications/preferences/"),
        table=None,
        tag="test",
        count=1,
        language=person.language,
    )


def try_mail(person: Person) -> Outcome:
    """To the person's confirmed address."""
    if person.mail is None:
        return Outcome.refused(_("You have no confirmed mail address."))
    post = Post()
    try:
        return post.send(person.mail, person.user.pk, trial(person))
    finally:
        post.close()


def try_address(person: Person, row: PushSubscription | Webhook) -> Outcome:
    """To one browser or webhook; one that does not exist any more is removed."""
    if isinstance(row, Webhook):
        outcome = webhook.send(hook_of(row), trial(person))
    else:
        outcome = push.send(subscription(row), trial(person))
    note_address(row, outcome, timezone.now())
    return outcome
