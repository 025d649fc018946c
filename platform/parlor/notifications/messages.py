"""What a channel is given to deliver, and what it answers: the one form between the outbox and all senders."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Message(msgspec.Struct, frozen=True):
    """One thing to tell one person, in words ready to be read, in the person's language.

    `id` is unique and stays the same when the message is sent again. `url` is absolute and signs nobody in. A new
    message takes the place of a shown one with the same `tag`. `count` says how many tables or lines it stands for.
    `html` is the body with mark-up, safe to put into a mail; `body` is the same as plain text.
    """

    id: str
    kind: str
    title: str
    body: str
    html: str
    url: str
    table: str | None
    tag: str
    count: int
    language: str


class Sent(StrEnum):
    """How a delivery ended."""

    SENT = "sent"
    RETRY = "retry"
    GONE = "gone"
    REFUSED = "refused"


class Outcome(msgspec.Struct, frozen=True):
    """What became of a message: sent; to be tried again `after` so many seconds (None: when the outbox thinks so);
    the address is gone for good and should be removed; or refused, so that trying again would change nothing.

    `reason` is a short sentence that the person may read; it holds no secret and no part of an answer's body.
    """

    how: Sent
    reason: str = ""
    after: float | None = None

    @classmethod
    def sent(cls) -> Outcome:
        """It has been taken."""
        return cls(Sent.SENT)

    @classmethod
    def retry(cls, reason: str, after: float | None = None) -> Outcome:
        """Not now; perhaps later."""
        return cls(Sent.RETRY, reason, after)

    @classmethod
    def gone(cls, reason: str) -> Outcome:
        """The address does not exist any more."""
        return cls(Sent.GONE, reason)

    @classmethod
    def refused(cls, reason: str) -> Outcome:
        """Never to be tried again."""
        return cls(Sent.REFUSED, reason)
