"""Which numbers on the internet anybody may be sent to: all that is public, and nothing that only this machine sees.

`ipaddress.is_global` is not used: what it says changed between patch releases of Python, and it passes addresses
that carry another one inside. The tables below are the special-purpose registries of IANA (2026-10), read so that
whatever is not plainly public is refused.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address

# https://www.iana.org/assignments/iana-ipv4-special-registry
NOT_PUBLIC_4 = [
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # behind a carrier's NAT; a cloud's metadata at 100.100.100.200
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # a public number, but inside Azure the machine's own host
        "169.254.0.0/16",  # link-local; most clouds' metadata at 169.254.169.254
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments; a cloud's metadata at 192.0.0.192
        "192.0.2.0/24",  # for documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # for measuring
        "198.51.100.0/24",  # for documentation
        "203.0.113.0/24",  # for documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
]

# https://www.iana.org/assignments/iana-ipv6-special-registry: what lies inside the public 2000::/3
PUBLIC_6 = IPv6Network("2000::/3")
NOT_PUBLIC_6 = [
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID
        "2001:db8::/32",  # for documentation
        "2002::/16",  # 6to4: another address inside
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # for documentation
    )
]
# These hold an IPv4 address in their last 32 bits, and it counts.
MAPPED = IPv6Network("::ffff:0:0/96")
NAT64 = IPv6Network("64:ff9b::/96")


def public(address: Address) -> bool:
    """Whether everybody on the internet means the same machine by this number, and it is no tunnel into a network."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in NOT_PUBLIC_4)
    if address in MAPPED or address in NAT64:
        return public(IPv4Address(int(address) & 0xFFFFFFFF))
    return address.scope_id is None and address in PUBLIC_6 and not any(address in network for network in NOT_PUBLIC_6)


def loopback(address: Address) -> bool:
    """Whether the number means this very machine, and is written as itself."""
    return address.is_loopback
