"""Notices as mails: text and HTML, with a name of their own and a way to stop them."""

from __future__ import annotations

import contextlib
import smtplib
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import override

from parlor.notifications.messages import Message, Outcome
from parlor.notifications.rendering import absolute
from parlor.notifications.stopping import token_for


class Post:
    """One connection to the mail server for as many mails as there are; closed in the end."""

    def __init__(self) -> None:
        self._connection: Any = None
        self._away = False

    def send(self, address: str, user: int, message: Message) -> Outcome:
        """Hands the mail over. What the server says for good is refused, everything else may work later."""
        if self._away:
            return Outcome.retry(_("The mail server does not answer."))
        try:
            if self._connection is None:
                self._connection = get_connection()
                self._connection.open()
            written(address, user, message, self._connection).send()
        except smtplib.SMTPRecipientsRefused as error:
            self.close()
            return _judged(next(iter(error.recipients.values()))[0])
        except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as error:
            self.close()
            return _judged(error.smtp_code)
        except (OSError, smtplib.SMTPException):
            self._away = True  # until the next batch: each mail that waits for it would keep the others waiting
            self.close()
            return Outcome.retry(_("The mail server does not answer."))
        return Outcome.sent()

    def close(self) -> None:
        """Lets go of the server."""
        if self._connection is not None:
            with contextlib.suppress(OSError, smtplib.SMTPException):
                self._connection.close()
            self._connection = None


def _judged(code: int) -> Outcome:
    if 500 <= code < 600:
        return Outcome.refused(_("The mail server does not take mail for this address (%(code)s).") % {"code": code})
    return Outcome.retry(_("The mail server asks to wait (%(code)s).") % {"code": code})


def written(address: str, user: int, message: Message, connection: Any = None) -> EmailMultiAlternatives:
    """The mail as it leaves. Its Message-ID is the message's name, the same however often it is sent."""
    stop = absolute(f"/notifications/stop/{token_for(user)}/")
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    with override(message.language):
        values = {"message": message, "stop": stop, "choose": absolute("/notifications/preferences/")}
        mail = EmailMultiAlternatives(
            subject=settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + " ".join(message.title.split()),
            body=render_to_string("notifications/mail.txt", values),
            to=[address],
            connection=connection,
            headers={
                "Message-ID": f"<{message.id}@{host}>",
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
                "X-Auto-Response-Suppress": "All",
            },
        )
        mail.attach_alternative(render_to_string("notifications/mail.html", values), "text/html")
    return mail
