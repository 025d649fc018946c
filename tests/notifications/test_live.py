"""The whole way on a real site: a move by one person, and what the other's page and mailbox get."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.notifications.conftest import Mailbox, text_of
from tests.support.browser import NewPage, browser, new_page
from tests.support.live import LiveSite, StartSite, start_site
from tests.support.services import wait_until

__all__ = ["browser", "new_page", "start_site"]


@pytest.fixture
def site(start_site: StartSite, mail_server: tuple[Mailbox, int]) -> LiveSite:
    """A site that sends its mail to the server of the test, soon."""
    return start_site(EMAIL_URL=f"smtp://127.0.0.1:{mail_server[1]}", NOTICE_GRACE="0.01", BOT_PAUSE="0")


def account(site: LiveSite, name: str) -> httpx.Client:
    """Somebody with a confirmed address, signed in by token."""
    client = site.client()
    made = {"username": name, "email": f"{name}@example.org", "password": "seven-of-clubs"}
    assert client.post("/api/accounts/", json=made).status_code == 201
    token = client.post("/api/token/", json={"username": name, "password": "seven-of-clubs"}).json()["token"]
    client.headers["Authorization"] = f"Token {token}"
    return client


def confirm(site: LiveSite) -> None:
    site.manage("shell", "-c", "from allauth.account.models import EmailAddress as E; E.objects.update(verified=True)")


def table_of(ann: httpx.Client, bob: httpx.Client, **more: Any) -> str:
    """A running table of the two."""
    made = ann.post("/api/tables/", json={"game": "no-thanks", "seats": 3, "visibility": "open", **more})
    assert made.status_code == 201, made.text
    table: str = made.json()["id"]
    assert bob.post(f"/api/tables/{table}/join/").is_success
    assert ann.post(f"/api/tables/{table}/add-bot/").is_success
    assert ann.post(f"/api/tables/{table}/start/").is_success
    return table


def to_move(table: str, *clients: httpx.Client) -> tuple[httpx.Client, dict[str, Any]]:
    """Who has to move, and what that person sees."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        for client in clients:
            state = client.get(f"/api/tables/{table}/").json()
            if state["mine"]:
                return client, state
        time.sleep(0.02)
    raise AssertionError("nobody has to move")


def play_until(table: str, mine: httpx.Client, other: httpx.Client) -> None:
    """Moves are made until it is `mine` to move, by a move of others."""
    while True:
        client, state = to_move(table, mine, other)
        made = {"id": f"m{state['version']}", "version": state["version"], "move": state["choices"][-1]}
        assert client.post(f"/api/tables/{table}/moves/", json=made).is_success
        if client is other and to_move(table, mine, other)[0] is mine:
            return


def sign_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Name").or_(page.locator("[name=login]")).first.fill(name)
    page.locator("[name=password]").fill("seven-of-clubs")
    page.locator("main [type=submit], main button").first.click()
    page.wait_for_url(lambda url: "login" not in url)


def asked(site: LiveSite, query: str) -> list[Any]:
    """The first column of what the site's database says."""
    file = site.data / "parlor.sqlite3"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10)) as rows:
        return [row[0] for row in rows.execute(query)]


def all_told(site: LiveSite) -> None:
    """Waits until nothing that has happened is still to be told, and nothing told is still to leave."""
    rest = "SELECT (SELECT count(*) FROM notifications_news) + count(due_at) FROM notifications_delivery"
    wait_until(lambda: asked(site, rest) == [0], "not all is told")


def looked_at(site: LiveSite) -> list[Any]:
    """The tables that somebody has before their eyes."""
    return asked(site, "SELECT table_id FROM notifications_here WHERE until > datetime('now')")


def read_all(page: Page) -> None:
    """Marks all as read on the site, behind the page's back; the page hears of it."""
    page.evaluate(
        "fetch('/notifications/read/', {method: 'POST', body: new URLSearchParams({csrfmiddlewaretoken: document.querySelector('[name=csrfmiddlewaretoken]').value})})"
    )
    expect(page.locator("#bell .badge")).to_be_hidden()


