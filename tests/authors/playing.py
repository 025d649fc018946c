"""Playing a new game as its author would: on the site, in a browser, against a bot."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

from playwright.sync_api import Error, Page, expect

from tests.authors.checkout import Checkout
from tests.support.live import LiveSite

GAME_SECONDS = 120


def site_of(checkout: Checkout, data: Path) -> LiveSite:
    """The site of this checkout, not yet started."""
    # Safe path: the process in which bots think must not find the games of the folder that the tests run in.
    there = {"PYTHONPATH": checkout.environment["PYTHONPATH"], "PYTHONSAFEPATH": "1", "BOT_PAUSE": "0.02"}
    return LiveSite(data, there, command=(str(checkout.root / "manage.py"), "serve"))


def begin(page: Page, slug: str) -> None:
    """A guest opens a table of the game for two, seats a bot and begins."""
    page.goto("/")
    page.get_by_role("button", name=re.compile("guest", re.IGNORECASE)).first.click()
    page.goto(f"/games/{slug}/new/")
    page.get_by_role("group", name="Players").get_by_role("radio", name="2", exact=True).check()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Add a bot").first.click()
    page.wait_for_load_state()
    page.get_by_role("button", name="Begin the game").click()
    expect(page.locator("#board")).to_be_visible()


def play(page: Page, until: str = "#result") -> None:
    """Points at what may be chosen, or presses a button, until the game is over."""
    chance, end = random.Random(1), time.monotonic() + GAME_SECONDS
    while not page.locator(until).count():
        assert time.monotonic() < end, "the game goes on and on"
        lit = page.locator("#live .is-choice:not(.is-chosen)")
        found = lit if lit.count() else page.locator("#choices button:visible:enabled")
        if not page.locator("#live[data-mine='true']").count() or not found.count():
            page.wait_for_timeout(20)
            continue
        try:
            found.nth(chance.randrange(found.count())).click(timeout=2000)
        except (Error, ValueError):  # it went away meanwhile: an update came
            continue
