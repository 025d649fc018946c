"""Collect in the browser: a person against bots, by pointing at decks, cards and animals, to the end."""

from __future__ import annotations

import random
import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_gaia import act
from tests.support.browser import PHONE, NewPage, nothing_juts_out
from tests.support.live import LiveSite

GAME_SECONDS = 240


def begin(page: Page, players: str = "2", **options: str) -> None:
    """A guest opens a table of Collect, fills it with bots and begins."""
    page.goto("/")
    page.get_by_role("button", name=re.compile("guest", re.IGNORECASE)).first.click()
    page.goto("/games/collect/new/")
    page.get_by_role("group", name="Players").get_by_role("radio", name=players, exact=True).check()
    for name, value in options.items():
        page.locator(f"[name='option-{name}'][value='{value}']").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    for bots in range(1, int(players)):
        page.get_by_role("button", name="Add a bot").first.click()
        expect(page.locator(".seat-line .tag", has_text="bot")).to_have_count(bots)  # a second press would stop it
    page.get_by_role("button", name="Begin the game").click()
    expect(page.locator("#board")).to_be_visible()


def play(page: Page, chance: random.Random) -> set[str]:
    """Plays to the end; returns what was asked on the way, by the beginning of the prompts."""
    asked, end = set(), time.monotonic() + GAME_SECONDS
    while not page.locator("#result").count():
        assert time.monotonic() < end, f"not there; asked {asked}"
        if page.locator("#live[data-mine='true']").count():
            prompt = page.locator("#prompt span").inner_text()
            asked.add(re.split("[: ]", prompt)[0])
            act(page, chance)
        page.wait_for_timeout(20)
    return asked


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "viewport", "options"),
    [
        ("2", None, {"match": "round"}),
        ("4", PHONE, {"teams": "True", "placing": "anywhere"}),
    ],
    ids=["one round", "teams on a phone"],
)
def test_a_game_against_bots_to_the_end(
    start_site: object, new_page: NewPage, players: str, viewport: dict[str, int] | None, options: dict[str, str]
) -> None:
    site: LiveSite = start_site(BOT_PAUSE="0.02")  # type: ignore[operator]
    page = new_page(site.url, **({"viewport": viewport} if viewport else {}))
    begin(page, players, **options)
    asked = play(page, random.Random(5))
    assert "Draw" in asked and len(asked) > 2, asked
    expect(page.locator("#result")).to_contain_text(re.compile(r"wins|win\b"))
    expect(page.locator("#banner")).to_contain_text(re.compile(r"Round \d+: .+ wins with"))
    assert page.locator(".is-won").count() in (4, 6, 7)
    log = page.locator("#log-lines").inner_text()
    assert "draws a" in log and "wins round" in log
    assert not [line for line in site.lines if "ERROR" in line], site.output
    nothing_juts_out(page)


def test_a_card_is_drawn_by_pointing_at_a_deck(start_site: object, new_page: NewPage) -> None:
    site: LiveSite = start_site(BOT_PAUSE="0.02")  # type: ignore[operator]
    page = new_page(site.url)
    begin(page)
    expect(page.locator("#live[data-mine='true']")).to_be_visible()
    before = page.locator(".co-own .co-card").count()
    page.locator("#deck-left.is-choice").focus()  # lit: the choices have come over the socket
    page.keyboard.press("Enter")
    expect(page.locator(".co-own .co-card").nth(before)).to_be_visible()
    card = page.locator(".co-own .co-card").nth(before)
    expect(card).to_have_attribute("aria-label", re.compile(r"^[A-Z][a-z ]+, place \d+$"))
    expect(card).to_have_attribute("data-tip", re.compile(r"^[A-Z][a-z ]+: "))
    assert card.bounding_box()["width"] >= 44  # type: ignore[index]
