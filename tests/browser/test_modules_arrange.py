"""Arranging tiles into the ordered list of a move: by tapping, dragging, typing, and by keyboard focus alone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

SETUP = """async ([hand, pool, extra, option, more]) => {
  const { Choice } = await import("/js/choice.js");
  const { Arranger } = await import("/js/arrange.js");
  const { morph } = await import("/js/morph.js");
  document.documentElement.dataset.motion = "off";
  const host = document.getElementById("host");
  const tile = (id) => `<div class="tile" id="${id}" data-id="${id}" data-letter="${id.split("-")[1][0]}" data-arrange-copy="${id.replace("card", "copy")}"
    ${id.startsWith("bonus") ? "data-arrange-last" : ""} role="img" aria-label="${id.split("-")[1][0]}">${id}</div>`;
  const source = (name, ids, slots, more = "") => `<div class="tiles" id="source-${name}" data-arrange-source="${name}" ${more}>` +
    Array.from({ length: slots }, (_, i) => `<span class="slot">${ids[i] ? tile(ids[i]) : ""}</span>`).join("") + "</div>";
  window.page = (hand, pool, extra = [], kind = "Spell") => `<div id="live"><div id="choices" data-keep></div><div ${kind ? `data-arrange="${kind}"` : ""}>` +
    `<div class="tiles" id="row-1" data-arrange-row="cards"></div>` +
    (more.rows === 2 ? '<div class="tiles" id="row-2" data-arrange-row="cards" data-arrange-break="next-word"></div>' : "") +
    `<div id="note" data-arrange-note></div>` + source(2, pool, 3) + source(1, hand, 7, "data-arrange-shuffle") + source(3, extra, extra.length) +
    '<button id="send" data-arrange-act="send">Play</button><button id="clear" data-arrange-act="clear">Clear</button>' +
    '<button id="mix" data-arrange-act="shuffle">Shuffle</button></div><div class="side"><input id="chat"></div></div>';
  host.innerHTML = page(hand, pool, extra);
  const live = document.getElementById("live");
  Object.assign(window, { moves: [], asked: [] });
  window.choice = new Choice({ root: live, box: () => document.getElementById("choices"), onMove: (move) => moves.push(move), onPreview: () => {}, confirm: more.confirm });
  window.arranger = new Arranger({ root: live, onMove: (move) => choice.make(move), onChange: () => choice.drop(), ask: (move) => `q${asked.push(move)}` });
  window.set = (choices, kinds = { Spell: { label: "Play the word" } }) => choice.set({ choices: arranger.set({ choices }), kinds });
  window.change = (html, choices) => { morph(live, html); set(choices); };
  set(option ? [option, ...(more.others ?? [])] : []);
}"""

HAND = ["card-C1", "card-A1", "card-T1", "card-E1", "card-E2", "card-R1", "card-N1"]
POOL = ["card-S1", "card-E3", "card-Y1"]


def spell(of: list[str] | None = None, least: int = 3, most: int = 12) -> dict[str, Any]:
    cards = {"part": "many", "of": of or HAND + POOL, "min": least, "max": most, "ordered": True}
    return {"kind": "Spell", "pattern": {"cards": cards}, "example": {}}


Open = Callable[..., None]


@pytest.fixture
def prepare(stage: Page) -> Open:
    def begin(option: dict[str, Any] | None = None, extra: list[str] | None = None, **more: Any) -> None:
        stage.evaluate(SETUP, [HAND, POOL, extra or [], option, more])

    return begin


def row(page: Page, number: int = 1) -> list[str]:
    found: list[str] = page.evaluate(
        "(id) => [...document.querySelectorAll(`#${id} > [data-letter]`)].map((el) => el.dataset.copy ?? el.id)",
        f"row-{number}",
    )
    return found


def hand(page: Page) -> list[str]:
    """What lies in the slots of the hand; an empty slot is empty."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('#source-1 > .slot')].map((el) => el.querySelector('[id]')?.id ?? '')"
    )
    return found


def moves(page: Page) -> list[Any]:
    answer: list[Any] = page.evaluate("moves")
    return answer


