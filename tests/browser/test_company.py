"""Company in Chromium: inviting somebody who is in the lobby, and filters that change the list and the address."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_lobby import guest, open_table
from tests.support.browser import PHONE, NewPage
from tests.support.live import LiveSite


@pytest.mark.long
def test_an_invitation_reaches_the_lobby_and_the_answer_the_room(new_page: NewPage, shared_site: LiveSite) -> None:
    host = guest(new_page, shared_site)
    friend = guest(new_page, shared_site, viewport=PHONE)
    name = friend.locator(".account-name").inner_text()
    address = open_table(host, found=False)
    host.get_by_label("By name").fill(name)
    host.get_by_role("button", name="Invite", exact=True).click()
    expect(host.locator(".invited")).to_contain_text(f"{name}invited")
    line = friend.locator(".asked-line")
    expect(line).to_contain_text("invites you to No Thanks!", timeout=25_000)
    line.get_by_role("button", name="Accept").click()
    expect(friend).to_have_url(address)
    expect(host.locator(".invited")).to_contain_text(f"{name}accepted", timeout=10_000)


def test_what_is_being_typed_survives_news_of_the_room(new_page: NewPage, shared_site: LiveSite) -> None:
    host = guest(new_page, shared_site)
    address = open_table(host, found=False)
    host.get_by_label("By name").press_sequentially("Som")
    friend = guest(new_page, shared_site, address)
    friend.get_by_role("button", name="Take a seat").click()
    expect(host.locator(".seat-list a")).to_have_count(2, timeout=10_000)
    host.keyboard.type("ebody")
    expect(host.get_by_label("By name")).to_have_value("Somebody")


def test_filters_change_the_list_and_the_address(new_page: NewPage, shared_site: LiveSite) -> None:
    host = guest(new_page, shared_site)
    address = open_table(host, found=True).removeprefix(shared_site.url)
    page = guest(new_page, shared_site)
    card = page.locator(".table-card", has=page.locator(f"a[href='{address}']"))
    expect(card).to_be_visible()
    page.get_by_label("Seats left").select_option("3")
    expect(card).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/\?game=&seats=3"))
    expect(page.get_by_text("No table with a free seat is like that")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Seats left")).to_have_value("3")
    page.get_by_label("Seats left").select_option("2")
    expect(card).to_be_visible()
    page.get_by_label("with friends only").check()
    expect(card).to_have_count(0)
    page.get_by_role("link", name="Show all").click()
    expect(card).to_be_visible()
