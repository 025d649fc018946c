"""Preferences in Chromium: they hold at once, on the table's page as well."""

import re

from playwright.sync_api import expect

from tests.browser.test_lobby import guest
from tests.support.browser import NewPage
from tests.support.live import LiveSite


def test_preferences_hold_at_once_and_at_the_table(new_page: NewPage, shared_site: LiveSite) -> None:
    page = guest(new_page, shared_site, timezone_id="America/Lima")
    page.goto("/accounts/preferences/")
    expect(page.locator("#id_time_zone option").first).to_have_text("as the browser says (America/Lima)")
    page.get_by_role("radio", name="dark").check()
    page.get_by_role("checkbox", name="Ask before a move is made").check()
    page.get_by_role("button", name="Keep these").click()
    expect(page.get_by_text("Your preferences are kept.")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.goto("/games/no-thanks/")
    page.get_by_role("button", name="Play now against bots").click()
    take = page.locator("#choices").get_by_role("button", name="Take the card")
    take.click()
    expect(page.locator("#log-lines")).not_to_contain_text(re.compile("^Guest-.* takes"))
    page.locator("#choices").get_by_role("button", name="Confirm").click()
    expect(page.locator("#log-lines")).to_contain_text(re.compile("Guest-.* takes"))
    switch = page.locator("[data-sound-switch]")
    with page.expect_response("**/preferences/sound/") as kept:
        switch.click()
    assert kept.value.status == 204
    page.reload()
    expect(page.locator("[data-sound-switch]")).to_have_attribute("aria-pressed", "false")