def push(page: Page, button: str) -> None:
    """A click that does not wait for the button to be of use."""
    page.locator(button).dispatch_event("click")


def tap(page: Page, *ids: str) -> None:
    for one in ids:
        page.click(f"#{one}")


def test_tiles_are_tapped_into_the_row_and_sent(stage: Page, prepare: Open) -> None:
    prepare(spell())
    assert stage.locator(".is-choice").count() == 0, "nothing is left for the other way of choosing"
    tap(stage, "card-C1", "card-A1")
    expect(stage.locator("#send")).to_have_attribute("aria-disabled", "true")
    push(stage, "#send")
    assert moves(stage) == [], "too short"
    tap(stage, "card-T1", "card-S1")
    assert row(stage) == ["card-C1", "card-A1", "card-T1", "card-S1"]
    assert hand(stage)[:3] == ["", "", ""], "their slots stay"
    push(stage, "#send")
    assert moves(stage) == [{"kind": "Spell", "cards": ["card-C1", "card-A1", "card-T1", "card-S1"]}]


def test_a_tap_takes_back_to_the_same_slot_and_clear_takes_all(stage: Page, prepare: Open) -> None:
    prepare(spell())
    tap(stage, "card-C1", "card-A1", "card-T1")
    tap(stage, "card-A1")
    assert (row(stage), hand(stage)[1]) == (["card-C1", "card-T1"], "card-A1")
    stage.click("#clear")
    assert (row(stage), hand(stage)) == ([], HAND)


def test_the_row_and_the_order_of_the_hand_survive_a_change_of_the_page(stage: Page, prepare: Open) -> None:
    prepare(spell())
    stage.click("#mix")
    mixed = hand(stage)
    assert mixed != HAND and sorted(mixed) == sorted(HAND)
    tap(stage, "card-T1", "card-E3")
    stage.evaluate("([hand, pool, option]) => change(page(hand, pool), [option])", [HAND, POOL, spell()])
    assert row(stage) == ["card-T1", "card-E3"]
    assert hand(stage) == ["" if card == "card-T1" else card for card in mixed]
    assert stage.evaluate("document.querySelectorAll('[id=card-T1]').length") == 1


def test_what_is_played_leaves_the_row_and_new_tiles_fill_the_gaps(stage: Page, prepare: Open) -> None:
    prepare(spell())
    tap(stage, "card-C1", "card-A1", "card-T1", "card-S1")
    new = ["card-E1", "card-E2", "card-R1", "card-N1", "card-D1", "card-O1", "card-G1"]
    pool = ["card-E3", "card-Y1", "card-W1"]
    stage.evaluate("([hand, pool, option]) => change(page(hand, pool), [option])", [new, pool, spell(new + pool)])
    assert row(stage) == []
    assert hand(stage) == ["card-D1", "card-O1", "card-G1", "card-E1", "card-E2", "card-R1", "card-N1"]


def test_while_others_play_a_word_can_be_laid_but_not_sent(stage: Page, prepare: Open) -> None:
    prepare()
    tap(stage, "card-C1", "card-A1", "card-T1")
    push(stage, "#send")
    assert (row(stage), moves(stage)) == (["card-C1", "card-A1", "card-T1"], [])
    stage.evaluate("([option]) => set([option])", [spell()])
    push(stage, "#send")
    assert moves(stage)[0]["cards"] == ["card-C1", "card-A1", "card-T1"]


def test_other_choices_of_tiles_are_chosen_as_ever(stage: Page, prepare: Open) -> None:
    prepare()
    tap(stage, "card-C1")
    discard = {"part": "many", "of": HAND, "min": 0, "max": 7, "ordered": False}
    stage.evaluate(
        "([choices]) => set(choices, { Discard: { label: 'Discard' } })",
        [[{"kind": "Discard", "pattern": {"cards": discard}}]],
    )
    assert hand(stage) == HAND, "all tiles are back"
    tap(stage, "card-A1", "card-C1")
    assert row(stage) == []
    stage.locator("#choices").get_by_role("button", name="Done").click()
    assert moves(stage) == [{"kind": "Discard", "cards": ["card-C1", "card-A1"]}]


