"""The clocks of a table count on by the server's time, and a vote is one press."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

SETUP = """async () => {
  const { Clock } = await import("/js/clock.js");
  document.getElementById("host").innerHTML =
    '<span id="clock"></span><span id="clock-0" data-clock="0"></span><span id="clock-1" data-clock="1"></span>';
  window.here = 1_000_000;
  window.little = 0;
  window.clock = new Clock(0, () => { little += 1; }, () => here);
  window.told = (now, bank, due, reminded = false) => ({ now, paused: false, seats: [
    { seat: 0, bank, due, running: due !== null, reminded }, { seat: 1, bank: 97_200_000, due: null, running: false, reminded: false } ] });
}"""


@pytest.fixture
def page(stage: Page) -> Page:
    stage.evaluate(SETUP)
    return stage


def test_time_is_counted_by_the_servers_clock(page: Page) -> None:
    page.evaluate("clock.set(told(5_000_000, 65_500, 5_065_500))")
    expect(page.locator("#clock")).to_have_text("1:05")
    expect(page.locator("#clock-0")).to_have_text("1:05")
    expect(page.locator("#clock-1")).to_have_text("1 d 3 h")
    page.evaluate("here += 56_000")
    expect(page.locator("#clock-0")).to_have_text("0:09")
    expect(page.locator("#clock-0.is-urgent")).to_be_visible()
    page.evaluate("here += 60_000")
    expect(page.locator("#clock")).to_have_text("0:00")


def test_a_message_that_was_long_under_way_sets_no_clock_back(page: Page) -> None:
    page.evaluate("clock.set(told(5_000_000, 60_000, 5_060_000))")
    page.evaluate("here += 10_000; clock.set(told(5_009_000, 51_000, 5_060_000))")
    expect(page.locator("#clock")).to_have_text("0:50")


def test_a_clock_that_stands_shows_what_is_left(page: Page) -> None:
    page.evaluate("clock.set(told(5_000_000, 30_000, null))")
    page.evaluate("here += 20_000")
    page.wait_for_timeout(300)
    expect(page.locator("#clock-0")).to_have_text("0:30")
    page.evaluate("clock.set(null)")
    expect(page.locator("#clock")).to_have_text("")


def test_little_time_is_told_once(page: Page) -> None:
    page.evaluate("for (const _ of [1, 2]) clock.set(told(5_000_000, 20_000, 5_020_000, true))")
    assert page.evaluate("little") == 1


def test_a_vote_is_one_press(page: Page) -> None:
    sent: list[tuple[str, object, str | None]] = []

    def take(route: object) -> None:
        request = route.request  # type: ignore[attr-defined]
        sent.append((request.url.rpartition("/api")[2], request.post_data_json, request.headers.get("x-csrftoken")))
        route.fulfill(status=200, content_type="application/json", body="{}")  # type: ignore[attr-defined]

    page.route("**/api/**", take)
    page.evaluate("""async () => {
      const { initVotes } = await import("/js/vote.js");
      const host = document.getElementById("host");
      host.innerHTML = '<input type="hidden" name="csrfmiddlewaretoken" value="abc"><button data-vote="pause" data-agree="no">No</button>';
      initVotes(host, "t7");
    }""")
    page.get_by_role("button", name="No").click()
    expect(page.get_by_role("button", name="No")).to_be_enabled()
    page.wait_for_timeout(100)
    assert sent == [("/tables/t7/vote/", {"kind": "pause", "agree": False}, "abc")]
    page.unroute("**/api/**")
