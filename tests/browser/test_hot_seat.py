"""Two people at one phone in Chromium: the table is covered until the next one has it in hand."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.test_lobby import guest, open_table
from tests.support.browser import PHONE, NewPage
from tests.support.live import LiveSite


def test_a_phone_goes_round(shared_site: LiveSite, new_page: NewPage) -> None:
    page = guest(new_page, shared_site, viewport=PHONE)
    open_table(page, found=False)
    for name in ("Tom", "Eva"):
        opener = page.get_by_text("Somebody plays at this device, too")
        if not page.get_by_label("Name of the player").is_visible():
            opener.click()
        page.get_by_label("Name of the player").fill(name)
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator(".seat-line", has_text=name)).to_contain_text("here")
    page.get_by_role("button", name="Begin the game").click()
    cover, board = page.locator("dialog.handover"), page.locator("#board")
    expect(cover).to_be_visible()
    expect(board).to_be_hidden()
    seen = set()
    for _turn in range(3):
        button = cover.get_by_role("button")
        name = button.inner_text().removeprefix("I am ")
        seen.add(name)
        page.keyboard.press("Escape")
        expect(cover).to_be_visible()
        button.click()
        expect(board).to_be_visible()
        expect(page.locator(".player-you")).to_contain_text(name)
        page.get_by_role("button", name="No thanks!").click()
        expect(cover.get_by_role("button")).not_to_have_text(f"I am {name}")
        expect(board).to_be_hidden()
    assert {"Tom", "Eva"} < seen and len(seen) == 3
    page.reload()
    expect(cover).to_be_visible()
    expect(board).to_be_hidden()
