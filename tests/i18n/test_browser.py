"""A German browser on a small telephone: scripts speak German too, and nothing is wider than the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, NewPage
from tests.support.live import LiveSite

pytestmark = pytest.mark.long

# Also what a long word pushes out of a box that hides it.
TOO_WIDE = """() => [...document.querySelectorAll("body *")]
    .filter((el) => el.checkVisibility() && !el.closest(".visually-hidden, svg, .panzoom, details:not([open]) > :not(summary)"))
    .filter((el) => el.matches("button, a.button, summary, label, h1, h2, h3, .tag, .turnbar-prompt"))
    .filter((el) => el.getBoundingClientRect().right > innerWidth + 1 || el.getBoundingClientRect().left < -1)
    .map((el) => el.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("game", ["gaia", "no-thanks"])
def test_a_game_on_a_german_telephone(shared_site: LiveSite, new_page: NewPage, game: str) -> None:
    page = new_page(shared_site.url, viewport=PHONE, locale="de-DE")
    page.goto("/")
    assert page.evaluate(TOO_WIDE) == []
    page.get_by_role("button", name="Als Gast spielen").first.click()
    page.locator(".menu summary").click()
    expect(page.get_by_role("button", name="Abmelden")).to_be_visible()
    assert page.evaluate(TOO_WIDE) == [], "the open menu, too"
    page.goto(f"/games/{game}/")
    assert page.evaluate(TOO_WIDE) == []
    page.get_by_role("button", name="Jetzt gegen Bots spielen").click()
    expect(page.locator("#live[data-mine=true]")).to_be_visible(timeout=30_000)
    expect(page.locator("#prompt")).to_contain_text("Dein Zug")
    expect(page).to_have_title(re.compile("^● Dein Zug – "))
    if game == "gaia":
        page.locator(".dock .is-choice").first.click()
        expect(page.locator("#choices")).to_contain_text("Wähle: ein Feld")
    else:
        expect(page.get_by_role("button", name="Karte nehmen")).to_be_visible()
    assert page.evaluate(TOO_WIDE) == []
    page.locator("#menu-open").click()
    expect(page.get_by_role("button", name="Spiel aufgeben")).to_be_visible()
    page.goto("/")
    page.locator(".languages button", has_text="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", name="My tables")).to_be_visible()
