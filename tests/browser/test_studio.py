"""The studio in Chromium: a move in one seat's frame shows in the others and in the panel, and is stepped back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser import NewPage
from tests.support.live import LiveSite


def test_an_author_plays_all_seats_in_one_window(shared_site: LiveSite, new_page: NewPage) -> None:
    page = new_page(shared_site.url)
    page.goto("/studio/?game=no-thanks")
    page.get_by_label("Seed").fill("0b" * 32)
    page.get_by_role("button", name="Put No Thanks! on the bench").click()
    frames = [page.frame_locator(f'iframe[title="Seat {n}"]') for n in (1, 2, 3)]
    acting = None
    for frame in frames:
        expect(frame.locator("#live")).to_be_visible()
    for n, frame in enumerate(frames):
        if frame.locator("#live").get_attribute("data-mine") == "true":
            acting = n
    assert acting is not None
    frames[acting].get_by_role("button", name="No thanks!").click()
    expect(page.locator("#panel")).to_contain_text("Step 1 of 1")
    for frame in frames:
        expect(frame.locator("#live")).to_have_attribute("data-version", "1")
    frames[(acting + 1) % 3].get_by_role("button", name="Take the card").click()
    expect(page.locator("#panel")).to_contain_text("Step 2 of 2")
    page.locator("#panel").get_by_role("button", name="To the start").click()
    expect(page.locator("#panel")).to_contain_text("Step 0 of 2")
    for frame in frames:
        expect(frame.locator("#live")).to_have_attribute("data-version", "0")
        expect(frame.locator("#log-lines li[data-version='2']")).to_have_count(0)
    expect(frames[acting].locator("#live")).to_have_attribute("data-mine", "true")
    page.locator("#panel").get_by_role("button", name="To the end", exact=True).click()
    expect(frames[0].locator("#live")).to_have_attribute("data-version", "2")
    page.get_by_role("link", name="Seat 2").click()
    expect(page.locator(".studio-frame iframe")).to_have_count(1)
    expect(page.locator("#panel")).to_contain_text("what Seat 2 sees instead")
    page.locator("#panel").get_by_role("button", name="to the end", exact=True).click()
    expect(page.locator("#panel")).to_contain_text("the game is over", timeout=20_000)
    expect(page.frame_locator('iframe[title="Seat 2"]').locator("#result")).to_be_visible()
