"""One request to an address that somebody gave: a POST, its status, and the line is closed.

Why the standard library's `http.client` and not a client library: all that is wanted is one POST over a socket that
is already connected, and every library brings what must not happen here (redirects, proxies of the environment,
a second look-up of the name, decompression, pools). urllib3 takes proxies from the caller only but looks names up
itself, so that pinning means replacing its connection classes; httpx reads the environment unless told otherwise;
httpcore takes a network of one's own and would do, at the price of three more packages for what is fifty lines.

What holds for every exchange: one look-up, connection to a number that was judged, TLS with the name verified against
the system's certificates (packages without `ca-certificates` can send nothing), a limit on the whole time and on every
single wait, a limit on what is read, and nothing of the answer's body is read, kept or shown.
"""

import functools
import http.client
import io
import socket
import ssl
import time
from collections.abc import Mapping
from email.message import Message as Headers
from email.utils import parsedate_to_datetime
from ipaddress import IPv6Address
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from parlor.notifications.delivery.addresses import Lookup, Target, Unreachable, numbers, parse
from parlor.notifications.delivery.networks import Address

TOTAL_SECONDS = 10.0
CONNECT_SECONDS = 3.0
WAIT_SECONDS = 5.0
HEAD_BYTES = 16_384
AGENT = "Parlor (+notifications)"


class Answer(msgspec.Struct, frozen=True):
    """The status of an answer, and how many seconds the server asks to be left alone, if it does."""

    status: int
    after: float | None = None


@functools.cache
def trust() -> ssl.SSLContext:
    """Whom to believe: the certificates of the system, for the name that was given."""
    return ssl.create_default_context()


class _Incoming(io.RawIOBase):
    """What comes in, until a point in time and up to a size."""

    def __init__(self, line: socket.socket, until: float) -> None:
        self.line, self.until, self.left = line, until, HEAD_BYTES

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self.left <= 0:
            raise http.client.LineTooLong("answer")
        self.line.settimeout(_left(self.until, WAIT_SECONDS))
        count = self.line.recv_into(memoryview(buffer)[: self.left])
        self.left -= count
        return count


class _Line:
    """As much of a socket as http.client uses, with the limits."""

    def __init__(self, line: socket.socket, until: float) -> None:
        self.line, self.until = line, until

    def sendall(self, data: bytes) -> None:
        self.line.settimeout(_left(self.until, WAIT_SECONDS))
        self.line.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Incoming(self.line, self.until), 1024)

    def close(self) -> None:
        self.line.close()


def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    timeout: float = TOTAL_SECONDS,
    lookup: Lookup | None = None,
) -> Answer:
    """Sends `body` to the address and returns how it was answered, within `timeout` seconds.

    Redirects are answers like others. Raises Refused where nothing may ever be sent, Unreachable where it failed.
    """
    until = time.monotonic() + timeout
    target = parse(url)
    found = numbers(target, lookup)
    try:
        with _connected(target, found, until) as line:
            return _exchange(target, _Line(line, until), body, headers)
    except ssl.SSLCertVerificationError:
        raise Unreachable(_("The server's certificate is not valid for this address.")) from None
    except ssl.SSLError:
        raise Unreachable(_("The server cannot be spoken to in secret (TLS failed).")) from None
    except TimeoutError:
        raise Unreachable(_("The server took too long.")) from None
    except OSError:
        raise Unreachable(_("The server cannot be reached.")) from None
    except http.client.HTTPException:
        raise Unreachable(_("The server's answer was not understood.")) from None


def _left(until: float, most: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return min(left, most)


def _connected(target: Target, found: list[Address], until: float) -> socket.socket:
    """A socket to the first number that answers; encrypted and verified where the address says https."""
    fault: OSError = TimeoutError()
    for number in found:
        line = socket.socket(socket.AF_INET6 if isinstance(number, IPv6Address) else socket.AF_INET)
        try:
            line.settimeout(_left(until, CONNECT_SECONDS))
            line.connect((str(number), target.port))
            line.settimeout(_left(until, WAIT_SECONDS))
            return trust().wrap_socket(line, server_hostname=target.host) if target.scheme == "https" else line
        except OSError as error:
            line.close()
            fault = error
    raise fault


def _exchange(target: Target, line: _Line, body: bytes, headers: Mapping[str, str]) -> Answer:
    connection = http.client.HTTPConnection(target.host, target.port)
    connection.default_port = target.default_port  # decides whether Host names the port
    connection.auto_open = 0
    connection.sock = line
    connection.request("POST", target.path, body, {**headers, "User-Agent": AGENT, "Connection": "close"})
    with connection.getresponse() as answer:
        return Answer(answer.status, _pause(answer.headers))


def _pause(headers: "Headers[str, str]") -> float | None:
    """The seconds of a Retry-After header, at most a day; None without one, or with one that makes no sense."""
    text = headers.get("Retry-After", "").strip()
    try:
        seconds = float(text) if text.replace(".", "", 1).isdigit() else _until(text)
    except (ValueError, TypeError):
        return None
    return min(max(seconds, 0.0), 86_400.0)


def _until(date: str) -> float:
    return parsedate_to_datetime(date).timestamp() - time.time()
