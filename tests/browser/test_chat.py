"""The chat between two browsers: a player, on a phone, and somebody who watches."""

import contextlib
from typing import Any

import pytest
from playwright.sync_api import Page, expect

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


def heard(new_page: NewPage, shared_site: LiveSite, **viewport: Any) -> Page:
    """A player who has just read what somebody who watches said."""
    player = guest(new_page, shared_site, **viewport)
    player.goto("/games/no-thanks/")
    player.get_by_role("button", name="Play now against bots").click()
    player.wait_for_url("**/tables/*/")
    watcher = guest(new_page, shared_site)
    watcher.goto(player.url)
    watcher.fill("#chat-text", "You sock!")
    for _n in range(10):  # what is said before the page is connected stays in the field
        watcher.press("#chat-text", "Enter")
        with contextlib.suppress(AssertionError):
            expect(watcher.locator("#chat-lines li")).to_have_count(1, timeout=3000)
            break
    expect(watcher.locator("#chat-lines li")).to_have_count(1)
    if viewport:
        player.get_by_role("button", name="Log and chat").click()
    player.get_by_role("button", name="Hear those who watch").click()
    expect(player.get_by_text("You sock!")).to_be_visible()
    return player


@pytest.mark.long
def test_a_line_is_reported_by_thumb(new_page: NewPage, shared_site: LiveSite) -> None:
    player = heard(new_page, shared_site, viewport=PHONE, has_touch=True, is_mobile=True)
    way = player.get_by_role("link", name="Report this line by")
    box = way.bounding_box()
    assert box is not None and box["height"] >= 24 and box["width"] >= 24, box
    way.tap()
    expect(player.locator("select[name=line] option:checked")).to_contain_text("You sock!")
    player.get_by_label("What happened?").fill("An insult.")
    player.get_by_role("button", name="Send").tap()
    expect(player.get_by_text("Somebody will look at it")).to_be_visible()
    assert "/tables/" in player.url


@pytest.mark.long
def test_a_line_is_reported_by_keyboard(new_page: NewPage, shared_site: LiveSite) -> None:
    player = heard(new_page, shared_site)
    player.locator("#chat-text").focus()
    for _n in range(2):
        player.keyboard.press("Shift+Tab")
        if player.evaluate("document.activeElement.className") == "chat-report":
            break
    way = player.locator(".chat-report")
    expect(way).to_be_focused()
    expect(player.locator(".chat-about")).to_have_css("opacity", "1")
    player.keyboard.press("Enter")
    expect(player.locator("select[name=line] option:checked")).to_contain_text("You sock!")
