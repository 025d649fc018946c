"""A game that was just written by `manage.py startgame` is on the site, with board, help and looks, and is played there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect

from parlor.catalog.starting.rendering import VARIANTS
from tests.authors import readme
from tests.authors.checkout import Checkout
from tests.authors.playing import begin, play, site_of
from tests.support.browser import PHONE, NewPage, nothing_juts_out
from tests.support.live import LiveSite


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    folder = tmp_path_factory.mktemp("new-games")
    checkout = Checkout(folder / "parlor")
    for variant in VARIANTS:
        checkout.manage("startgame", f"my_{variant}", "--from", variant)
    checkout.manage("startgame", "fishing")
    readme.write(readme.tutorial(), checkout.root)
    site = site_of(checkout, folder / "data").start()
    yield site
    site.stop()


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_new_game_is_played_on_the_site(site: LiveSite, variant: str, new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(site.url)
    page.goto(f"/games/my-{variant}/")
    expect(page.locator("main")).to_contain_text("Your turn")
    begin(page, f"my-{variant}")
    play(page, until=f".board-my-{variant} .is-choice, #choices button")
    page.screenshot(path=str(tmp_path / "begun.png"))
    board = page.locator(".board")
    assert board.evaluate("el => getComputedStyle(el).display") in {"grid", "flex"}, "the game's own looks"
    assert not board.locator(".plain").count(), "the game's own board"
    play(page)
    assert not [line for line in site.lines if "ERROR" in line or "WARNING" in line], site.output
    for size in (PHONE, {"width": 1366, "height": 900}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.screenshot(path=str(tmp_path / f"end-{size['width']}.png"), full_page=True)
        nothing_juts_out(page)


@pytest.mark.long
def test_the_game_of_the_tutorial_is_played_on_the_site(site: LiveSite, new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(site.url)
    begin(page, "fishing")
    play(page, until=".board-fishing .is-choice")
    asked = page.locator("#board [data-id='seat-1'].is-choice")
    while not asked.count():  # what was pointed at while an update came is pointed at again
        page.locator("#board .is-choice").first.click()
        with suppress(Error):
            asked.wait_for(timeout=2000)
    page.screenshot(path=str(tmp_path / "asking.png"))
    expect(page.locator("#board [data-id='seat-1'].is-choice")).to_be_visible()
    play(page)
    assert "Go fish!" in page.locator("#log-lines").inner_text()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.screenshot(path=str(tmp_path / "end.png"), full_page=True)
    nothing_juts_out(page)
    assert not [line for line in site.lines if "ERROR" in line or "WARNING" in line], site.output
