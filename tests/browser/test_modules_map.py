"""Maps that grow: an SVG whose viewBox gets larger still fits, or stays where its viewer has put it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

LAND = """async () => {
  const { initPanzoom } = await import("/js/panzoom.js");
  const { morph } = await import("/js/morph.js");
  const { move } = await import("/js/motion.js");
  window.draw = (x, y, columns, rows) => `<div id="live"><div class="map" id="map" data-panzoom>
    <svg viewBox="${x * 100} ${y * 100} ${columns * 100} ${rows * 100}" width="${columns * 100}" height="${rows * 100}">
    <g id="cell-0_0" data-id="cell-0_0" transform="translate(0 0)"><rect width="100" height="100"/></g></svg></div></div>`;
  document.getElementById("host").innerHTML = draw(0, 0, 2, 2);
  const live = document.getElementById("live");
  window.grow = (...size) => move(live, () => { morph(live, draw(...size)); initPanzoom(live); });
  window.at = () => { const box = document.getElementById("cell-0_0").getBoundingClientRect(); return [box.x, box.y, box.width].map(Math.round); };
  initPanzoom(live);
}"""


@pytest.fixture
def land(stage: Page) -> Page:
    stage.evaluate("sessionStorage.clear()")
    stage.evaluate(LAND)
    return stage


def test_a_small_map_is_not_blown_up(land: Page) -> None:
    assert land.evaluate("at()") == [100, 50, 100]


def test_a_map_that_nobody_moved_fits_after_it_has_grown(land: Page) -> None:
    land.evaluate("document.documentElement.dataset.motion = 'off'; grow(-3, -1, 6, 6)")
    assert land.evaluate("at()") == [200, 50, 50]
    land.evaluate("delete document.documentElement.dataset.motion")


def test_it_glides_there_as_a_whole_and_its_pieces_with_it(new_stage: Callable[..., Page]) -> None:
    page = new_stage()
    page.evaluate(LAND)
    flights, start, running = page.evaluate(
        "() => { const flights = grow(-3, -1, 6, 6).length; return [flights, at(), document.querySelector('svg').getAnimations().length]; }"
    )
    assert (flights, start, running) == (0, [100, 50, 100], 1)
    page.wait_for_function("() => at().join() === '200,50,50'")


def test_what_the_viewer_has_put_somewhere_stays_there_when_the_map_grows(land: Page) -> None:
    land.focus("#map")
    land.keyboard.press("+")
    land.keyboard.press("ArrowRight")
    before = land.evaluate("at()")
    land.evaluate("grow(-3, -1, 6, 6)")
    assert land.evaluate("at()") == before
    land.keyboard.press("0")
    assert land.evaluate("at()") == [200, 50, 50]


def test_a_map_fits_again_when_its_window_changes(land: Page) -> None:
    land.evaluate("document.getElementById('map').style.width = '150px'")
    land.wait_for_function("() => at().join() === '0,75,75'")


def test_a_tip_says_the_name_and_shows_a_part_of_the_map_large(stage: Page) -> None:
    stage.evaluate(
        """async () => {
          const { initTips } = await import("/js/tip.js");
          document.querySelector("#tip")?.remove();
          initTips();
          document.getElementById("host").innerHTML = '<svg viewBox="0 0 100 100" width="40" height="40"><g id="cell-0_0" tabindex="0" role="img" aria-label="a city" data-tip data-tip-shows="city-1"><g id="city-1"><rect width="100" height="100"/></g></g></svg>';
        }"""
    )
    stage.keyboard.press("Tab")
    tip = stage.get_by_role("tooltip")
    expect(tip).to_have_text("a city")
    expect(tip.locator("svg use")).to_have_attribute("href", "#city-1")
