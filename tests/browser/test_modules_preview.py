"""What a move would do is shown before it is made: by pointer and keyboard at once, by finger before it is confirmed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

MOVES = [{"kind": "Play", "card": "card-1", "cell": f"cell-{n}"} for n in (1, 2)] + [{"kind": "Draw", "card": "card-2"}]
KINDS = {"Play": {"label": "Play a card", "fields": []}, "Draw": {"label": "Take it", "fields": []}}
SETUP = """async ([choices, kinds]) => {
  const { Choice } = await import("/js/choice.js");
  const { Preview } = await import("/js/preview.js");
  document.getElementById("host").innerHTML = '<div id="live"><div class="row">' +
    ["card-1", "card-2", "cell-1", "cell-2"].map((id) => `<div class="card" id="${id}" data-id="${id}" role="img" aria-label="${id}"></div>`).join("") + '</div><header id="turnbar"><div id="choices"></div></header></div>';
  window.asked = [];
  window.moves = [];
  window.preview = new Preview(document.getElementById("turnbar"), (move) => `q${asked.push(move)}`);
  window.choice = new Choice({
    root: document.getElementById("live"), box: () => document.getElementById("choices"),
    onMove: (move) => moves.push(move), onPreview: (move) => preview.of(move),
  });
  choice.set({ choices, kinds });
}"""
NOTE = ".turnbar-preview"


def prepare(page: Page) -> None:
    page.evaluate(SETUP, [MOVES, KINDS])


def answer(page: Page, number: int, *lines: str, unsure: bool = False) -> bool:
    page.wait_for_function("(n) => asked.length >= n", arg=number)
    told: dict[str, Any] = {"type": "preview", "id": f"q{number}", "lines": list(lines), "open": unsure, "changed": {}}
    taken: bool = page.evaluate("(told) => preview.answer(told)", told)
    return taken


@pytest.fixture
def page(stage: Page) -> Page:
    prepare(stage)
    return stage


def test_pointing_at_the_last_pick_asks_once_and_shows_the_lines(page: Page) -> None:
    page.click("#card-1")
    page.hover("#cell-1")
    answer(page, 1, "Ann lays a tile", "The city has three needs met")
    expect(page.locator(f"{NOTE} li")).to_have_text(["Ann lays a tile", "The city has three needs met"])
    page.hover("#card-2")
    expect(page.locator(NOTE)).to_be_hidden()
    page.hover("#cell-1")
    expect(page.locator(NOTE)).to_be_visible()
    assert page.evaluate("asked.length") == 1
    page.evaluate("preview.forget()")
    expect(page.locator(NOTE)).to_be_hidden()


def test_the_keyboard_is_told_too(page: Page) -> None:
    page.focus("#card-1")
    page.keyboard.press("Enter")
    page.focus("#cell-2")
    answer(page, 1, "Ann lays a tile", unsure=True)
    expect(page.get_by_role("status")).to_contain_text("What follows nobody can tell yet.")


def test_what_says_no_more_than_the_choice_is_not_shown(page: Page) -> None:
    page.hover("#card-2")
    answer(page, 1, "Ann takes a card", unsure=True)
    expect(page.locator(NOTE)).to_be_hidden()


def test_a_refused_question_is_ours_and_shows_nothing(page: Page) -> None:
    page.click("#card-1")
    page.hover("#cell-1")
    page.wait_for_function("() => asked.length === 1")
    assert page.evaluate("preview.answer({type: 'refused', id: 'q1', detail: 'stale'})")
    assert not page.evaluate("preview.answer({type: 'refused', id: 'other'})")
    expect(page.locator(NOTE)).to_be_hidden()


def test_a_finger_sees_the_consequence_and_then_confirms(new_stage: Callable[..., Page]) -> None:
    page = new_stage(has_touch=True)
    prepare(page)
    page.tap("#card-1")
    page.tap("#cell-1")
    assert page.evaluate("moves") == []
    answer(page, 1, "Ann lays a tile")
    expect(page.locator(NOTE)).to_be_visible()
    page.tap("#cell-1")
    expect(page.locator(NOTE)).to_be_hidden()
    page.tap("#cell-2")
    page.get_by_role("button", name="Play a card").tap()
    assert page.evaluate("moves") == [MOVES[1]]


def test_a_single_tap_is_enough_where_there_is_nothing_to_aim_at(new_stage: Callable[..., Page]) -> None:
    page = new_stage(has_touch=True)
    prepare(page)
    page.tap("#card-2")
    assert page.evaluate("moves") == [MOVES[2]]


def test_places_out_of_sight_are_brought_into_it(page: Page) -> None:
    page.evaluate(
        'document.querySelector(\'.row\').insertAdjacentHTML(\'afterend\', \'<p class="tall"></p><div id="cell-9" data-id="cell-9" class="card"></div>\')'
    )
    page.evaluate(
        "choice.set({ choices: [{ kind: 'Play', card: 'card-1', cell: 'cell-9' }, { kind: 'Draw', card: 'card-2' }] })"
    )
    assert page.evaluate("scrollY") == 0
    page.click("#card-1")
    page.wait_for_function("() => scrollY > 2000")
