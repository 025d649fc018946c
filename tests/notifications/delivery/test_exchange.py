"""One request to somebody's server: only where it was judged to go, never longer or more than is good."""

import socket
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from parlor.notifications.delivery.addresses import Refused, Unreachable
from parlor.notifications.delivery.answers import judged
from parlor.notifications.delivery.exchange import Answer, post
from parlor.notifications.messages import Sent
from tests.notifications.delivery.receivers import Receiver, Rude

OK = b"HTTP/1.1 200 OK\r\n"
MEGABYTE = 1 << 20


@pytest.fixture
def rude(allowed: None) -> Iterator[Callable[[Callable[[socket.socket], None]], Rude]]:
    servers: list[Rude] = []

    def start(behave: Callable[[socket.socket], None]) -> Rude:
        servers.append(Rude(behave))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


def test_a_post_arrives_as_it_was_sent(receiver: Receiver) -> None:
    answer = post(f"{receiver.url}/a?b=c", b"{}", {"Content-Type": "application/json"})
    assert answer == Answer(200)
    got = receiver.last()
    assert (got.method, got.path, got.body) == ("POST", "/a?b=c", b"{}")
    assert got.headers["host"] == f"localhost:{receiver.port}"
    assert got.headers["content-type"] == "application/json"
    assert "cookie" not in got.headers and got.headers["connection"] == "close"


def test_https_is_verified_and_names_the_host(secure_receiver: Callable[..., Receiver]) -> None:
    receiver = secure_receiver("localhost")
    assert post(f"{receiver.url}/x", b"x", {}).status == 200
    assert receiver.last().headers["host"] == f"localhost:{receiver.port}"


@pytest.mark.parametrize(("host", "days"), [("other.example.org", 1), ("localhost", -1)])
def test_a_certificate_of_another_or_an_old_one_is_not_believed(
    secure_receiver: Callable[..., Receiver], host: str, days: int
) -> None:
    receiver = secure_receiver(host, days)
    with pytest.raises(Unreachable, match="certificate"):
        post(f"{receiver.url}/x", b"x", {})
    assert not receiver.received


