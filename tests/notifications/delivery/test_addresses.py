"""What people may give as an address, and what not; a name is judged by all that it leads to, once."""

import socket
import time
from typing import Any

import pytest

from parlor.notifications.delivery import addresses
from parlor.notifications.delivery.addresses import Refused, Target, Unreachable, numbers, parse

GOOD = {
    "https://hooks.slack.com/services/T0/B0/x": ("hooks.slack.com", 443, "/services/T0/B0/x"),
    "HTTPS://Discord.COM/api/webhooks/1/a?wait=true": ("discord.com", 443, "/api/webhooks/1/a?wait=true"),
    "https://ntfy.sh": ("ntfy.sh", 443, "/"),
    "https://ntfy.sh:443/topic": ("ntfy.sh", 443, "/topic"),
    "https://matrix.my-house.org:8443/webhook/1#part": ("matrix.my-house.org", 8443, "/webhook/1"),
    "https://bücher.de/x": ("xn--bcher-kva.de", 443, "/x"),
    "https://a.example.org./x": ("a.example.org", 443, "/x"),
    "https://ntfy.sh/früh?ä=ö": ("ntfy.sh", 443, "/fr%C3%BCh?%C3%A4=%C3%B6"),
    "https://ntfy.sh/a%20b/../%2e": ("ntfy.sh", 443, "/a%20b/../%2e"),
}
BAD = [
    # not https
    "", "ntfy.sh/topic", "//ntfy.sh/topic", "http://ntfy.sh/topic", "ftp://ntfy.sh/", "file:///etc/passwd",
    "gopher://ntfy.sh/", "javascript:alert(1)", "unix:///run/x", "https:ntfy.sh", "https:///ntfy.sh", "https://",
    # somebody's name and password, and what looks like it
    "https://me@ntfy.sh/", "https://me:word@ntfy.sh/", "https://ntfy.sh@127.0.0.1/", "https://@ntfy.sh/",
    r"https://ntfy.sh\@127.0.0.1/", r"https:\\ntfy.sh\x",
    # numbers in all notations
    "https://127.0.0.1/", "https://8.8.8.8/", "https://2130706433/", "https://0x7f000001/", "https://0x7f.0.0.1/",
    "https://017700000001/", "https://0177.0.0.01/", "https://127.1/", "https://127.0.0.1./", "https://0/",
    "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://[fe80::1%25eth0]/", "https://[::1", "https://[v1.x]/",
    "https://１２７.０.０.１/", "https://①②⑦.0.0.1/", "https://127。0。0。1/", "https://a.0x7f/", "https://a.b.1/",
    # names that mean something inside only
    "https://localhost/", "https://LOCALHOST/", "https://localhost./", "https://a.localhost/", "https://printer.local/",
    "https://metadata.google.internal/", "https://intranet/", "https://router.lan/", "https://x.home.arpa/",
    "https://1.0.0.127.in-addr.arpa/", "https://x.onion/", "https://ⓛocalhost/", "https://lo\u00adcalhost/",
    # names that are none
    "https://a..b.de/", "https://.a.de/", "https://a.de../", "https://-a.de/", "https://a-.de/", "https://a*.de/",
    "https://%6eтfy.sh/", "https://ntfy%2esh/", "https://a_b.c_d/", f"https://{'a' * 64}.de/", f"https://{'a.' * 130}de/",
    "https://xn--/", "https://ntfy.sh\uff0f.de/", "https://a\u2024b/",
    # ports
    "https://ntfy.sh:80/", "https://ntfy.sh:22/", "https://ntfy.sh:0/", "https://ntfy.sh:99999/", "https://ntfy.sh:x/",
    "https://ntfy.sh:6379/", "https://ntfy.sh:-1/",
    # signs that do not belong there
    "https://ntfy.sh/a b", " https://ntfy.sh/", "https://ntfy.sh/\r\nHost: x", "https://nt\tfy.sh/", "https://ntfy.sh/\x00",
    "https://nt\u200bfy.sh/", "https://nt\u200dfy.sh/", "https://ntfy.sh/\u202ex", "https://ntfy.sh/\ufeff", "https://ntfy.sh/\ud800",
    "https://ntfy.sh/" + "x" * 1000,
]  # fmt: skip


