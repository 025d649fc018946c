"""Who asks too often gets 429, a sentence and when to try again; by account and by address, which nobody can make up."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, RequestFactory

from parlor.accounts import limits
from parlor.accounts.addresses import UNKNOWN, address_of, address_of_scope
from parlor.accounts.models import User
from parlor.accounts.services import create_account
from tests.support.live import ROOT
from tests.support.pages import sound

PASSWORD = "seven-of-clubs"


@pytest.fixture(autouse=True)
def _uncounted(settings: Any) -> Iterator[None]:
    settings.THROTTLED = True
    cache.clear()
    limits.moves._counts.clear()
    yield
    limits.moves._counts.clear()
    cache.clear()


# Rates


def test_a_rate_is_read() -> None:
    assert limits.rates("60/h/user, 8/10s/ip") == (limits.Rate(60, 3600, "user"), limits.Rate(8, 10, "ip"))
    assert limits.rates("") == ()


@pytest.mark.parametrize("text", ["60", "many/h/user", "60/h/table", "60/y/user", "60/h/user/ip", "6/h/user;5/h/ip"])
def test_what_is_no_rate_is_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="one reads 60/h/user"):
        limits.rates(text)


def test_all_rates_of_the_settings_are_rates(settings: Any) -> None:
    assert all(limits.rates(text) for text in settings.LIMITS.values())


def test_each_person_and_each_address_has_an_own_count(settings: Any) -> None:
    settings.LIMITS = {"tables": "2/d/user,3/d/ip"}
    assert [limits.wait_for("tables", user=1, address="a") for _n in range(2)] == [0, 0]
    wait = limits.wait_for("tables", user=1, address="b")
    assert 0 < wait <= 86_400
    assert limits.wait_for("tables", user=2, address="a") == 0
    assert limits.wait_for("tables", user=3, address="a") > 0
    assert limits.wait_for("chat", user=1, address="a") == 0
    settings.THROTTLED = False
    assert limits.wait_for("tables", user=1, address="a") == 0


def test_a_new_window_begins_anew(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMITS = {"tables": "1/10s/user", "moves": "1/10s/user"}
    for count in (lambda: limits.wait_for("tables", user=1), lambda: limits.moves.wait_for(user=1, address=None)):
        now = [1_000_003.0]
        monkeypatch.setattr(time, "time", lambda now=now: now[0])
        assert [count(), count()] == [0, 7]
        now[0] += 7
        assert count() == 0


def test_the_sentence_says_how_long() -> None:
    assert limits.sentence(7) == "That was too often. Please try again in 7 seconds."
    assert limits.sentence(121) == "That was too often. Please try again in 3 minutes."


# Moves are counted in memory, and told to the other processes now and then


def told(often: limits.Often) -> None:
    often._teller.submit(lambda: None).result(10)


def test_processes_count_moves_together(settings: Any) -> None:
    settings.LIMITS = {"moves": "40/d/user,1000/d/ip"}
    one, other = limits.Often("moves"), limits.Often("moves")
    for _n in range(10):
        for process in (one, other):
            assert process.wait_for(user=1, address="a") == 0
            told(process)
    passed = 0
    while passed < 60 and one.wait_for(user=1, address="a") == 0:
        told(one)
        passed += 1
    assert 18 <= passed <= 22, "20 were made of 40, half of them in the other process"
    assert one.wait_for(user=2, address="a") == 0


def test_while_the_cache_is_slow_no_more_than_so_many_batches_wait(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LIMITS = {"moves": "2000/d/user"}
    go_on, add, told_in_all = threading.Event(), limits._add, []

    def slow(key: str, times: int, seconds: int) -> int:
        assert go_on.wait(20)
        told_in_all.append(times)
        return add(key, times, seconds)

    monkeypatch.setattr(limits, "_add", slow)
    monkeypatch.setattr(limits, "BATCHES_WAITING", 3)
    often = limits.Often("moves")
    assert not any(often.wait_for(user=1, address=None) for _n in range(1000))
    assert often._teller._work_queue.qsize() <= 3
    go_on.set()
    told(often)
    assert often.wait_for(user=1, address=None) == 0
    told(often)
    assert sum(told_in_all) == 1001, "what did not wait in a batch went with the next one"


def test_moves_are_not_counted_on_loopback(settings: Any) -> None:
    settings.THROTTLED, settings.LIMITS = False, {"moves": "1/d/user"}
    assert [limits.moves.wait_for(user=1, address="a") for _n in range(3)] == [0, 0, 0]


# Addresses


def seen(
    settings: Any, *, proxies: int = 0, ours: list[str] | None = None, remote: str = "127.0.0.1", told: str = ""
) -> str:
    settings.TRUSTED_PROXIES, settings.PROXY_ADDRESSES = proxies, ours or []
    request = RequestFactory().get("/", REMOTE_ADDR=remote, **({"HTTP_X_FORWARDED_FOR": told} if told else {}))
    scope = {
        "client": [remote, 5] if remote else None,
        "headers": [(b"x-forwarded-for", told.encode())] if told else [],
    }
    assert address_of_scope(scope) == address_of(request)
    return address_of(request)


def test_without_proxies_nobody_is_believed(settings: Any) -> None:
    assert seen(settings, remote="203.0.113.9", told="198.51.100.1") == "203.0.113.9"


def test_a_proxy_of_ours_is_believed_about_its_neighbour_alone(settings: Any) -> None:
    assert seen(settings, proxies=1, told="198.51.100.1") == "198.51.100.1"
    assert seen(settings, proxies=1, told="1.1.1.1, 198.51.100.1") == "198.51.100.1"
    assert seen(settings, proxies=2, told="1.1.1.1, 198.51.100.1, 10.0.0.2") == "198.51.100.1"
    assert seen(settings, proxies=1, remote="", told="198.51.100.1") == "198.51.100.1"
    assert seen(settings, proxies=1, told="198.51.100.1:4711") == "198.51.100.1"
    assert seen(settings, proxies=1, remote="::ffff:127.0.0.1", told="198.51.100.1") == "198.51.100.1"


def test_who_comes_past_the_proxy_is_not_believed(settings: Any) -> None:
    assert seen(settings, proxies=1, remote="203.0.113.9", told="198.51.100.1") == "203.0.113.9"
    assert seen(settings, proxies=2, told="198.51.100.1") == "127.0.0.1"
    assert seen(settings, proxies=1, told="nonsense") == "127.0.0.1"
    assert seen(settings, proxies=1, ours=["10.1.0.0/16"], told="198.51.100.1") == "127.0.0.1"
    assert seen(settings, proxies=1, ours=["192.0.2.7"], remote="192.0.2.7", told="198.51.100.1") == "198.51.100.1"


def test_a_household_of_ipv6_is_one_address(settings: Any) -> None:
    assert (
        seen(settings, remote="2001:db8:1:2:3::4") == seen(settings, remote="2001:db8:1:2:ffff::9") == "2001:db8:1:2::"
    )
    assert seen(settings, proxies=1, told="[2001:db8:1:2::7]:80") == "2001:db8:1:2::"
    assert seen(settings, remote="::ffff:198.51.100.1") == "198.51.100.1"
    assert seen(settings, remote="unix") == UNKNOWN


# Each face


def refused(answer: Any) -> Any:
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 86_400
    if answer["Content-Type"].startswith("text/html"):
        assert "That was too often. Please try again in" in sound(answer, 429)
    else:
        assert "That was too often. Please try again in" in answer.json()["detail"]
    return answer


@pytest.fixture
def ann(transactional_db: None) -> User:
    return create_account(username="Ann", email="ann@example.org", password=PASSWORD)


SIGNING_UP = {"username": "x", "email": "x@example.org", "password1": "x"}


@pytest.mark.parametrize(
    ("what", "page", "sent"),
    [
        ("sign-in", "/accounts/login/", {"login": "nobody", "password": "wrong"}),
        ("sign-up", "/accounts/signup/", SIGNING_UP),
        ("password-reset", "/accounts/password/reset/", {"email": "who@example.org"}),
        ("guests", "/accounts/guest/", {}),
    ],
)
def test_pages_of_accounts(db: None, settings: Any, what: str, page: str, sent: dict[str, str]) -> None:
    settings.LIMITS = {what: "2/d/ip"}
    assert all(Client().post(page, sent).status_code < 400 for _n in range(2))
    refused(Client().post(page, sent))
    assert page == "/accounts/guest/" or Client().get(page).status_code == 200, "looking is free"
    settings.TRUSTED_PROXIES = 1
    assert Client().post(page, sent, HTTP_X_FORWARDED_FOR="198.51.100.1").status_code < 400, "from elsewhere"
    settings.TRUSTED_PROXIES = 0
    refused(Client().post(page, sent, HTTP_X_FORWARDED_FOR="198.51.100.2"))


def test_pages_and_programs_are_counted_together(ann: User, settings: Any) -> None:
    settings.LIMITS = {"sign-in": "2/d/ip", "sign-up": "2/d/ip", "tables": "2/d/user"}
    Client().post("/accounts/login/", {"login": "nobody", "password": "wrong"})
    token = Client().post("/api/token/", {"username": "Ann", "password": PASSWORD}, "application/json").json()["token"]
    refused(Client().post("/api/token/", {"username": "Ann", "password": PASSWORD}, "application/json"))
    refused(Client().post("/accounts/login/", {"login": "Ann", "password": PASSWORD}))
    for _n in range(2):
        Client().post("/accounts/signup/", SIGNING_UP)
    refused(Client().post("/api/accounts/", {}, "application/json"))
    client = Client(HTTP_AUTHORIZATION=f"Token {token}")
    for _n in range(2):
        assert client.post("/api/tables/", {"game": "no-thanks"}, "application/json").status_code == 201
    refused(client.post("/api/tables/", {"game": "no-thanks"}, "application/json"))
    browser = Client()
    browser.force_login(ann)
    refused(browser.post("/games/no-thanks/new/", {"seats": 3}))
    refused(browser.post("/games/no-thanks/practice/"))


def test_moves_by_programs(ann: User, settings: Any) -> None:
    settings.LIMITS = {"moves": "2/d/user"}
    client = Client()
    client.force_login(ann)
    sent = {"id": "a", "version": 0, "move": {"kind": "Take"}}
    for address in ("moves", "preview"):
        assert client.post(f"/api/tables/nowhere/{address}/", sent, "application/json").status_code in (400, 404)
    refused(client.post("/api/tables/nowhere/moves/", sent, "application/json"))


def test_searching_and_asking(ann: User, settings: Any) -> None:
    settings.LIMITS = {"searches": "1/d/user", "friendships": "1/d/user", "invitations": "1/d/user"}
    client = Client()
    client.force_login(ann)
    for name in ("Ben", "Cleo"):
        create_account(username=name, email=f"{name}@example.org", password=PASSWORD)
    assert client.get("/api/people/?q=be").status_code == 200
    refused(client.get("/api/people/?q=be"))
    assert client.get("/people/?q=be").status_code == 429
    assert client.post("/api/people/Ben/friend/", {}, "application/json").status_code == 200
    refused(client.post("/api/people/Cleo/friend/", {}, "application/json"))
    table = client.post("/api/tables/", {"game": "no-thanks", "seats": 3}, "application/json").json()["id"]
    assert client.post(f"/api/tables/{table}/invite/", {"username": "Ben"}, "application/json").status_code == 200
    refused(client.post(f"/api/tables/{table}/invite/", {"username": "Cleo"}, "application/json"))


def test_wrong_passwords_for_one_name_from_anywhere(ann: User, settings: Any) -> None:
    settings.TRUSTED_PROXIES = 1
    given = {"username": "Ann", "password": "wrong"}
    answers = [
        Client().post("/api/token/", given, "application/json", HTTP_X_FORWARDED_FOR=f"198.51.100.{n}")
        for n in range(6)
    ]
    assert [answer.status_code for answer in answers] == [401] * 5 + [429]
    assert answers[-1].json()["detail"] and int(answers[-1]["Retry-After"]) > 60


def test_nothing_is_limited_where_it_is_off(db: None, settings: Any) -> None:
    settings.THROTTLED, settings.LIMITS = False, {"guests": "1/d/ip"}
    assert {Client().post("/accounts/guest/").status_code for _n in range(3)} == {302}


# Redis, which all processes share


@pytest.mark.long
def test_processes_share_their_counts_in_redis(redis_url: str, settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "parlor.site.caching.ForgivingRedisCache", "LOCATION": redis_url}}
    settings.LIMITS = {"tables": "2/d/user"}
    cache.clear()
    counted = "from parlor.accounts.limits import wait_for; print('WAIT', wait_for('tables', user=7) > 0)"
    run = subprocess.run(
        [sys.executable, "-c", f"import django; django.setup(); {counted}"],
        env={**os.environ, "REDIS_URL": redis_url, "THROTTLED": "1", "LIMIT_TABLES": "2/d/user", "DJANGO_SETTINGS_MODULE": "parlor.site.settings"},
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "WAIT False" in run.stdout, run.stderr
    assert limits.wait_for("tables", user=7) == 0
    assert limits.wait_for("tables", user=7) > 0, "the third, with that of the other process"


def test_without_redis_people_go_on(db: None, settings: Any) -> None:
    nowhere = "redis://127.0.0.1:1/0"
    settings.CACHES = {"default": {"BACKEND": "parlor.site.caching.ForgivingRedisCache", "LOCATION": nowhere}}
    settings.LIMITS = {"guests": "1/d/ip"}
    assert {Client().post("/accounts/guest/").status_code for _n in range(3)} == {302}
    answer = Client().post("/accounts/login/", {"login": "nobody", "password": "wrong"})
    assert answer.status_code == 200
    assert cache.get("anything", "not there") == "not there" and cache.delete("anything") is False


# Sizes


@pytest.mark.parametrize(
    "page", ["/accounts/login/", "/accounts/signup/", "/report/", "/games/no-thanks/new/", "/people/Ann/ask/"]
)
def test_too_much_is_refused(ann: User, page: str) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(ann)
    assert client.post(page, f"text={'x' * 3_000_000}", "application/x-www-form-urlencoded").status_code in (400, 413)
    assert client.post(page, {f"f{n}": "" for n in range(1500)}).status_code in (400, 413)
    assert client.get("/people/", {"q": "x" * 9000}).status_code in (200, 414, 422)