def test_a_certificate_that_nobody_vouches_for_is_not_believed(
    secure_receiver: Callable[..., Receiver], monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver = secure_receiver("localhost")
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(Unreachable, match="certificate"):
        post(f"{receiver.url}/x", b"x", {})


def test_plain_talk_where_tls_belongs(receiver: Receiver) -> None:
    with pytest.raises(Unreachable):
        post(f"{receiver.url}/x".replace("http:", "https:"), b"x", {})
    assert not receiver.received


def test_a_name_that_changes_its_mind_is_asked_once(allowed: None) -> None:
    """DNS rebinding: the first answer is judged and used, whatever the second would be."""
    good = Receiver("127.0.0.1")
    evil = Receiver("127.0.0.2", good.port)
    answers = iter([["127.0.0.1"], ["127.0.0.2"]])
    try:
        post(f"http://flips.example.org:{good.port}/x", b"x", {}, lookup=lambda host, port: next(answers))
        assert len(good.received) == 1 and not evil.received
        assert good.last().headers["host"] == f"flips.example.org:{good.port}"
        with pytest.raises(Refused):
            post(
                f"http://flips.example.org:{good.port}/x", b"x", {}, lookup=lambda host, port: ["127.0.0.1", "10.0.0.1"]
            )
        assert len(good.received) == 1
    finally:
        good.close()
        evil.close()


def test_the_second_number_is_tried_where_the_first_is_silent(receiver: Receiver) -> None:
    url = f"http://flips.example.org:{receiver.port}/"
    assert post(url, b"x", {}, lookup=lambda host, port: ["127.0.0.3", "127.0.0.1"]).status == 200


def test_proxies_of_the_environment_are_not_asked(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = Receiver()
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
    try:
        assert post(f"{receiver.url}/x", b"x", {}).status == 200
        assert len(receiver.received) == 1 and not proxy.received
    finally:
        proxy.close()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(receiver: Receiver, status: int) -> None:
    other = Receiver()
    receiver.status, receiver.headers = status, {"Location": f"{other.url}/secret"}
    try:
        assert post(f"{receiver.url}/x", b"x", {}).status == status
        assert not other.received and len(receiver.received) == 1
    finally:
        other.close()
    assert judged(Answer(status)).how == Sent.REFUSED


def test_a_server_that_says_nothing(rude: Callable[..., Rude]) -> None:
    server = rude(lambda line: time.sleep(2))
    start = time.monotonic()
    with pytest.raises(Unreachable, match="too long"):
        post(server.url, b"x", {}, timeout=0.5)
    assert time.monotonic() - start < 1.5


def test_a_server_that_drips(rude: Callable[..., Rude]) -> None:
    """Each single wait is short, but the whole is not waited for."""

    def drip(line: socket.socket) -> None:
        server.pour(line, b"HTTP/1.1 100 Continue\r\n\r\n", 1000 * MEGABYTE, 0.05)

    server = rude(drip)
    start = time.monotonic()
    with pytest.raises(Unreachable, match="too long"):
        post(server.url, b"x", {}, timeout=0.5)
    assert time.monotonic() - start < 1.5


def test_a_head_without_end(rude: Callable[..., Rude]) -> None:
    server = rude(lambda line: (line.sendall(OK), server.pour(line, b"X: " + b"x" * 500 + b"\r\n", 20 * MEGABYTE)))
    with pytest.raises(Unreachable, match="not understood"):
        post(server.url, b"x", {})
    assert server.done.wait(5)
    assert server.sent < 8 * MEGABYTE  # what the kernel's buffers swallowed before the line was cut


def test_beginnings_without_end(rude: Callable[..., Rude]) -> None:
    server = rude(lambda line: server.pour(line, b"HTTP/1.1 100 Continue\r\n\r\n" * 1000, 20 * MEGABYTE))
    with pytest.raises(Unreachable, match="not understood"):
        post(server.url, b"x", {})


def test_a_body_without_end_is_not_read(rude: Callable[..., Rude]) -> None:
    server = rude(lambda line: (line.sendall(OK + b"\r\n"), server.pour(line, b"x" * 65_536, 200 * MEGABYTE)))
    start = time.monotonic()
    assert post(server.url, b"x", {}).status == 200
    assert time.monotonic() - start < 2
    assert server.done.wait(5)
    assert server.sent < 16 * MEGABYTE


@pytest.mark.parametrize("said", [b"", b"SSH-2.0-OpenSSH\r\n", b"\x00" * 100, b"HTTP/1.1 abc\r\n\r\n", b"x" * 100_000])
def test_what_is_no_answer(rude: Callable[..., Rude], said: bytes) -> None:
    server = rude(lambda line: line.sendall(said))
    with pytest.raises(Unreachable):
        post(server.url, b"x", {})


def test_a_port_where_nobody_listens(allowed: None) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(Unreachable, match="reached"):
        post(f"http://127.0.0.1:{port}/", b"x", {})


@pytest.mark.parametrize(
    ("text", "after"),
    [("120", 120), ("0.5", 0.5), ("999999999", 86_400), ("-5", None), ("soon", None), ("", None), ("1e400", None)],
)
def test_how_long_a_server_asks_to_wait(receiver: Receiver, text: str, after: float | None) -> None:
    receiver.status, receiver.headers = 429, {"Retry-After": text}
    assert post(f"{receiver.url}/x", b"x", {}).after == after


def test_until_when_a_server_asks_to_wait(receiver: Receiver) -> None:
    receiver.status = 503
    receiver.headers = {"Retry-After": format_datetime(datetime.now(UTC) + timedelta(minutes=5), usegmt=True)}
    after = post(f"{receiver.url}/x", b"x", {}).after
    assert after is not None and 290 < after <= 300
    receiver.headers = {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}
    assert post(f"{receiver.url}/x", b"x", {}).after == 0


@pytest.mark.parametrize(
    ("status", "how"),
    [(200, Sent.SENT), (201, Sent.SENT), (204, Sent.SENT), (400, Sent.REFUSED), (401, Sent.REFUSED), (403, Sent.REFUSED),
     (404, Sent.REFUSED), (408, Sent.RETRY), (410, Sent.GONE), (413, Sent.REFUSED), (425, Sent.RETRY), (429, Sent.RETRY),
     (500, Sent.RETRY), (502, Sent.RETRY), (503, Sent.RETRY), (103, Sent.RETRY), (999, Sent.RETRY)],
)  # fmt: skip
def test_what_a_status_means(status: int, how: Sent) -> None:
    assert judged(Answer(status)).how == how