@pytest.mark.parametrize("url", GOOD)
def test_an_address_that_may_be_sent_to(url: str) -> None:
    target = parse(url)
    assert (target.host, target.port, target.path) == GOOD[url]


@pytest.mark.parametrize("url", BAD)
def test_an_address_that_may_not(url: str) -> None:
    with pytest.raises(Refused) as refusal:
        parse(url)
    assert str(refusal.value).endswith((".", "/"))
    assert addresses.check(url) == str(refusal.value)


def test_what_is_signed_as_origin_is_what_browsers_call_so() -> None:
    assert parse("https://Push.Example.org:443/x").origin == "https://push.example.org"
    assert parse("https://push.example.org:8443/x").origin == "https://push.example.org:8443"


TARGET = Target("https", "hook.example.org", 443, "/")


@pytest.mark.parametrize(
    "answer",
    [
        ["10.0.0.1"],
        ["93.184.216.34", "127.0.0.1"],
        ["2606:4700:4700::1111", "::1"],
        ["169.254.169.254"],
        ["::ffff:192.168.0.1"],
        ["fe80::1%2"],
        ["93.184.216.34"] * 5 + ["10.0.0.1"],
    ],
)
def test_one_number_that_is_not_public_spoils_the_name(answer: list[str]) -> None:
    with pytest.raises(Refused, match="private network"):
        numbers(TARGET, lambda host, port: answer)


def test_a_public_name_is_looked_up_once_and_as_itself() -> None:
    asked: list[tuple[str, int]] = []

    def lookup(host: str, port: int) -> list[str]:
        asked.append((host, port))
        return ["93.184.216.34", "93.184.216.34", "2606:4700:4700::1111"]

    assert [str(number) for number in numbers(TARGET, lookup)] == ["93.184.216.34", "2606:4700:4700::1111"]
    assert asked == [("hook.example.org.", 443)]


@pytest.mark.parametrize("fault", [socket.gaierror(-2, "unknown"), TimeoutError(), OSError("x")])
def test_a_name_that_cannot_be_looked_up_may_be_tried_again(fault: OSError) -> None:
    def lookup(host: str, port: int) -> list[str]:
        raise fault

    with pytest.raises(Unreachable):
        numbers(TARGET, lookup)
    with pytest.raises(Unreachable):
        numbers(TARGET, lambda host, port: [])
    with pytest.raises(Unreachable):
        numbers(TARGET, lambda host, port: ["nonsense"])


def test_a_resolver_that_dawdles_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "LOOKUP_SECONDS", 0.2)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: time.sleep(1) or [])
    start = time.monotonic()
    with pytest.raises(Unreachable):
        numbers(TARGET)
    assert time.monotonic() - start < 0.8


def test_the_system_looks_names_up_too(allowed: None) -> None:
    found = numbers(parse("http://localhost:1234/"))
    assert found and all(number.is_loopback for number in found)


def test_names_of_tests_lead_to_this_machine_only(allowed: None) -> None:
    target = parse("http://flips.example.org:1234/x")
    assert target.test and target.port == 1234
    for number in ("10.0.0.1", "93.184.216.34", "169.254.169.254"):
        with pytest.raises(Refused):
            numbers(target, lambda host, port, number=number: [number])


def test_without_the_setting_this_machine_is_out_of_reach(settings: Any) -> None:
    assert settings.DELIVERY_TEST_HOSTS == []
    for url in ("http://localhost:1234/", "https://localhost/", "http://127.0.0.1/"):
        assert addresses.check(url)
