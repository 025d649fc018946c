"""A finished game on the real site, played by a guest in a browser against bots."""

from playwright.sync_api import Browser, StorageState, expect

from tests.support.live import LiveSite


def finished(site: LiveSite, browser: Browser) -> tuple[str, StorageState]:
    """Plays No Thanks! to the end at a table that everybody may watch; its address, and the cookies of the guest."""
    context = browser.new_context(base_url=site.url, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/games/no-thanks/new/")
    page.get_by_role("button", name="Play as a guest").click()
    page.goto("/games/no-thanks/new/")
    page.get_by_label("Everybody on this site").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*/")
    for _n in range(2):
        page.get_by_role("button", name="Add a bot").first.click()
    page.get_by_role("button", name="Begin the game").click()
    expect(page.locator("#board")).to_be_visible()
    address = page.url
    for _n in range(120):
        page.wait_for_selector("#live[data-mine='true'] #choices button:enabled, #result", timeout=60_000)
        if page.locator("#result").count():
            break
        page.locator("#choices button").filter(has_text="Take").click()
        page.wait_for_selector("#live:not([data-mine='true']), #result, #choices button:enabled")
    cookies = context.storage_state()
    context.close()
    return address, cookies
