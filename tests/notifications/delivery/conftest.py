"""Receivers on loopback, which the guard lets through by the setting for tests."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from parlor.notifications.delivery import exchange
from parlor.notifications.messages import Message
from tests.notifications.delivery.receivers import Authority, Receiver


@pytest.fixture
def allowed(settings: Any) -> None:
    settings.DELIVERY_TEST_HOSTS = ["localhost", "127.0.0.1", "flips.example.org"]


@pytest.fixture
def receiver(allowed: None) -> Iterator[Receiver]:
    server = Receiver()
    yield server
    server.close()


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Authority]:
    """The one that this test's system trusts."""
    authority = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    exchange.trust.cache_clear()
    yield authority
    exchange.trust.cache_clear()


@pytest.fixture
def secure_receiver(allowed: None, authority: Authority) -> Iterator[Callable[..., Receiver]]:
    """`secure_receiver(host, days)`: one that speaks https as `host`, at https://localhost."""
    servers: list[Receiver] = []

    def start(host: str = "localhost", days: int = 1) -> Receiver:
        servers.append(Receiver(tls=authority.server(host, days)))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


@pytest.fixture
def message() -> Message:
    return Message(
        id="m1",
        kind="turn",
        title="Your turn at Gaia",
        body="Ann has laid a tile.",
        html="<p>Ann has laid a tile.</p>",
        url="https://parlor.example.org/tables/abc/",
        table="abc",
        tag="turn-abc",
        count=1,
        language="en",
    )