def test_a_move_rings_the_bell_and_sends_a_mail(
    site: LiveSite, mail_server: tuple[Mailbox, int], new_page: NewPage
) -> None:
    box = mail_server[0]
    ann, bob = account(site, "ann"), account(site, "bob")
    confirm(site)
    table = table_of(ann, bob, pace="1d")
    box.wait_for(1)
    page = new_page(site.url)
    sign_in(page, "bob")
    page.goto("/games/")
    bell = page.locator("#bell")
    if to_move(table, ann, bob)[0] is bob:
        play_until(table, ann, bob)
    all_told(site)
    read_all(page)
    box.mails.clear()
    play_until(table, bob, ann)
    expect(bell.locator(".badge")).to_have_text("1", timeout=5000)
    expect(page.locator("#toasts")).to_contain_text("Your turn at No Thanks!")
    expect(page).to_have_title("(1) Games · Parlor")
    wait_until(lambda: any("bob@" in str(mail["To"]) for mail in box.mails), "no mail")
    mail = next(mail for mail in box.mails if "bob@" in str(mail["To"]))
    assert f"/tables/{table}/" in text_of(mail)
    page.get_by_role("link", name="Look").click()
    expect(page.locator("#board")).to_be_visible()
    expect(bell.locator(".badge")).to_be_hidden()  # it is before their eyes


@pytest.mark.long
def test_who_looks_gets_no_mail_until_the_page_is_hidden(
    site: LiveSite, mail_server: tuple[Mailbox, int], new_page: NewPage
) -> None:
    box = mail_server[0]
    ann, bob = account(site, "ann"), account(site, "bob")
    confirm(site)
    table = table_of(ann, bob)
    page = new_page(site.url)
    sign_in(page, "bob")
    page.goto(f"/tables/{table}/")
    expect(page.locator("#board")).to_be_visible()
    wait_until(lambda: looked_at(site) == [table], "nobody looks")
    if to_move(table, ann, bob)[0] is bob:
        play_until(table, ann, bob)
    all_told(site)
    box.mails.clear()
    play_until(table, bob, ann)
    all_told(site)
    assert not [mail for mail in box.mails if "bob@" in str(mail["To"])]
    page.evaluate("""() => {
        Object.defineProperty(document, 'visibilityState', {value: 'hidden'});
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    wait_until(lambda: not looked_at(site), "somebody looks still")
    play_until(table, ann, bob)
    play_until(table, bob, ann)
    wait_until(lambda: any("bob@" in str(mail["To"]) for mail in box.mails), "no mail")


def measured(what: str, seconds: list[float]) -> None:
    """Prints what was measured, for those who run this with -s."""
    ordered = sorted(seconds)
    print(
        json.dumps({what: {"median_ms": round(1000 * ordered[len(ordered) // 2]), "max_ms": round(1000 * ordered[-1])}})
    )


Clock = Callable[[], float]


@pytest.mark.long
def test_how_long_it_takes(site: LiveSite, mail_server: tuple[Mailbox, int], new_page: NewPage) -> None:
    box = mail_server[0]
    ann, bob = account(site, "ann"), account(site, "bob")
    confirm(site)
    table = table_of(ann, bob, pace="1d")
    page = new_page(site.url)
    sign_in(page, "bob")
    page.goto("/games/")
    bells, mails = [], []
    for _n in range(10):
        if to_move(table, ann, bob)[0] is bob:
            play_until(table, ann, bob)
        all_told(site)
        read_all(page)
        box.mails.clear()
        page.evaluate("""() => {
            window.rung = new Promise((done) => new MutationObserver((_l, o) => {
                if (!document.querySelector('#bell .badge').hidden) { o.disconnect(); done(Date.now()); }
            }).observe(document.querySelector('#bell .badge'), {attributes: true, childList: true}));
        }""")
        play_until(table, bob, ann)
        moved = time.time()
        wait_until(lambda: any("bob@" in str(mail["To"]) for mail in box.mails), "no mail")
        mails.append(time.time() - moved)
        bells.append(page.evaluate("window.rung") / 1000 - moved)
    measured("bell", bells)
    measured("mail", mails)
