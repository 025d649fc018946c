"""The chat between two browsers: a player, on a phone, and somebody who watches."""

from playwright.sync_api import expect

from tests.browser.test_lobby import guest
from tests.support.browser import PHONE, NewPage
from tests.support.live import LiveSite


def test_a_player_hears_watchers_on_demand(new_page: NewPage, shared_site: LiveSite) -> None:
    player = guest(new_page, shared_site, viewport=PHONE)
    player.goto("/games/no-thanks/")
    player.get_by_role("button", name="Play now against bots").click()
    player.wait_for_url("**/tables/*/")
    watcher = guest(new_page, shared_site)
    name = watcher.locator(".account-name").inner_text()
    watcher.goto(player.url)
    expect(watcher.locator("[data-watchers-switch]")).to_have_count(0)
    watcher.get_by_text("Set phrases").click()
    watcher.get_by_role("button", name="Well played").click()
    expect(watcher.locator("#chat-lines li")).to_contain_text("watching")
    player.get_by_role("button", name="Log and chat").click()
    expect(player.locator("#chat-lines li")).to_have_count(1)
    expect(player.locator("#chat-lines li")).to_be_hidden()
    switch = player.get_by_role("button", name="Hear those who watch")
    switch.click()
    expect(player.locator("#chat-lines li > span")).to_have_text("Well played")
    player.fill("#chat-text", "Thanks")
    player.press("#chat-text", "Enter")
    expect(watcher.locator("#chat-lines li > span")).to_have_text(["Well played", "Thanks"])
    player.get_by_role("button", name=f"Mute {name}").click()
    player.get_by_role("button", name="Yes, do it").click()
    expect(player.locator("#chat-muted")).to_contain_text(name)
    expect(player.locator("#chat-lines li > span")).to_have_text(["Thanks"])
    player.get_by_role("button", name="Close").first.click()
    watcher.fill("#chat-text", "unheard")
    watcher.press("#chat-text", "Enter")
    expect(watcher.locator("#chat-lines li")).to_have_count(3)
    expect(player.locator("#side-unread")).to_be_hidden()
    player.reload()
    player.get_by_role("button", name="Log and chat").click()
    expect(player.locator("#chat-muted")).to_contain_text(name)
    expect(player.locator("#chat-lines li > span")).to_have_text(["Thanks"])
