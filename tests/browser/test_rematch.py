"""Playing again in Chromium: two people, one press each."""

import re

from playwright.sync_api import expect

from tests.browser.test_lobby import guest, open_table
from tests.support.browser import PHONE, NewPage
from tests.support.live import LiveSite


def test_two_people_meet_again_with_one_press_each(new_page: NewPage, shared_site: LiveSite) -> None:
    ann = guest(new_page, shared_site)
    address = open_table(ann, found=False)
    bob = guest(new_page, shared_site, address, viewport=PHONE)
    bob.get_by_role("button", name="Take a seat").click()
    ann.get_by_role("button", name="Add a bot").first.click()
    ann.get_by_role("button", name="Begin the game").click()
    for page in (ann, bob):
        expect(page.locator("#board")).to_be_visible()
    for page in (ann, bob):
        page.get_by_role("button", name="Table menu").click()
        page.get_by_role("button", name="Concede the game").click()
        page.get_by_role("dialog").get_by_role("button", name="Yes, do it").click()
        page.wait_for_timeout(300)
    for page in (ann, bob):
        expect(page.locator("#result")).to_be_visible(timeout=30_000)
    ann.get_by_role("button", name="Play again").click()
    expect(ann.get_by_role("heading", name="Waiting for players")).to_be_visible()
    again = ann.url
    assert again != address
    bob.get_by_role("button", name="Take your place in the next game").click()
    bob.wait_for_url(again)
    expect(ann.get_by_role("heading", name="Ready when you are")).to_be_visible()
    names = ann.locator(".seat-line .seat-name").all_inner_texts()
    assert len(names) == 3 and re.match("Guest", names[0]) and not re.match("Guest", names[1])
    ann.get_by_role("button", name="Begin the game").click()
    expect(bob.locator("#board")).to_be_visible()
