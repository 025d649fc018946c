"""Tooltips, maps, copying and questions: what hands and keys do beside choosing."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

TIPS = """async () => {
  window.clicks = [];
  document.getElementById("host").innerHTML =
    '<button id="a" data-tip="The seventeen" aria-label="17">17</button><div class="corner"><button id="b" data-tip="A long line about a thing in the corner">x</button></div>';
  window.attempts = 0;
  window.addEventListener("click", () => attempts++, true);
  document.addEventListener("click", (event) => clicks.push(event.target.id));
  await import("/js/main.js");
}"""


@pytest.fixture
def tips(stage: Page) -> Page:
    stage.evaluate(TIPS)
    return stage


def test_a_tip_opens_on_hover_and_closes_on_leaving(tips: Page) -> None:
    tip = tips.get_by_role("tooltip")
    expect(tip).to_be_hidden()
    tips.hover("#a")
    expect(tip).to_have_text("The seventeen")
    assert tips.get_attribute("#a", "aria-describedby") == "tip"
    tips.mouse.move(400, 400)
    expect(tip).to_be_hidden()
    assert tips.get_attribute("#a", "aria-describedby") is None


def test_a_tip_opens_on_keyboard_focus_and_escape_closes_only_it(tips: Page) -> None:
    tips.evaluate(
        "window.escapes = 0; document.addEventListener('keydown', (e) => { if (e.key === 'Escape') escapes++; })"
    )
    tips.keyboard.press("Tab")
    expect(tips.get_by_role("tooltip")).to_have_text("The seventeen")
    tips.keyboard.press("Escape")
    expect(tips.get_by_role("tooltip")).to_be_hidden()
    assert tips.evaluate("escapes") == 0
    tips.keyboard.press("Escape")
    assert tips.evaluate("escapes") == 1


def test_a_tip_goes_with_its_element_and_follows_its_text(tips: Page) -> None:
    tips.keyboard.press("Tab")
    tip = tips.get_by_role("tooltip")
    tips.evaluate("document.getElementById('a').dataset.tip = 'Another line'")
    expect(tip).to_have_text("Another line")
    tips.keyboard.press("Enter")
    expect(tip).to_be_hidden()
    tips.hover("#a")
    expect(tip).to_be_visible()
    tips.evaluate("document.getElementById('a').remove()")
    expect(tip).to_be_hidden()


def test_a_tip_stays_within_the_window(tips: Page) -> None:
    tips.hover("#b")
    tip = tips.get_by_role("tooltip")
    expect(tip).to_be_visible()
    box = tip.bounding_box()
    assert box is not None
    assert box["width"] == 200, "the window's edge does not squeeze it"
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= 800
    assert box["y"] + box["height"] <= 600


Touch = Callable[[list[tuple[float, float]], str], None]


def fingers(page: Page) -> Touch:
    session = page.context.new_cdp_session(page)

    def touch(points: list[tuple[float, float]], kind: str) -> None:
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]},
        )

    return touch


def test_a_long_press_shows_the_tip_and_does_not_click(new_stage: Callable[..., Page]) -> None:
    page = new_stage(has_touch=True)
    page.evaluate(TIPS)
    page.tap("#a")
    assert page.evaluate("clicks") == ["a"]
    expect(page.get_by_role("tooltip")).to_be_hidden()
    touch = fingers(page)
    box: Any = page.locator("#a").bounding_box()
    touch([(box["x"] + 5, box["y"] + 5)], "touchStart")
    expect(page.get_by_role("tooltip")).to_have_text("The seventeen")
    touch([], "touchEnd")
    page.wait_for_function("() => attempts === 2")
    assert page.evaluate("clicks") == ["a"]
    expect(page.get_by_role("tooltip")).to_be_visible()
    page.tap("#a")
    assert page.evaluate("clicks") == ["a", "a"]
    expect(page.get_by_role("tooltip")).to_be_hidden()


MAP = """async (kept) => {
  const { initPanzoom } = await import("/js/panzoom.js");
  window.clicks = 0;
  document.getElementById("host").innerHTML = '<div id="live"><div class="map" id="map" data-panzoom><div class="sheet" id="sheet"></div></div><p class="tall"></p></div>';
  document.getElementById("live").addEventListener("click", () => clicks++);
  window.initPanzoom = initPanzoom;
  initPanzoom(document);
  window.view = () => { const m = new DOMMatrix(getComputedStyle(document.getElementById("sheet")).transform); return [m.e, m.f, m.a].map((n) => Math.round(n * 10000) / 10000); };
}"""


@pytest.fixture
def chart(stage: Page) -> Page:
    stage.evaluate(MAP)
    return stage


def view(page: Page) -> list[float]:
    answer: list[float] = page.evaluate("view()")
    return answer


def test_a_map_begins_with_everything_in_sight(chart: Page) -> None:
    assert view(chart) == [0, 0, 0.5]


def test_a_map_is_dragged_and_the_drag_is_no_click(chart: Page) -> None:
    chart.click("#sheet", position={"x": 100, "y": 100})
    assert chart.evaluate("clicks") == 1
    chart.mouse.move(100, 100)
    chart.mouse.down()
    chart.mouse.move(130, 110, steps=3)
    chart.mouse.up()
    assert view(chart) == [30, 10, 0.5]
    assert chart.evaluate("clicks") == 1
    chart.mouse.move(200, 200)
    assert view(chart) == [30, 10, 0.5]


def test_a_map_cannot_be_lost(chart: Page) -> None:
    chart.focus("#map")
    for _ in range(30):
        chart.keyboard.press("ArrowLeft")
    assert view(chart) == [160, 0, 0.5]


def test_the_plain_wheel_scrolls_the_page_and_ctrl_zooms_at_the_pointer(chart: Page) -> None:
    chart.mouse.move(200, 150)
    chart.mouse.wheel(0, 100)
    chart.wait_for_function("() => scrollY > 50")
    assert view(chart) == [0, 0, 0.5]
    chart.evaluate("scrollTo(0, 0)")
    chart.keyboard.down("Control")
    chart.mouse.wheel(0, -100)
    chart.keyboard.up("Control")
    chart.wait_for_function("() => view()[2] > 0.5")
    x, y, k = view(chart)
    assert abs((200 - x) / k - 400) < 1
    assert abs((150 - y) / k - 300) < 1


def test_buttons_and_keys_zoom_and_fit(chart: Page) -> None:
    chart.get_by_role("button", name="Zoom in").click()
    assert view(chart)[2] == 0.625
    chart.get_by_role("button", name="Zoom out").click()
    chart.get_by_role("button", name="Zoom out").click()
    assert view(chart)[2] == 0.4
    chart.focus("#map")
    chart.keyboard.press("0")
    assert view(chart) == [0, 0, 0.5]
    chart.keyboard.press("+")
    chart.keyboard.press("-")
    chart.keyboard.press("ArrowDown")
    assert view(chart) == [0, -60, 0.5]


def test_the_map_follows_the_keyboard(chart: Page) -> None:
    chart.evaluate(
        """() => {
          document.getElementById("sheet").innerHTML = '<button id="near">near</button><button id="far" class="far">far</button>';
        }"""
    )
    for _ in range(4):
        chart.get_by_role("button", name="Zoom in").click()
    chart.focus("#map")
    chart.keyboard.press("Tab")
    chart.keyboard.press("Tab")
    expect(chart.locator("#far")).to_be_focused()
    box: Any = chart.locator("#far").bounding_box()
    assert box["x"] + box["width"] <= 400
    assert box["y"] + box["height"] <= 300


def test_two_fingers_move_the_map_and_one_scrolls_the_page(new_stage: Callable[..., Page]) -> None:
    page = new_stage(has_touch=True)
    page.evaluate(MAP)
    touch = fingers(page)
    touch([(100, 100), (200, 100)], "touchStart")
    touch([(100, 100), (220, 100)], "touchMove")
    touch([(90, 120), (290, 120)], "touchMove")
    touch([], "touchEnd")
    x, y, k = view(page)
    assert k == 1
    assert abs((190 - x) / k - 300) < 1
    assert abs((120 - y) / k - 200) < 1
    before = view(page)
    touch([(100, 250)], "touchStart")
    for y in (230, 200, 150):
        touch([(100, y)], "touchMove")
    touch([], "touchEnd")
    page.wait_for_function("() => scrollY > 20")
    assert view(page) == before


def test_the_view_is_remembered_and_survives_a_morph(chart: Page) -> None:
    chart.get_by_role("button", name="Zoom in").click()
    seen = view(chart)
    chart.evaluate(
        """async () => {
          const { morph } = await import("/js/morph.js");
          const live = document.getElementById("live");
          morph(live, '<div id="live"><div class="map" id="map" data-panzoom><div class="sheet" id="sheet">new</div></div><p class="tall"></p></div>');
          initPanzoom(live);
        }"""
    )
    assert view(chart) == seen
    assert chart.get_by_role("button", name="Zoom in").count() == 1
    assert chart.get_attribute("#map", "tabindex") == "0"
    chart.reload()
    chart.evaluate(MAP)
    assert view(chart) == seen


def test_copying(stage: Page) -> None:
    stage.evaluate("""async () => {
      document.getElementById("host").innerHTML = '<button data-copy="https://here.example/t">Copy the link</button>';
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text; } }, configurable: true });
      await import("/js/main.js");
    }""")
    stage.get_by_role("button", name="Copy the link").click()
    expect(stage.get_by_role("status")).to_contain_text("Copied")
    assert stage.evaluate("copied") == "https://here.example/t"


def test_a_form_with_a_question_is_sent_only_after_a_yes(stage: Page) -> None:
    stage.evaluate("""async () => {
      document.getElementById("host").innerHTML = '<form data-confirm="Leave the table?"><button name="leave" value="1">Leave</button></form>';
      window.sent = [];
      document.addEventListener("submit", (event) => { if (event.target.dataset.confirm) { event.preventDefault(); sent.push(event.submitter.name); } });
      await import("/js/main.js");
    }""")
    leave = stage.get_by_role("button", name="Leave")
    leave.click()
    expect(stage.get_by_role("dialog")).to_have_accessible_name("Leave the table?")
    stage.keyboard.press("Escape")
    expect(stage.get_by_role("dialog")).to_have_count(0)
    expect(leave).to_be_focused()
    assert stage.evaluate("sent") == []
    leave.click()
    stage.get_by_role("dialog").get_by_role("button", name="Yes, do it").click()
    stage.wait_for_function("() => sent.length")
    assert stage.evaluate("sent") == ["leave"]
