"""Confirming: with that preference a complete move waits for a yes, whatever completed it."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.test_modules_choice import KINDS, PIECES, PLAY, SETUP, buttons, chosen, lit, moves, press


def prepare(page: Page, options: list[dict[str, Any]] = PLAY) -> None:
    page.evaluate(SETUP.replace("onMove:", "confirm: true, onMove:"), [options, KINDS, PIECES, {}])


def hint(page: Page) -> str:
    return page.locator("#choices .choice-hint").inner_text()


def test_a_move_waits_for_a_yes(stage: Page) -> None:
    prepare(stage)
    stage.click("#card-1")
    stage.click("#cell-2")
    assert moves(stage) == [] and buttons(stage) == ["Confirm", "Change"]
    assert hint(stage) == "Play a card?" and chosen(stage) == ["card-1", "cell-2"]
    press(stage, "Confirm")
    assert moves(stage) == [PLAY[1]]


@pytest.mark.parametrize("way", ["button", "escape", "click"])
def test_it_can_be_changed_until_then(stage: Page, way: str) -> None:
    prepare(stage)
    stage.click("#card-1")
    stage.click("#cell-2")
    {
        "button": lambda: press(stage, "Change"),
        "escape": lambda: stage.keyboard.press("Escape"),
        "click": lambda: stage.click("#cell-2"),
    }[way]()
    assert lit(stage) == ["cell-1", "cell-2"] and chosen(stage) == ["card-1"]
    stage.click("#cell-1")
    press(stage, "Confirm")
    assert moves(stage) == [PLAY[0]]


def test_a_button_asks_as_well_and_a_double_click_is_no_yes(stage: Page) -> None:
    prepare(stage)
    stage.get_by_role("button", name="Pass").dblclick()
    assert moves(stage) == [] and hint(stage) == "Pass?"
    press(stage, "Change")
    assert buttons(stage) == ["Pass"] and lit(stage) == ["card-1", "card-2"]
    press(stage, "Pass")
    stage.keyboard.press("Enter")  # the keyboard stands on the question
    assert moves(stage) == [{"kind": "Pass"}]


def test_what_others_do_takes_the_question_away_only_if_the_move_is_gone(stage: Page) -> None:
    prepare(stage)
    press(stage, "Pass")
    stage.evaluate("([options, kinds]) => choice.set({ choices: options, kinds })", [PLAY, KINDS])
    assert buttons(stage) == ["Confirm", "Change"]
    stage.evaluate("([options, kinds]) => choice.set({ choices: options, kinds })", [PLAY[:3], KINDS])
    assert buttons(stage) == []
