"""A German browser on a small telephone: scripts speak German too, and nothing is wider than the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import PHONE, NewPage, nothing_juts_out
from tests.support.live import LiveSite

pytestmark = pytest.mark.long

# Also what a long word pushes out of a box that hides it.
TOO_WIDE = """() => [...document.querySelectorAll("body *")]
    .filter((el) => el.checkVisibility() && !el.closest(".visually-hidden, svg, .panzoom, details:not([open]) > :not(summary)"))
    .filter((el) => el.matches("button, a.button, summary, label, h1, h2, h3, .tag, .turnbar-prompt"))
    .filter((el) => el.getBoundingClientRect().right > innerWidth + 1 || el.getBoundingClientRect().left < -1)
    .map((el) => el.outerHTML.slice(0, 120))"""


def _collect(page: Page) -> None:
    expect(page.locator("#prompt")).to_contain_text("Zieh eine Karte von einem der Stapel")
    expect(page.locator("#deck-left.is-choice")).to_have_attribute("aria-label", re.compile("^Stapel links: "))


def _gaia(page: Page) -> None:
    page.locator(".dock .is-choice").first.click()
    expect(page.locator("#choices")).to_contain_text("Wähle: ein Feld")


def _letter_tycoon(page: Page) -> None:
    """A word of nine letters fits as well. The bots may have spelled before, which is let pass."""
    send, accept = page.locator("#lt-send"), page.get_by_role("button", name="Zulassen")
    expect(send.or_(accept).first).to_be_visible()
    while not send.is_visible():
        word = page.locator("#doubt .lt-spelled").first.get_attribute("aria-label")
        accept.click()
        expect(page.locator(f"#doubt .lt-spelled[aria-label='{word}']")).to_have_count(0)
        expect(send.or_(accept).first).to_be_visible(timeout=30_000)
    expect(page.get_by_role("button", name="Kein Wort spielen")).to_be_visible()  # choices have come over the socket
    tiles = page.locator(".lt-dock .lt-slot > [data-letter]:not(.is-copy)")
    for _n in range(9):
        tiles.first.click()
    expect(page.locator("#lt-word > [data-letter]")).to_have_count(9)
    expect(page.locator("#lt-note")).to_contain_text("spielt")


def _no_thanks(page: Page) -> None:
    expect(page.get_by_role("button", name="Karte nehmen")).to_be_visible()


LOOKS = {"collect": _collect, "gaia": _gaia, "letter-tycoon": _letter_tycoon, "no-thanks": _no_thanks}


@pytest.mark.parametrize("game", LOOKS)
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
    LOOKS[game](page)
    assert page.evaluate(TOO_WIDE) == []
    nothing_juts_out(page)
    page.locator("#menu-open").click()
    expect(page.get_by_role("button", name="Spiel aufgeben")).to_be_visible()
    page.goto("/")
    page.locator(".languages button", has_text="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", name="My tables")).to_be_visible()