def drag(page: Page, what: str, to: tuple[float, float]) -> None:
    box = page.locator(what).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*to, steps=6)
    page.mouse.up()


def before(page: Page, what: str) -> tuple[float, float]:
    box = page.locator(what).bounding_box()
    assert box
    return box["x"] + 3, box["y"] + box["height"] / 2


def test_tiles_are_dragged_in_reordered_and_dragged_out(stage: Page, prepare: Open) -> None:
    prepare(spell())
    tap(stage, "card-A1", "card-T1")
    drag(stage, "#card-C1", before(stage, "#card-A1"))
    assert row(stage) == ["card-C1", "card-A1", "card-T1"]
    drag(stage, "#card-T1", before(stage, "#card-C1"))
    assert row(stage) == ["card-T1", "card-C1", "card-A1"]
    drag(stage, "#card-C1", (700, 590))
    assert (row(stage), hand(stage)[0]) == (["card-T1", "card-A1"], "card-C1")
    assert stage.locator(".arrange-gap, .motion-layer, .is-dragged").count() == 0
    drag(stage, "#card-N1", before(stage, "#card-C1"))
    assert hand(stage) == ["card-N1", "", "", "card-E1", "card-E2", "card-R1", "card-C1"], (
        "the hand is one's own to sort"
    )


def test_a_drag_is_no_tap_and_escape_lets_go(stage: Page, prepare: Open) -> None:
    prepare(spell())
    drag(stage, "#card-C1", (700, 590))
    assert row(stage) == []
    stage.hover("#card-C1")
    stage.mouse.down()
    stage.mouse.move(*before(stage, "#row-1"), steps=4)
    stage.keyboard.press("Escape")
    stage.mouse.up()
    assert (row(stage), stage.locator(".motion-layer").count()) == ([], 0)


def test_typing_spells(stage: Page, prepare: Open) -> None:
    prepare(spell())
    stage.keyboard.type("eees")
    assert row(stage) == ["card-E1", "card-E2", "card-E3", "card-S1"], "the hand before the pool"
    stage.keyboard.type("ex")
    assert row(stage)[4:] == []
    stage.keyboard.press("Backspace")
    assert row(stage) == ["card-E1", "card-E2", "card-E3"]
    stage.keyboard.press("Enter")
    assert moves(stage) == [{"kind": "Spell", "cards": ["card-E1", "card-E2", "card-E3"]}]
    stage.evaluate("choice.refused()")
    stage.keyboard.press("Escape")
    assert row(stage) == []


def test_what_is_typed_elsewhere_spells_nothing(stage: Page, prepare: Open) -> None:
    prepare(spell())
    stage.focus("#chat")
    stage.keyboard.type("cat")
    stage.keyboard.press("Backspace")
    stage.keyboard.press("Enter")
    assert (row(stage), moves(stage), stage.input_value("#chat")) == ([], [], "ca")
    stage.evaluate("document.activeElement.blur()")
    stage.keyboard.press("Control+c")
    assert row(stage) == []


def test_a_letter_may_be_used_twice_where_the_move_says_so(stage: Page, prepare: Open) -> None:
    prepare(spell(HAND + POOL + [card.replace("card", "copy") for card in HAND + POOL]))
    tap(stage, "card-C1", "card-A1")
    assert stage.locator("#source-1 .is-copy").count() == 2, "each tile that lies there can be had again"
    stage.locator("#source-1 .is-copy").nth(1).click()
    assert row(stage) == ["card-C1", "card-A1", "=card-A1"]
    assert stage.locator("#source-1 .is-copy").count() == 0, "once"
    push(stage, "#send")
    assert moves(stage) == [{"kind": "Spell", "cards": ["card-C1", "card-A1", "copy-A1"]}]
    stage.evaluate("choice.refused()")
    tap(stage, "card-A1")
    assert row(stage) == ["card-C1", "card-A1"], "without the tile its copy is the tile"
    stage.keyboard.type("c")
    assert row(stage) == ["card-C1", "card-A1", "=card-C1"], "typed as well"


