"""A table with clocks in two browsers: both count the same time, and a pause that both agree to stops it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.browser import DESKTOP, PHONE, NewPage
from tests.support.live import LiveSite


def shown(page: Page, seat: int) -> int:
    """Seconds on the clock of the seat, as the page shows it."""
    minutes, seconds = page.locator(f"#clock-{seat}").inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def test_both_see_one_clock_and_pause_it_together(live_site: LiveSite, new_page: NewPage) -> None:
    pages = [new_page(live_site.url, viewport=viewport) for viewport in (DESKTOP, PHONE)]
    for page in pages:
        page.goto("/")
        page.get_by_role("button", name="Play as a guest").first.click()
    ann, bob = pages
    ann.goto("/games/no-thanks/new/")
    ann.get_by_label("Pace").select_option("fast")
    ann.get_by_role("button", name="Open the table").click()
    bob.goto(ann.url)
    bob.get_by_role("button", name="Take a seat").click()
    ann.reload()
    ann.get_by_role("button", name="Add a bot").first.click()
    ann.get_by_role("button", name="Begin the game").click()
    for page in pages:
        expect(page.locator(".player-clock.is-running, .player-clock")).not_to_have_count(0)
        expect(page.locator("#clock-0")).to_have_text(re.compile(r"^[12]:\d\d$"))
    expect(ann.locator(".player-clock.is-running")).to_have_count(1)
    seat = int(ann.locator(".player-clock.is-running").get_attribute("data-clock") or 0)
    first = shown(ann, seat)
    assert abs(first - shown(bob, seat)) <= 1
    expect(ann.locator(f"#clock-{seat}")).not_to_have_text(ann.locator(f"#clock-{seat}").inner_text())
    ann.get_by_role("button", name="Table menu").click()
    ann.get_by_role("button", name="Ask for a pause").click()
    expect(bob.locator("#notices")).to_contain_text("asks for a pause.")
    bob.get_by_role("button", name="Agree").click()
    for page in pages:
        expect(page.locator("#notices")).to_contain_text("The game is paused")
        expect(page.locator(".player-clock.is-running")).to_have_count(0)
    assert shown(ann, seat) == shown(bob, seat)
    bob.get_by_role("button", name="Go on").click()
    for page in pages:
        expect(page.locator("#notices")).to_have_count(0)
        expect(page.locator(".player-clock.is-running")).to_have_count(1)
    giver = pages[1 - seat]
    before = shown(giver, seat)
    giver.locator(f"#more-{seat}").click()
    for page in pages:
        expect(page.locator("#notices")).to_contain_text("has been given more time.")
        assert before + 50 < shown(page, seat) <= before + 60
    expect(pages[seat].locator(".player-more")).to_have_count(0)
