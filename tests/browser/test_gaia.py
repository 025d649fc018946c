"""Gaia in the browser: one person against a bot, by pointing at cards and land, to the end."""

from __future__ import annotations

import random
import re
import time
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect

from tests.support.browser import PHONE, NewPage, nothing_juts_out
from tests.support.live import LiveSite

GAME_SECONDS = 420


def begin(page: Page, players: str = "2", **options: str) -> None:
    """A guest opens a table of Gaia, fills it with bots and begins."""
    page.goto("/")
    page.get_by_role("button", name=re.compile("guest", re.IGNORECASE)).first.click()
    page.goto("/games/gaia/new/")
    page.get_by_role("group", name="Players").get_by_role("radio", name=players, exact=True).check()
    for name, value in options.items():
        page.locator(f"[name='option-{name}'][value='{value}']").check()
    page.get_by_role("button", name="Open the table").click()
    for bots in range(1, int(players)):
        page.get_by_role("button", name="Add a bot").first.click()
        expect(page.locator(".seat-line .tag", has_text="bot")).to_have_count(bots)  # a second press would stop it
    page.get_by_role("button", name="Begin the game").click()
    expect(page.locator("#board")).to_be_visible()


def act(page: Page, chance: random.Random) -> bool:
    """Points at something that may be chosen, or presses a button; True when that was done."""
    lit = page.locator("#live .is-choice:not(.is-chosen)")  # players stand beside the board
    buttons = page.locator("#choices button:visible:enabled").filter(has_not_text=re.compile("^Back$"))
    many, pressable = lit.count(), buttons.count()
    if not many + pressable:
        return False
    try:
        if many and (not pressable or chance.random() < 0.8):
            lit.nth(chance.randrange(many)).click(timeout=3000)
        else:
            buttons.nth(chance.randrange(pressable)).click(timeout=3000)
    except Error:  # it went away meanwhile: an update came
        return False
    return True


def play(page: Page, chance: random.Random, until: str = "#result", seconds: float = GAME_SECONDS) -> int:
    clicks, end = 0, time.monotonic() + seconds
    while not page.locator(until).count():
        assert time.monotonic() < end, f"not there after {clicks} clicks"
        if page.locator("#live[data-mine='true']").count() and act(page, chance):
            clicks += 1
        else:
            page.wait_for_timeout(30)
    return clicks


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"advanced": "True", "powers": "True"}], ids=["basic", "powers"])
def test_a_game_against_a_bot_to_the_end(
    start_site: object, new_page: NewPage, options: dict[str, str], tmp_path: Path
) -> None:
    site: LiveSite = start_site(BOT_PAUSE="0.02")  # type: ignore[operator]
    page = new_page(site.url)
    begin(page, **options)
    clicks = play(page, random.Random(3))
    assert clicks > 10
    expect(page.locator("#result")).to_contain_text(re.compile("wins|share"))
    log = page.locator("#log-lines").inner_text()
    assert "lays a" in log and "pawn" in log
    assert not [line for line in site.lines if "ERROR" in line], site.output
    for size in (PHONE, {"width": 1366, "height": 900}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        nothing_juts_out(page)
        page.screenshot(path=str(tmp_path / f"end-{size['width']}.png"))


FRONT = """n => {
  const cards = [...Array(n).keys()].map((i) => `<li ${i % 4 ? "class='is-same'" : ""}>
    <div class="playing-card gaia-card gaia-small gaia-nature" role="img"></div></li>`);
  for (const none of document.querySelectorAll("#board .gaia-things .gaia-none, #board .gaia-mine .gaia-none")) {
    none.outerHTML = `<ul class="gaia-front">${cards.join("")}</ul>`;
  }
  const own = [...document.querySelectorAll("#board .gaia-mine .gaia-front > li")];
  return [own.map((card) => card.getBoundingClientRect().x), document.documentElement.scrollWidth];
}"""  # all at once, as an update may draw it anew


@pytest.mark.parametrize("lying", [6, 28])
def test_however_many_cards_lie_in_front_they_fit_a_phone(start_site: object, new_page: NewPage, lying: int) -> None:
    page = new_page(start_site().url, viewport=PHONE)  # type: ignore[operator]
    begin(page)
    page.wait_for_load_state()  # its styles have come
    lefts, width = page.evaluate(FRONT, lying)
    assert len(lefts) == lying and width <= PHONE["width"], lefts
    assert all(one + 2 < other for one, other in pairwise(lefts)), lefts  # of each a part can be seen