def test_an_extra_tile_ends_the_word(stage: Page, prepare: Open) -> None:
    prepare(spell([*HAND, *POOL, "bonus-S"]), ["bonus-S"])
    stage.keyboard.type("cass")
    assert row(stage) == ["card-C1", "card-A1", "card-S1", "bonus-S"], "the pool first"
    stage.keyboard.type("t")
    assert row(stage) == ["card-C1", "card-A1", "card-S1", "card-T1", "bonus-S"]


def test_two_words(stage: Page, prepare: Open) -> None:
    prepare(spell([*HAND, *POOL, "next-word"]), rows=2)
    stage.keyboard.type("cat ent")
    assert (row(stage), row(stage, 2)) == (["card-C1", "card-A1", "card-T1"], ["card-E1", "card-N1"])
    stage.click("#row-1", position={"x": 600, "y": 10})
    tap(stage, "card-S1")
    assert row(stage)[-1] == "card-S1"
    push(stage, "#send")
    cards = ["card-C1", "card-A1", "card-T1", "card-S1", "next-word", "card-E1", "card-N1"]
    assert moves(stage) == [{"kind": "Spell", "cards": cards}]


def test_the_second_row_is_there_only_where_the_move_has_one(stage: Page, prepare: Open) -> None:
    prepare(spell(), rows=2)
    expect(stage.locator("#row-2")).to_be_hidden()


def test_by_focus_alone(stage: Page, prepare: Open) -> None:
    prepare(spell())
    stage.focus("#card-C1")
    stage.keyboard.press("Enter")
    expect(stage.locator("#card-A1")).to_be_focused()
    stage.keyboard.press("Space")
    stage.keyboard.press("Space")
    assert row(stage) == ["card-C1", "card-A1", "card-T1"]
    assert stage.get_attribute("#card-T1", "aria-pressed") == "true"
    stage.focus("#card-T1")
    stage.keyboard.press("ArrowLeft")
    stage.keyboard.press("ArrowLeft")
    assert row(stage) == ["card-T1", "card-C1", "card-A1"]
    expect(stage.locator("#card-T1")).to_be_focused()
    expect(stage.locator("p[aria-live=polite]", has_text="T C A")).to_have_count(1)
    stage.keyboard.press("Enter")
    assert row(stage) == ["card-C1", "card-A1"]


def await_questions(page: Page, count: int) -> None:
    for _try in range(100):
        if page.evaluate("asked.length") >= count:
            return
        page.wait_for_timeout(20)
    pytest.fail("nothing was asked")


def test_what_the_word_would_bring_is_asked_when_it_is_long_enough(stage: Page, prepare: Open) -> None:
    prepare(spell())
    tap(stage, "card-C1", "card-A1")
    stage.wait_for_timeout(250)
    assert stage.evaluate("asked") == []
    tap(stage, "card-T1")
    await_questions(stage, 1)
    stage.evaluate("arranger.answer({ type: 'preview', id: 'q1', lines: ['CAT: $1'], changed: {} })")
    expect(stage.locator("#note li")).to_have_text("CAT: $1")
    tap(stage, "card-S1")
    assert "is-stale" in (stage.get_attribute("#note", "class") or "")
    await_questions(stage, 2)
    stage.evaluate("arranger.answer({ type: 'refused', id: 'q2', reason: 'illegal', detail: 'Not with that S.' })")
    expect(stage.locator("#note .is-refused li")).to_have_text("Not with that S.")
    tap(stage, "card-S1")
    expect(stage.locator("#note li")).to_have_text("CAT: $1")


def test_a_move_to_be_confirmed_waits_and_a_changed_word_is_another(stage: Page, prepare: Open) -> None:
    prepare(spell(), confirm=True)
    stage.keyboard.type("cat")
    push(stage, "#send")
    expect(stage.locator("#choices button")).to_have_text(["Confirm", "Change"])
    tap(stage, "card-S1")
    expect(stage.locator("#choices button")).to_have_count(0)
    push(stage, "#send")
    stage.locator("#choices button", has_text="Confirm").click()
    assert [len(move["cards"]) for move in moves(stage)] == [4]
