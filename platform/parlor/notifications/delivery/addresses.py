"""The guard for addresses that people give: what may be sent to, and on which number it is.

A name is looked up once. If any number that comes back is not public, nothing is sent at all; otherwise the
connection goes to one of the very numbers that were judged, so that a name that answers differently the second
time (DNS rebinding) finds nobody who asks a second time.
"""

import re
import socket
import threading
import time
import unicodedata
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import quote, urlsplit

import idna
import msgspec
from django.conf import settings
from django.utils.translation import gettext as _

from parlor.notifications.delivery.networks import Address, loopback, public

LONGEST = 1_000
# 443, and 8443 for those who run a chat server of their own beside a web server.
PORTS = frozenset({443, 8443})
# Names that mean something else on each network (RFC 6761, 6762, 8375, 9476, and what routers use).
LOCAL = frozenset({
    "alt", "arpa", "corp", "example", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain",
    "localhost", "onion", "test",
})  # fmt: skip
NUMBER = re.compile(r"([0-9]+|0x[0-9a-f]*)")
NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+")
LOOKUP_SECONDS = 5.0
AS_IT_IS = "/%:@!$&'()*+,;=~"  # of a path and a query (RFC 3986)
TRIED = 4  # of a name's numbers


class Refused(Exception):
    """Nothing will ever be sent to this address; the text is a sentence for whoever gave it."""


class Unreachable(Exception):
    """It did not work this time; the text is a sentence for whoever gave the address."""


class Target(msgspec.Struct, frozen=True):
    """An address taken apart: the name is in ASCII and lower case, `path` begins with a slash and includes the query.

    `test` says that the name is one of those that tests may use on this very machine.
    """

    scheme: str
    host: str
    port: int
    path: str
    test: bool = False

    @property
    def default_port(self) -> int:
        return 443 if self.scheme == "https" else 80

    @property
    def origin(self) -> str:
        """Scheme, name and port, as RFC 6454 writes them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == self.default_port else f":{self.port}")


Lookup = Callable[[str, int], list[str]]


def parse(url: str) -> Target:
    """The parts of an address that may be sent to as far as its text tells. Raises Refused."""
    if len(url) > LONGEST:
        raise Refused(_("This address is too long."))
    if any(unicodedata.category(sign)[0] in "CZ" or sign == "\\" for sign in url):
        raise Refused(_("This address has signs in it that do not belong there, such as spaces. Copy it once more."))
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused(_("This is not an address of the web.")) from None
    if "@" in parts.netloc:
        raise Refused(_("Leave out the name and password that stand before the @."))
    if not parts.hostname:
        raise Refused(_("This is not an address of the web."))
    host = parts.hostname.removesuffix(".")
    test = host in settings.DELIVERY_TEST_HOSTS
    if parts.scheme != "https" and not (test and parts.scheme == "http"):
        raise Refused(_("The address must begin with https://."))
    if not test:
        if "[" in parts.netloc:
            raise Refused(_("Give the name of the server, not its number."))
        host = _name(host)
        if port not in {None, *PORTS}:
            raise Refused(_("Only the ports 443 and 8443 are possible."))
    path = quote(parts.path or "/", safe=AS_IT_IS)
    if parts.query:
        path += "?" + quote(parts.query, safe=AS_IT_IS + "?")
    default = 443 if parts.scheme == "https" else 80
    return Target(parts.scheme, host, default if port is None else port, path, test)


def _name(host: str) -> str:
    """A name of the public DNS in ASCII. Raises Refused, for numbers in every notation too."""
    try:
        name = idna.encode(host, uts46=True, std3_rules=False).decode() if not host.isascii() else host
    except (idna.IDNAError, UnicodeError):
        raise Refused(_("This is not a name of the internet.")) from None
    labels = name.split(".")
    if ":" in name or NUMBER.fullmatch(labels[-1]):
        raise Refused(_("Give the name of the server, not its number."))
    if labels[-1] in LOCAL or len(labels) == 1:
        raise Refused(_("This name has a meaning only inside a network; Parlor sends to public addresses only."))
    if not NAME.fullmatch(name) or len(name) > 253 or any(len(label) > 63 for label in labels):
        raise Refused(_("This is not a name of the internet."))
    return name


_lookups = threading.BoundedSemaphore(32)


def _system(host: str, port: int) -> list[str]:
    """The numbers of a name by the system's resolver. Raises OSError; TimeoutError when that takes too long.

    The resolver knows no time limit, so it is asked in a thread of its own, which is left behind when it dawdles.
    """
    found: list[str] = []
    faults: list[OSError] = []

    def ask() -> None:
        try:
            answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
            found.extend(str(answer[4][0]) for answer in answers)
        except (OSError, UnicodeError) as fault:
            faults.append(fault if isinstance(fault, OSError) else OSError(str(fault)))
        finally:
            _lookups.release()

    until = time.monotonic() + LOOKUP_SECONDS
    if not _lookups.acquire(timeout=LOOKUP_SECONDS):
        raise TimeoutError
    thread = threading.Thread(target=ask, name="lookup", daemon=True)
    thread.start()
    thread.join(max(0.0, until - time.monotonic()))
    if thread.is_alive():
        raise TimeoutError
    if faults:
        raise faults[0]
    return found


def numbers(target: Target, lookup: Lookup | None = None) -> list[Address]:
    """The numbers that the target's name has now, each of them fit to connect to. Looks it up once.

    Raises Refused if even one is not public (for names of tests: not loopback), Unreachable if there is none.
    """
    # With the dot at its end a name means itself, whatever domains this machine searches.
    name = target.host if target.test else f"{target.host}."
    try:
        found = [ip_address(text) for text in dict.fromkeys((lookup or _system)(name, target.port))]
    except socket.gaierror:
        raise Unreachable(_("There is no server of this name. Is it spelled right?")) from None
    except (OSError, ValueError):
        raise Unreachable(_("The name of this server could not be looked up.")) from None
    if not found:
        raise Unreachable(_("There is no server of this name. Is it spelled right?"))
    fit = loopback if target.test else public
    if not all(fit(number) for number in found):
        raise Refused(_("This address leads into a private network; Parlor sends to public addresses only."))
    return found[:TRIED]


def check(url: str) -> str | None:
    """What is wrong with an address that somebody has just given, as a sentence; None if it may be sent to now."""
    try:
        numbers(parse(url))
    except (Refused, Unreachable) as fault:
        return str(fault)
    return None
