"""Choosing: from legal moves to lit pieces and buttons, by mouse and by keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

PIECES = [*(f"card-{i}" for i in range(1, 6)), "cell-1", "cell-2", "seat-1"]

SETUP = """async ([options, kinds, pieces, more]) => {
  const { Choice } = await import("/js/choice.js");
  const host = document.getElementById("host");
  host.innerHTML = '<div id="live"><div id="choices"></div><div class="row">' +
    pieces.map((id) => `<div class="card" id="${id}" data-id="${id}" role="img" aria-label="${id}"></div>`).join("") + "</div></div>";
  window.moves = [];
  window.withdrawn = 0;
  window.previews = [];
  window.choice = new Choice({
    root: document.getElementById("live"),
    box: () => document.getElementById("choices"),
    onMove: (move) => moves.push(move),
    onWithdraw: () => withdrawn++,
    onPreview: (move) => previews.push(move),
  });
  choice.set({ choices: options, kinds, ...more });
}"""

PLAY = [
    {"kind": "Play", "card": "card-1", "cell": "cell-1"},
    {"kind": "Play", "card": "card-1", "cell": "cell-2"},
    {"kind": "Play", "card": "card-2", "cell": "cell-2"},
    {"kind": "Pass"},
]
KINDS = {
    "Play": {"label": "Play a card", "fields": []},
    "Pass": {"label": "Pass", "fields": []},
    "Sell": {"label": "Sell it", "fields": []},
    "Keep": {"label": "Keep it", "fields": []},
    "Spell": {"label": "Spell a word", "fields": []},
}


def prepare(
    page: Page, options: list[dict[str, Any]], kinds: dict[str, Any] = KINDS, pieces: list[str] = PIECES, **more: Any
) -> None:
    page.evaluate(SETUP, [options, kinds, pieces, more])


def lit(page: Page) -> list[str]:
    answer: list[str] = page.evaluate("[...document.querySelectorAll('.is-choice')].map((el) => el.id)")
    return answer


def chosen(page: Page) -> list[str]:
    answer: list[str] = page.evaluate("[...document.querySelectorAll('.is-chosen')].map((el) => el.id)")
    return answer


def buttons(page: Page) -> list[str]:
    answer: list[str] = page.evaluate("[...document.querySelectorAll('#choices button')].map((el) => el.textContent)")
    return answer


def moves(page: Page) -> list[Any]:
    answer: list[Any] = page.evaluate("moves")
    return answer


def press(page: Page, name: str) -> None:
    page.locator("#choices").get_by_role("button", name=name, exact=True).click()


def test_field_by_field(stage: Page) -> None:
    prepare(stage, PLAY)
    assert lit(stage) == ["card-1", "card-2"]
    assert buttons(stage) == ["Pass"]
    stage.click("#card-1")
    assert lit(stage) == ["cell-1", "cell-2"]
    assert chosen(stage) == ["card-1"]
    assert buttons(stage) == ["Back"]
    assert moves(stage) == []
    stage.click("#cell-2")
    assert moves(stage) == [PLAY[1]]


def test_a_move_without_fields_is_a_button_even_alone(stage: Page) -> None:
    prepare(stage, [{"kind": "Pass"}])
    assert moves(stage) == []
    press(stage, "Pass")
    assert moves(stage) == [{"kind": "Pass"}]


def test_the_order_of_fields_may_be_given(stage: Page) -> None:
    prepare(stage, PLAY[:2], {"Play": {"label": "Play", "fields": ["cell", "card"]}})
    assert lit(stage) == ["cell-1", "cell-2"]


@pytest.mark.parametrize("way", ["click", "escape", "back"])
def test_what_is_chosen_can_be_unchosen(stage: Page, way: str) -> None:
    prepare(stage, PLAY)
    stage.click("#card-1")
    {
        "click": lambda: stage.click("#card-1"),
        "escape": lambda: stage.keyboard.press("Escape"),
        "back": lambda: press(stage, "Back"),
    }[way]()
    assert lit(stage) == ["card-1", "card-2"]
    assert chosen(stage) == []
    stage.click("#card-2")
    stage.click("#cell-2")
    assert moves(stage) == [PLAY[2]]


def test_what_cannot_be_chosen_does_nothing(stage: Page) -> None:
    prepare(stage, PLAY)
    stage.click("#card-3")
    assert (chosen(stage), moves(stage)) == ([], [])
    assert stage.get_attribute("#card-3", "role") == "img"


def test_a_move_that_begins_another_waits_for_a_button(stage: Page) -> None:
    prepare(stage, [{"kind": "Sell", "card": "card-1"}, {"kind": "Sell", "card": "card-1", "to": "seat-1"}])
    stage.click("#card-1")
    assert moves(stage) == []
    assert lit(stage) == ["seat-1"]
    press(stage, "Sell it")
    assert moves(stage) == [{"kind": "Sell", "card": "card-1"}]


def test_a_field_left_empty_counts_as_a_beginning_and_a_list_as_its_entries(stage: Page) -> None:
    prepare(
        stage,
        [
            {"kind": "Sell", "cards": ["card-1"], "to": None},
            {"kind": "Sell", "cards": ["card-1", "card-2"], "to": None},
        ],
    )
    stage.click("#card-1")
    assert (lit(stage), buttons(stage)) == (["card-2"], ["Sell it", "Back"])
    stage.click("#card-2")
    assert moves(stage) == [{"kind": "Sell", "cards": ["card-1", "card-2"], "to": None}]


def test_two_kinds_that_end_alike_are_decided_by_buttons(stage: Page) -> None:
    prepare(stage, [{"kind": "Sell", "card": "card-1"}, {"kind": "Keep", "card": "card-1"}])
    assert lit(stage) == ["card-1"]
    stage.click("#card-1")
    assert buttons(stage) == ["Sell it", "Keep it", "Back"]
    press(stage, "Keep it")
    assert moves(stage) == [{"kind": "Keep", "card": "card-1"}]


def test_a_complete_move_is_handed_over_once(stage: Page) -> None:
    prepare(stage, [{"kind": "Sell", "card": "card-1"}, {"kind": "Sell", "card": "card-2"}])
    stage.click("#card-1")
    stage.evaluate("document.getElementById('card-2').click()")
    stage.evaluate("document.getElementById('card-1').click()")
    assert moves(stage) == [{"kind": "Sell", "card": "card-1"}]
    stage.evaluate("choice.refused()")
    assert chosen(stage) == []
    stage.click("#card-2")
    assert len(moves(stage)) == 2


def test_values_without_an_element_get_buttons(stage: Page) -> None:
    prepare(
        stage,
        [{"kind": "Sell", "card": "card-9", "sure": flag, "n": n} for flag in (True, False) for n in (1, 2)],
        names={"card-9": "the nine"},
    )
    press(stage, "Sell it: the nine")
    press(stage, "Sure: No")
    press(stage, "N: 2")
    assert moves(stage) == [{"kind": "Sell", "card": "card-9", "sure": False, "n": 2}]


def test_an_element_that_cannot_be_seen_gets_a_button_too(stage: Page) -> None:
    prepare(stage, [{"kind": "Sell", "card": "card-1"}])
    stage.evaluate("document.getElementById('card-1').hidden = true; choice.paint()")
    assert (lit(stage), buttons(stage)) == ([], ["Sell it: Card 1"])


def test_picks_survive_what_others_do_and_go_when_they_lead_nowhere(stage: Page) -> None:
    prepare(stage, PLAY)
    stage.click("#card-1")
    stage.evaluate("([choices, kinds]) => choice.set({ choices, kinds })", [PLAY[:3], KINDS])
    assert chosen(stage) == ["card-1"]
    stage.evaluate("([choices, kinds]) => choice.set({ choices, kinds })", [PLAY[2:], KINDS])
    assert (chosen(stage), lit(stage)) == ([], ["card-2"])
    stage.evaluate("choice.set({})")
    assert (lit(stage), stage.inner_html("#choices")) == ([], "")


def spell(**more: Any) -> dict[str, Any]:
    cards = {"part": "many", "of": PIECES[:5], "min": 2, "max": 3, "ordered": True}
    return {"kind": "Spell", "pattern": {"cards": cards, **more}, "example": {}}


def test_a_list_in_order_is_done_when_it_is_long_enough(stage: Page) -> None:
    prepare(stage, [spell()])
    stage.click("#card-3")
    assert "Done" not in buttons(stage)
    stage.click("#card-1")
    stage.click("#card-2")
    assert lit(stage) == [], "three is the most"
    stage.click("#card-1")
    assert chosen(stage) == ["card-2", "card-3"], "only that one goes"
    press(stage, "Done")
    assert moves(stage) == [{"kind": "Spell", "cards": ["card-3", "card-2"]}]
    stage.evaluate("choice.refused()")
    assert chosen(stage) == ["card-2", "card-3"], "a refused list can be mended"


def test_a_list_without_order_comes_in_the_pattern_s_order(stage: Page) -> None:
    prepare(
        stage,
        [
            {
                "kind": "Sell",
                "pattern": {"cards": {"part": "many", "of": PIECES[:5], "min": 0, "max": 5, "ordered": False}},
            }
        ],
    )
    stage.click("#card-5")
    stage.click("#card-2")
    press(stage, "Done")
    assert moves(stage) == [{"kind": "Sell", "cards": ["card-2", "card-5"]}]


def test_text_number_and_flag_are_asked_in_a_form(stage: Page) -> None:
    word = {"part": "text", "min": 1, "max": 4}
    prepare(
        stage,
        [spell(word=word, n={"part": "number", "min": 0, "max": 9}, yes={"part": "flag"})],
        {"Spell": KINDS["Spell"]},
    )
    stage.click("#card-1")
    assert stage.locator("#choices form").count() == 0
    stage.click("#card-2")
    stage.fill("#choices [name=word]", "catty")
    assert stage.input_value("#choices [name=word]") == "catt"
    stage.fill("#choices [name=n]", "12")
    press(stage, "Done")
    assert moves(stage) == [], "the form knows its limits"
    stage.fill("#choices [name=n]", "7")
    stage.click("#card-3")
    assert stage.input_value("#choices [name=word]") == "catt", "what is typed outlives further picks"
    stage.check("#choices [name=yes]")
    stage.press("#choices [name=word]", "Enter")
    assert moves(stage) == [
        {"kind": "Spell", "cards": ["card-1", "card-2", "card-3"], "word": "catt", "n": 7, "yes": True}
    ]
    stage.evaluate("choice.refused()")
    assert stage.input_value("#choices [name=word]") == "catt"


def test_two_kinds_may_ask_the_same_at_once(stage: Page) -> None:
    bid = {"n": {"part": "number", "min": 1, "max": 9}}
    prepare(stage, [{"kind": "Sell", "pattern": bid}, {"kind": "Keep", "pattern": bid}])
    assert buttons(stage) == ["Sell it", "Keep it"]
    press(stage, "Keep it")
    assert moves(stage) == [{"kind": "Keep", "n": 1}]


def test_a_list_may_be_followed_by_one(stage: Page) -> None:
    prepare(stage, [spell(cell={"part": "one", "of": ["cell-1", "cell-2", "card-5"]})])
    stage.click("#card-1")
    stage.click("#card-2")
    assert lit(stage) == ["card-3", "card-4", "card-5", "cell-1", "cell-2"]
    press(stage, "Next")
    assert lit(stage) == ["card-5", "cell-1", "cell-2"]
    press(stage, "Back")
    stage.click("#cell-2")
    assert moves(stage)[-1:] == [{"kind": "Spell", "cards": ["card-1", "card-2"], "cell": "cell-2"}]


def test_patterns_and_complete_moves_share_their_beginning(stage: Page) -> None:
    prepare(stage, [spell(), {"kind": "Keep", "card": "card-1"}, {"kind": "Pass"}])
    stage.click("#card-1")
    assert buttons(stage) == ["Keep it", "Back"]
    stage.click("#card-2")
    assert buttons(stage) == ["Done", "Back"]


def test_the_keyboard_alone_can_play(stage: Page) -> None:
    prepare(stage, PLAY)
    stage.evaluate("document.body.focus()")
    for _ in range(2):
        stage.keyboard.press("Tab")
    expect(stage.locator("#card-1")).to_be_focused()
    assert stage.get_attribute("#card-1", "role") == "button"
    assert stage.get_attribute("#card-1", "aria-pressed") == "false"
    stage.keyboard.press("Enter")
    assert stage.get_attribute("#card-1", "aria-pressed") == "true"
    stage.keyboard.press("Tab")
    stage.keyboard.press("Tab")
    expect(stage.locator("#cell-2")).to_be_focused()
    stage.keyboard.press("Space")
    assert moves(stage) == [PLAY[1]]
    stage.evaluate("choice.set({})")
    expect(stage.locator("#cell-2")).to_be_focused()
    stage.evaluate("document.activeElement.blur()")
    assert stage.evaluate(
        "['role', 'tabindex', 'aria-pressed'].map((name) => document.getElementById('cell-2').getAttribute(name))"
    ) == ["img", None, None]


def test_focus_stays_in_the_bar_when_its_button_goes(stage: Page) -> None:
    prepare(stage, PLAY)
    stage.click("#card-1")
    stage.focus("#choices button")
    stage.keyboard.press("Enter")
    expect(stage.locator("#choices button")).to_be_focused()
    assert buttons(stage) == ["Pass"]


def test_what_is_asked_next_is_said(stage: Page) -> None:
    prepare(stage, PLAY)
    live = stage.locator("p[aria-live=polite]")
    expect(live).to_have_text("You can choose on the board: 2")
    stage.click("#card-1")
    expect(live).to_have_text("Choose: a place")
    expect(stage.locator("#choices .choice-hint")).to_have_text("Choose: a place")


def test_a_sealed_choice_is_shown_changed_and_taken_back(stage: Page) -> None:
    options = [{"kind": "Keep", "card": f"card-{i}"} for i in (1, 2)] + [{"kind": "Pass"}]
    prepare(stage, options, chosen=options[0])
    assert chosen(stage) == ["card-1"]
    assert buttons(stage) == ["Pass", "Change my choice"]
    press(stage, "Change my choice")
    assert stage.evaluate("withdrawn") == 1
    stage.click("#card-2")
    assert moves(stage) == [options[1]]
    stage.evaluate("([choices, chosen]) => choice.set({ choices, chosen })", [options, options[2]])
    assert stage.get_attribute("#choices button", "aria-pressed") == "true"


def test_the_consequence_can_be_asked_before_the_last_pick(stage: Page) -> None:
    prepare(stage, PLAY)
    stage.hover("#card-1")
    stage.click("#card-1")
    stage.hover("#cell-2")
    assert stage.evaluate("previews.filter(Boolean)") == [PLAY[1]]


def test_lights_and_names_survive_a_morph(stage: Page) -> None:
    prepare(stage, PLAY)
    stage.focus("#card-1")
    state = stage.evaluate(
        """async () => {
          const { morph } = await import("/js/morph.js");
          const live = document.getElementById("live");
          const next = '<div id="live"><div id="choices" data-keep></div><div class="row"><div class="card" id="card-1" data-id="card-1" role="img"></div></div></div>';
          live.querySelector("#choices").dataset.keep = "";
          morph(live, next);
          const el = document.getElementById("card-1");
          return [el.className, el.getAttribute("role"), document.activeElement.id, document.querySelector("#choices button").textContent];
        }"""
    )
    assert state == ["card is-choice", "button", "card-1", "Pass"]


def test_a_label_names_what_is_chosen(stage: Page) -> None:
    """`{field}` in a kind's label stands for the value's name: on the button of a value that lies nowhere on the page."""
    steal = [{"kind": "Steal", "seat": "seat-7"}, {"kind": "Steal", "seat": "seat-8"}]
    kinds = {"Steal": {"label": "Take a card from {seat}", "fields": ["seat"]}, "Pass": {"label": "Pass", "fields": []}}
    prepare(stage, [*steal, {"kind": "Pass"}], kinds, names={"seat-7": "Bob", "seat-8": "Cleo"})
    assert buttons(stage) == ["Take a card from Bob", "Take a card from Cleo", "Pass"]
    press(stage, "Take a card from Cleo")
    assert moves(stage) == [steal[1]]


def test_a_board_may_hold_the_button_of_a_move_without_fields(stage: Page) -> None:
    prepare(stage, [{"kind": "Keep"}, {"kind": "Pass"}], chosen={"kind": "Keep"})
    stage.evaluate(
        """([choices, kinds]) => {
          document.querySelector(".row").insertAdjacentHTML("beforeend", ["Keep", "Sell"]
            .map((kind) => `<button id="press-${kind}" data-press="${kind}" hidden>${kind}</button>`).join(""));
          choice.set({ choices, kinds, chosen: { kind: "Keep" } });
        }""",
        [[{"kind": "Keep"}, {"kind": "Pass"}], KINDS],
    )
    expect(stage.locator("#press-Sell")).to_be_hidden()
    assert stage.get_attribute("#press-Keep", "aria-pressed") == "true"
    assert "Keep it" not in buttons(stage), "it is there already"
    stage.click("#press-Keep")
    assert moves(stage) == [{"kind": "Keep"}]
