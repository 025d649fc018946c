"""People, tables and a real mail server for the tests of notices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from allauth.account.models import EmailAddress

from parlor.accounts.models import User
from parlor.engine import Chance
from parlor.notifications import telling
from parlor.tables import play, service
from parlor.tables.models import Table
from parlor.tables.writer import writer
from tests.play.conftest import CARDS
from tests.support import tables as resting
from tests.support.services import free_port

tables_at_rest = resting.tables_at_rest
TAKE, REFUSE = {"kind": "Take"}, {"kind": "Refuse"}
Start = Callable[..., Table]


@pytest.fixture
def people(tables_at_rest: None) -> Iterator[list[User]]:
    """Ann, Bob and Cleo, with confirmed mail addresses."""
    made = [User.objects.create_user(name, f"{name}@example.org") for name in ("ann", "bob", "cleo")]
    for person in made:
        EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    yield made
    writer.rest()


@pytest.fixture
def start(people: list[User]) -> Start:
    """`start(seats=3)` starts a table of No Thanks!, 20 on offer and ann to move; `start(told=True)`: all know of it."""

    def started(*, seats: int = 3, told: bool = True, **more: Any) -> Table:
        table = service.create(people[0], game="no-thanks", seats=seats, **more)
        for person in people[1:seats]:
            service.join(table.pk, person)
        chance = Chance.scripted(**{"deck 1": [CARDS], "first": [0]})
        service.start(table.pk, people[0], chance=chance)
        if told:
            telling.look()
        return table

    return started


def move(table: Table, person: User, version: int, made: dict[str, str] = REFUSE) -> None:
    """The person's move, which has to be taken."""
    answer = play.move(table.pk, person.pk, f"{person.username}-{version}", version, made).result(20)
    assert isinstance(answer, play.Accepted), answer


class Mailbox:
    """A mail server on loopback that keeps what it gets; `refusing` may name an answer to give instead."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.to: list[str] = []
        self.refusing = ""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if self.refusing:
            return self.refusing
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        self.to += envelope.rcpt_tos
        return "250 OK"

    def wait_for(self, count: int, seconds: float = 20) -> list[EmailMessage]:
        """The mails, once there are so many."""
        until = time.monotonic() + seconds
        while len(self.mails) < count and time.monotonic() < until:
            time.sleep(0.02)
        assert len(self.mails) >= count, self.mails
        return self.mails


@pytest.fixture
def mail_server() -> Iterator[tuple[Mailbox, int]]:
    """A mail server and its port."""
    box = Mailbox()
    server = Controller(box, hostname="127.0.0.1", port=free_port())
    server.start()
    yield box, server.port
    server.stop()


@pytest.fixture
def mailbox(mail_server: tuple[Mailbox, int], settings: Any) -> Mailbox:
    """The mail server that this process sends to."""
    box, port = mail_server
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    return box


def text_of(mail: EmailMessage, kind: str = "plain") -> str:
    """The mail's text, or its HTML."""
    body = mail.get_body((kind,))
    assert body is not None
    return str(body.get_content())
