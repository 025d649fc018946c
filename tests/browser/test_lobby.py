"""Lobby and waiting room in Chromium: they follow what others do, and serve people without scripts too."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import PHONE, NewPage
from tests.support.live import LiveSite


def guest(new_page: NewPage, site: LiveSite, address: str = "/", **options: object) -> Page:
    """A page of a new guest, who came in from this address."""
    page = new_page(site.url, **options)
    page.goto(address)
    page.get_by_role("button", name="Play as a guest").click()
    return page


def open_table(page: Page, *, found: bool) -> str:
    """Opens a table of No Thanks! for three, and returns its address."""
    page.goto("/games/no-thanks/new/")
    if found:
        page.get_by_label("Everybody on this site").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*/")
    return page.url


@pytest.mark.parametrize("socket", [True, False])
def test_the_waiting_room_follows_the_others(new_page: NewPage, shared_site: LiveSite, socket: bool) -> None:
    host = guest(new_page, shared_site)
    if not socket:
        host.route_web_socket(re.compile("/ws/"), lambda refused: refused.close())
    address = open_table(host, found=False)
    host.get_by_role("button", name="Add a bot").first.click()
    friend = guest(new_page, shared_site, address, viewport=PHONE)
    expect(friend).to_have_url(address)
    friend.get_by_role("button", name="Take a seat").click()
    expect(host.get_by_role("heading", name="Ready when you are")).to_be_visible(timeout=10_000)
    host.get_by_role("button", name="Begin the game").click()
    for page in (host, friend):
        expect(page.locator("#live")).to_be_visible(timeout=10_000)
        assert page.url == address


@pytest.mark.long
def test_the_lobby_follows_the_others(new_page: NewPage, shared_site: LiveSite) -> None:
    page = guest(new_page, shared_site)
    expect(page.get_by_text("You play as a guest.")).to_be_visible()
    host = guest(new_page, shared_site)
    address = open_table(host, found=True).removeprefix(shared_site.url)
    page.locator(f"form[action='{address}join/'] button").click(timeout=25_000)
    expect(page).to_have_url(shared_site.url + address)
    page.goto("/")
    host.get_by_role("button", name="Add a bot").click()
    host.get_by_role("button", name="Begin the game").click()
    card = page.locator(".table-card", has=page.locator(f"a[href='{address}']"))
    expect(card).to_contain_text(re.compile("running|your turn"), timeout=25_000)


def test_all_of_it_without_scripts(new_page: NewPage, shared_site: LiveSite) -> None:
    page = guest(new_page, shared_site, java_script_enabled=False)
    open_table(page, found=False)
    page.get_by_role("button", name="Add a bot").first.click()
    page.get_by_role("button", name="Remove Ada").click()
    for _seat in range(2):
        page.get_by_role("button", name="Add a bot").first.click()
    page.get_by_role("button", name="Begin the game").click()
    expect(page.locator("#players")).to_contain_text("Basil")
    page.goto("/games/no-thanks/")
    page.get_by_role("button", name="Play now against bots").click()
    expect(page.locator("main")).to_have_attribute("data-status", "running")
