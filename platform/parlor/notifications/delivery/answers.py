"""From the answer of somebody else's server to what becomes of the message."""

from collections.abc import Container, Mapping

from django.utils.translation import gettext as _

from parlor.notifications.delivery.addresses import Refused, Unreachable
from parlor.notifications.delivery.exchange import TOTAL_SECONDS, Answer, post
from parlor.notifications.messages import Outcome

GONE = 410


def delivered(
    url: str, body: bytes, headers: Mapping[str, str], *, timeout: float = TOTAL_SECONDS, gone: Container[int] = (GONE,)
) -> Outcome:
    """Sends it and says what became of it; `gone` are the statuses by which a server says that nobody lives there."""
    try:
        answer = post(url, body, headers, timeout=timeout)
    except Refused as fault:
        return Outcome.refused(str(fault))
    except Unreachable as fault:
        return Outcome.retry(str(fault))
    return judged(answer, gone)


def judged(answer: Answer, gone: Container[int] = (GONE,)) -> Outcome:
    """What a status means: taken, later (too much at a time, or the server's own trouble), gone, or never."""
    status = answer.status
    if 200 <= status < 300:
        return Outcome.sent()
    if status in gone:
        return Outcome.gone(_("The receiver does not exist any more."))
    if 300 <= status < 400:
        return Outcome.refused(_("The server points to another address; give that one instead."))
    if status in {408, 425, 429} or not 400 <= status < 500:
        return Outcome.retry(_("The server asks to wait (status %(status)s).") % {"status": status}, answer.after)
    if status == 413:
        return Outcome.refused(_("The server finds the message too long."))
    return Outcome.refused(_("The server does not accept it (status %(status)s).") % {"status": status})
