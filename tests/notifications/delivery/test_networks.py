"""Which numbers are public."""

from ipaddress import ip_address

import pytest

from parlor.notifications.delivery.networks import public

NOT_PUBLIC = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.1.2.3 168.63.129.16
169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1
198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
:: ::1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:0:8.8.8.8
64:ff9b::7f00:1 64:ff9b::a00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::808:808 100::1 2001::1 2001:2::1 2001:10::1 2001:20::1
2001:db8::1 2002:7f00:1::1 2002:808:808::1 3fff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254 fd20:ce::254 fe80::1
fe80::1%eth0 fec0::1 ff02::1 ff0e::1 2606:4700:4700::1111%eth0
"""
PUBLIC = """
1.1.1.1 8.8.8.8 9.9.9.9 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 168.63.129.17 192.0.1.1 192.169.0.1 198.17.0.1
198.20.0.1 223.255.255.255 2001:4860:4860::8888 2606:4700:4700::1111 2a00:1450:4001:80b::200e 2003::1
::ffff:8.8.8.8 64:ff9b::808:808
"""


@pytest.mark.parametrize("number", NOT_PUBLIC.split())
def test_not_public(number: str) -> None:
    assert not public(ip_address(number))


@pytest.mark.parametrize("number", PUBLIC.split())
def test_public(number: str) -> None:
    assert public(ip_address(number))
