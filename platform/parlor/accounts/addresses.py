"""From which address a request or socket comes: what our own proxies tell, and nothing that a client can make up."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest

UNKNOWN = "unknown"
PRIVATE = ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1", "fc00::/7")
IPV6_PREFIX = 64  # one household or machine has as many addresses as that


def address_of(request: HttpRequest) -> str:
    """The address of who sent the request."""
    return _address(request.META.get("REMOTE_ADDR") or "", request.META.get("HTTP_X_FORWARDED_FOR", ""))


def address_of_scope(scope: dict[str, Any]) -> str:
    """The same for a socket."""
    values = [value.decode("latin1") for name, value in scope.get("headers", ()) if name == b"x-forwarded-for"]
    return _address((scope.get("client") or ("",))[0] or "", ",".join(values))


def _address(neighbour: str, forwarded: str) -> str:
    """The neighbour's address, or what it forwards where it is one of our proxies.

    Each proxy of ours adds one address at the end. What stands before those was sent by the client and counts for
    nothing; where there are fewer than we have proxies, the request did not come through all of them.
    """
    proxies = settings.TRUSTED_PROXIES
    if proxies > 0 and is_proxy(neighbour):
        told = [part.strip() for part in forwarded.split(",") if part.strip()]
        if len(told) >= proxies and (found := _plain(told[-proxies])):
            return found
    return _plain(neighbour) or UNKNOWN


def is_proxy(neighbour: str) -> bool:
    """Whether who is connected at this address may be a proxy of ours."""
    if not neighbour:  # a Unix socket
        return True
    try:
        address = ip_address(neighbour)
    except ValueError:
        return False
    if isinstance(address, IPv6Address):  # a socket for both kinds tells IPv4 like this
        address = address.ipv4_mapped or address
    return any(address in network for network in _networks(tuple(settings.PROXY_ADDRESSES or PRIVATE)))


@cache
def _networks(given: Iterable[str]) -> list[IPv4Network | IPv6Network]:
    return [ip_network(one, strict=False) for one in given]


def _plain(text: str) -> str:
    """The address without brackets and port, of IPv6 the network; empty for what is none."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ip_network(f"{address}/{IPV6_PREFIX}", strict=False).network_address)
    return str(address)
