"""The finished page in Chromium: the shuffle is checked there, and a wrong one is found out."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from parlor.engine import commitment
from parlor.engine.recorder import RecordingChance
from tests.support.browser import PHONE, NewPage, nothing_juts_out
from tests.support.finished import finished
from tests.support.live import LiveSite

SEED = bytes(range(32))
CHECK = "async ([dealt, shown]) => (await import('/js/shuffle.js')).check(dealt, shown)"


def dealt(seed: bytes = SEED) -> dict[str, Any]:
    chance = RecordingChance(seed)
    for name in ("deck", "Öl"):
        chance(name).shuffle([f"card-{n}" for n in range(40)])
        for n in (1, 2, 3, 1000, 2**31 + 1, 2**32):
            chance(name).below(n)
    from msgspec import to_builtins

    return {
        "algorithm": "parlor-1",
        "commitment": commitment(seed),
        "seed": seed.hex(),
        "same": True,
        "draws": to_builtins(chance.drawn),
    }


def test_honest_draws_are_good_and_any_other_is_not(stage: Page) -> None:
    honest = dealt()
    assert stage.evaluate(CHECK, [honest, honest["commitment"]])["good"] is True
    for i, draw in enumerate(honest["draws"]):
        if draw["n"] == 1:
            continue
        forged = json.loads(json.dumps(honest))
        outcome = forged["draws"][i]["outcome"]
        if isinstance(outcome, list):
            outcome[0], outcome[1] = outcome[1], outcome[0]
        else:
            forged["draws"][i]["outcome"] = (outcome + 1) % draw["n"]
        verdict = stage.evaluate(CHECK, [forged, honest["commitment"]])
        assert verdict["good"] is False and f"Draw {i + 1} " in verdict["text"]


def test_another_seed_than_the_announced_is_found_out(stage: Page) -> None:
    assert stage.evaluate(CHECK, [dealt(bytes(32)), commitment(SEED)])["good"] is False


def test_what_cannot_be_checked_is_said(stage: Page) -> None:
    given = {**dealt(), "same": False, "draws": []}
    verdict = stage.evaluate(CHECK, [given, commitment(SEED)])
    assert verdict["good"] is None and "by hand" in verdict["text"]
    assert stage.evaluate(CHECK, [{**dealt(), "algorithm": "parlor-9"}, commitment(SEED)])["good"] is None
    stage.evaluate("Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true })")
    verdict = stage.evaluate(CHECK, [dealt(), commitment(SEED)])
    assert verdict["good"] is None and "https" in verdict["text"]


@pytest.fixture(scope="module")
def over(shared_site: LiveSite, browser: Browser) -> tuple[str, Any]:
    return finished(shared_site, browser)


Open = Callable[..., Page]


@pytest.fixture
def look(new_page: NewPage, over: tuple[str, Any]) -> Open:
    def opened(**options: Any) -> Page:
        page = new_page(storage_state=over[1], **options)
        page.goto(over[0])
        expect(page.locator("#result")).to_be_visible()
        return page

    return opened


def test_the_shuffle_of_a_real_game_is_checked_on_its_page(look: Open) -> None:
    page = look()
    page.get_by_text("Was it dealt fairly?").click()
    page.get_by_role("button", name="Check the shuffle").click()
    said = page.locator("#shuffle-said")
    expect(said).to_have_attribute("data-good", "true")
    expect(said).to_contain_text("It was dealt fairly")
    expect(said).to_contain_text("this browser noted")  # the guest's browser was there when it ran
    said.get_by_text("All draws of the set-up", exact=True).click()
    expect(said.locator("li").first).to_be_visible()


def test_a_server_that_lies_about_the_seed_is_found_out_by_what_the_browser_noted(look: Open) -> None:
    page = look()

    def lie(route: Route) -> None:
        route.fulfill(json=dealt())

    page.route("**/shuffle.json", lie)
    page.evaluate(
        "(digest) => document.querySelectorAll('[data-commitment]').forEach((el) => el.setAttribute('data-commitment', digest))",
        commitment(SEED),
    )
    page.get_by_text("Was it dealt fairly?").click()
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.locator("#shuffle-said")).to_have_attribute("data-good", "false")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_statistics_fit_the_page(look: Open, size: str) -> None:
    page = look(**({"viewport": PHONE} if size == "phone" else {}))
    page.get_by_text("Statistics", exact=True).click()
    page.get_by_text("Was it dealt fairly?").click()
    expect(page.locator(".statistics svg.bar").first).to_be_visible()
    nothing_juts_out(page)
    whole = {round(bar.bounding_box()["width"]) for bar in page.locator(".bar").all()}  # type: ignore[index]
    assert max(whole) - min(whole) <= 1, "bars of different seats can be compared"
    rows = page.locator(".statistics tbody tr").all()
    assert rows and all(re.fullmatch(r"-?\d+", n) for n in rows[0].locator("td b").all_inner_texts())
