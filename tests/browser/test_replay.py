"""The replay in Chromium: stepping, playing, dragging, keys, the log, the address, and life without scripts."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import PHONE, NewPage, nothing_juts_out
from tests.support.finished import finished
from tests.support.live import LiveSite

AT = re.compile(r"at=(\d+)")


@pytest.fixture(scope="module")
def played(shared_site: LiveSite, browser: Browser) -> str:
    """The address of a finished table that everybody may watch."""
    return finished(shared_site, browser)[0]


def at(page: Page) -> int:
    found = AT.search(page.url)
    assert found, page.url
    return int(found[1])


def shows(page: Page, version: int) -> None:
    expect(page.locator("#live")).to_have_attribute("data-version", str(version))
    expect(page.locator("#place")).to_have_text(re.compile(rf"^{version} / "))
    expect(page.locator("#slider")).to_have_value(str(version))
    expect(page.locator('#log-lines [aria-current="step"]')).to_have_count(1)
    assert at(page) == version


def test_steps_turns_keys_slider_and_log(new_page: NewPage, played: str) -> None:
    page = new_page()
    page.goto(f"{played}replay/")
    shows(page, 0)
    last = int(page.locator("#table").get_attribute("data-last") or "")
    page.locator("#go-on").click()
    shows(page, 1)
    page.keyboard.press("ArrowRight")
    shows(page, 2)
    page.keyboard.press("ArrowLeft")
    shows(page, 1)
    page.keyboard.press("End")
    shows(page, last)
    expect(page.locator("#go-on")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    shows(page, 0)
    turns = [int(n) for n in (page.locator("#table").get_attribute("data-turns") or "").split()]
    page.keyboard.press("Shift+ArrowRight")
    shows(page, turns[1])
    page.locator("#go-turn_on").click()
    shows(page, turns[2])
    page.locator("#go-turn_back").click()
    shows(page, turns[1])
    page.locator("#slider").fill("9")
    shows(page, 9)
    page.locator('#log-lines li[data-version="5"] a').click()
    shows(page, 5)
    page.reload()
    shows(page, 5)


def test_it_plays_by_itself_to_the_end_and_stops_when_told(new_page: NewPage, played: str) -> None:
    page = new_page(reduced_motion="no-preference")
    page.goto(f"{played}replay/?at=1")
    page.locator("#speed").select_option("quick")
    page.locator("#main").click()
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#live")).to_have_attribute("data-version", re.compile(r"^([5-9]|\d\d)$"))
    assert page.evaluate("document.getAnimations().filter((a) => a.constructor.name === 'Animation').length") == 0
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    stopped = at(page)
    page.wait_for_timeout(600)
    assert at(page) <= stopped + 1
    last = int(page.locator("#table").get_attribute("data-last") or "")
    page.goto(f"{played}replay/?at={last - 3}")
    page.locator("#play").click()
    shows(page, last)
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


def test_pieces_travel_between_steps_but_not_while_dragging(new_page: NewPage, played: str) -> None:
    page = new_page(reduced_motion="no-preference")
    page.goto(f"{played}replay/?at=0&seat=watch")
    moving = "new Promise((done) => { let n = 0; const look = () => document.getAnimations().some((a) => a.constructor.name === 'Animation') ? done(true) : n++ > 30 ? done(false) : requestAnimationFrame(look); look(); })"
    taken = next(
        int(line.get_attribute("data-version") or "")
        for line in page.locator("#log-lines li").all()
        if "takes" in line.inner_text()
    )
    page.goto(f"{played}replay/?at={taken - 1}&seat=watch")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(moving)
    shows(page, taken)
    page.goto(f"{played}replay/?at={taken - 1}&seat=watch")
    page.locator("#slider").fill(str(taken))
    assert not page.evaluate(moving)
    shows(page, taken)


def test_other_eyes_keep_the_place(new_page: NewPage, played: str) -> None:
    page = new_page()
    page.goto(f"{played}replay/?at=7")
    page.locator("#eyes").select_option("1")
    page.wait_for_url(re.compile("seat=1"))
    shows(page, 7)
    expect(page.locator(".player-you")).to_have_attribute("id", "player-1")
    page.keyboard.press("ArrowRight")
    shows(page, 8)
    assert "seat=1" in page.url
    expect(page.locator(".player-you")).to_have_attribute("id", "player-1")


def test_without_scripts_links_and_a_form_do_it(new_page: NewPage, played: str) -> None:
    page = new_page(java_script_enabled=False, viewport=PHONE)
    page.goto(f"{played}replay/")
    page.get_by_label("One step on").click()
    page.get_by_label("One step on").click()
    assert at(page) == 2
    page.get_by_label("To the end").click()
    page.get_by_label("One turn back").click()
    page.get_by_label("Seen from").select_option("open")
    page.get_by_role("button", name="Show").click()
    assert "seat=open" in page.url


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_nothing_scrolls_sideways(new_page: NewPage, played: str, size: str) -> None:
    page = new_page(**({"viewport": PHONE, "has_touch": True} if size == "phone" else {}))
    page.goto(f"{played}replay/?at=12&seat=0")
    nothing_juts_out(page)
    for el in page.locator(".replay-bar :is(a, button, input, select):visible").all():
        box = el.bounding_box()
        assert box and box["height"] >= 40, el.evaluate("el => el.outerHTML")
