"""Motion: what moved travels from where it was seen, what is new flies in, what is gone flies out, and nothing moves when asked not to."""

from typing import Any

import pytest
from playwright.sync_api import Page

CARD = '<div class="card" id="{0}" data-id="{0}" {1}></div>'

# Helpers in the page: `go(before, after)` sets a board and moves it on; `at(el)` is its place on the screen.
SETUP = """async (before) => {
  const { morph } = await import("/js/morph.js");
  const motion = await import("/js/motion.js");
  const host = document.getElementById("host");
  window.at = (el) => { const r = (typeof el === "string" ? document.getElementById(el) : el).getBoundingClientRect(); return [Math.round(r.left), Math.round(r.top), Math.round(r.width)]; };
  window.go = (html) => { window.flights = motion.move(host.firstElementChild, () => morph(host.firstElementChild, html)); return flights; };
  window.hold = (part) => { for (const a of flights) { a.pause(); a.currentTime = a.effect.getComputedTiming().delay + part * a.effect.getComputedTiming().duration; } };
  host.innerHTML = before;
}"""


def card(name: str, extra: str = "") -> str:
    return CARD.format(name, extra)


def board(*rows: str) -> str:
    return (
        '<div id="live"><section id="board">'
        + "".join(f'<div class="row" id="row-{i}">{row}</div>' for i, row in enumerate(rows))
        + "</section></div>"
    )


def prepare(page: Page, before: str) -> None:
    page.evaluate(SETUP, before)


def test_a_card_travels_between_rows(stage: Page) -> None:
    prepare(stage, board(card("a") + card("b"), ""))
    seen: dict[str, Any] = stage.evaluate(
        """(after) => {
          const was = at("a"), still = at("b");
          const flights = go(after);
          hold(0);
          const start = at("a");
          hold(1);
          const timing = flights[0].effect.getComputedTiming();
          return { was, start, n: flights.length, goal: at("row-1"), duration: timing.duration, fill: timing.fill, moving: document.getElementById("a").className };
        }""",
        board(card("b"), card("a")),
    )
    assert seen["start"] == seen["was"]
    assert seen["n"] == 2, "b closes the gap"
    assert 200 <= seen["duration"] <= 350
    assert seen["moving"] == "card is-moving"


def test_the_end_leaves_no_trace(stage: Page) -> None:
    prepare(stage, board(card("a"), ""))
    left = stage.evaluate(
        """async (after) => {
          for (const flight of go(after)) { flight.finish(); await flight.finished; }
          await new Promise(requestAnimationFrame);
          return [document.getAnimations().length, document.getElementById("a").className, document.getElementById("a").getAttribute("style")];
        }""",
        board("", card("a")),
    )
    assert left == [0, "card", None]


def test_a_new_piece_flies_in_from_its_source_and_another_fades_in(stage: Page) -> None:
    deck = '<div class="card" id="deck"></div>'
    prepare(stage, board(deck, ""))
    seen = stage.evaluate(
        """(after) => { go(after); hold(0); return { deck: at("deck"), a: at("a"), b: getComputedStyle(document.getElementById("b")).opacity, n: flights.length }; }""",
        board(deck, card("b") + card("a", 'data-from="deck"')),
    )
    assert seen == {"deck": seen["deck"], "a": seen["deck"], "b": "0", "n": 2}


def test_a_source_that_vanishes_in_the_same_change_still_counts(stage: Page) -> None:
    prepare(stage, board('<div class="card" id="deck"></div>', ""))
    seen = stage.evaluate(
        """(after) => { const deck = at("deck"); go(after); hold(0); return [deck, at("a")]; }""",
        board("", card("a", 'data-from="deck"')),
    )
    assert seen[0] == seen[1]


def test_a_vanished_piece_flies_out_as_a_copy(stage: Page) -> None:
    pile = '<div class="card" id="pile"></div>'
    prepare(stage, board(card("a", 'data-to="pile" role="button" tabindex="0"'), pile))
    seen: dict[str, Any] = stage.evaluate(
        """async (after) => {
          const was = at("a");
          go(after);
          const copy = flights[0].effect.target;
          hold(0);
          const start = at(copy);
          hold(0.9999);
          const end = at(copy);
          const layer = document.querySelector(".motion-layer");
          const state = { was, start, end, pile: at("pile"), id: copy.id, hidden: layer.getAttribute("aria-hidden"), inert: layer.inert, tab: copy.hasAttribute("tabindex"), chain: copy.parentElement.className };
          flights[0].finish();
          await flights[0].finished;
          await new Promise(requestAnimationFrame);
          return { ...state, left: document.querySelectorAll(".motion-layer").length };
        }""",
        board("", pile),
    )
    assert seen["start"] == seen["was"]
    assert seen["end"] == seen["pile"]
    assert (seen["id"], seen["hidden"], seen["inert"], seen["tab"], seen["left"]) == ("", "true", True, False, 0)
    assert seen["chain"] == "row", "the copy keeps the CSS of where it lay"


def test_an_update_in_flight_goes_on_from_the_place_in_the_air(stage: Page) -> None:
    prepare(stage, board(card("a") + card("b"), "", ""))
    seen = stage.evaluate(
        """([second, third]) => { go(second); hold(0.3); const air = at("a"); go(third); hold(0);
          const begin = at("a"), delays = flights.map((f) => f.effect.getTiming().delay);
          hold(0.9999);
          const end = at("a");
          document.getAnimations().forEach((a) => a.cancel());
          return [air, begin, delays, end, at("a")]; }""",
        [board("", card("a") + card("b"), ""), board("", "", card("a") + card("b"))],
    )
    assert seen[0] == seen[1]
    assert seen[2] == [0, 0], "what is under way does not wait for its turn again"
    assert seen[3] == seen[4]


def test_travel_is_right_inside_a_scaled_parent(stage: Page) -> None:
    prepare(stage, board(card("a"), '<div class="half" id="half"></div>'))
    seen = stage.evaluate(
        """(after) => { const was = at("a"); go(after); hold(0); return [was, at("a")]; }""",
        board("", f'<div class="half" id="half">{card("a")}</div>'),
    )
    assert seen[0] == seen[1]


def test_travel_is_right_inside_svg(stage: Page) -> None:
    svg = '<div id="live"><section id="s"><svg width="400" height="200" viewBox="0 0 100 50"><g transform="scale(2)"><g id="c" data-id="c" transform="translate({0} 0)"><rect width="5" height="5"></rect></g></g></svg></section></div>'
    prepare(stage, svg.format(0))
    seen = stage.evaluate(
        "(after) => { const was = at('c'); go(after); hold(0); return [was, at('c'), flights.length]; }", svg.format(20)
    )
    assert seen[0] == seen[1]
    assert seen[2] == 1


def test_a_shift_of_the_whole_section_moves_nothing(stage: Page) -> None:
    prepare(
        stage,
        '<div id="live"><header>one</header><section id="board"><div class="row">'
        + card("a")
        + "</div></section></div>",
    )
    after = (
        '<div id="live"><header>one<br>two</header><section id="board"><div class="row">'
        + card("a")
        + "</div></section></div>"
    )
    assert stage.evaluate("(after) => go(after).length", after) == 0


def test_a_shift_of_a_named_place_moves_nothing_but_a_changed_place_in_it_does(stage: Page) -> None:
    row = card("a") + card("b") + card("c")
    prepare(stage, board(row, card("d")))
    shifted = board(row, card("d")).replace(
        '<div class="row" id="row-1">', '<p>a new line</p><div class="row" id="row-1">'
    )
    assert stage.evaluate("(after) => go(after).length", shifted) == 0
    closed = stage.evaluate(
        "(after) => go(after).map((f) => [f.effect.target.id, f.effect.getTiming().delay])",
        board(card("b") + card("c"), card("d")),
    )
    assert closed[:2] == [["b", 0], ["c", 0]], "who only makes room does not wait for a turn"


def test_a_box_that_clips_does_not_hide_a_card_on_its_way_in(stage: Page) -> None:
    boxes = '<div id="live"><section id="board"><div class="row" id="row">{0}</div><div class="log row" id="hand">{1}</div></section></div>'
    prepare(stage, boxes.format(card("a"), ""))
    seen: dict[str, Any] = stage.evaluate(
        """async ([after, back]) => {
          const was = at("a");
          go(after);
          const copy = flights[0].effect.target;
          hold(0);
          const start = at(copy), shown = getComputedStyle(document.getElementById("a")).opacity, over = copy.closest(".motion-layer") !== null;
          const focusable = document.getElementById("a").checkVisibility();
          hold(0.9999);
          const end = at(copy), rest = at("a");
          hold(0.4);
          const air = at(copy);
          go(back);
          hold(0);
          const onward = at("a"), left = document.querySelectorAll(".motion-layer").length;
          return { was, start, shown, over, focusable, end, rest, air, onward, left };
        }""",
        [boxes.format("", card("a")), boxes.format(card("a"), "")],
    )
    assert seen["over"]
    assert seen["start"] == seen["was"]
    assert seen["end"] == seen["rest"]
    assert (seen["shown"], seen["focusable"]) == ("0", True)
    assert seen["onward"] == seen["air"]
    assert seen["left"] == 0


def test_a_piece_carried_by_a_travelling_piece_does_not_travel_twice(stage: Page) -> None:
    panel = '<div class="card" id="panel" data-id="seat-0"><i id="inner" data-id="inner">x</i></div>'
    prepare(stage, board(panel, ""))
    seen = stage.evaluate(
        "(after) => { const was = at('inner'); go(after); hold(0); return [was, at('inner'), flights.length]; }",
        board("", panel),
    )
    assert seen[0] == seen[1]
    assert seen[2] == 1


def test_a_piece_that_goes_into_a_travelling_piece_starts_where_it_was(stage: Page) -> None:
    panel = '<div class="card" id="panel" data-id="seat-0">{}</div>'
    inner = '<div class="small" id="inner" data-id="inner">x</div>'
    prepare(stage, board(panel.format("") + inner, ""))
    seen = stage.evaluate(
        "(after) => { const was = at('inner'); go(after); hold(0); return [was, at('inner'), flights.length]; }",
        board("", panel.format(inner)),
    )
    assert seen[0] == seen[1]
    assert seen[2] == 2


def test_many_pieces_go_in_order_and_within_a_second(stage: Page) -> None:
    cards = [card(f"c{i}") for i in range(40)]
    prepare(stage, board("".join(cards), ""))
    ends = stage.evaluate(
        "(after) => go(after).map((f) => [f.effect.target.id, f.effect.getComputedTiming().delay, f.effect.getComputedTiming().endTime])",
        board("", "".join(cards)),
    )
    assert [name for name, _, _ in ends] == [f"c{i}" for i in range(40)]
    delays = [delay for _, delay, _ in ends]
    assert delays == sorted(delays)
    assert delays[1] > 0
    assert max(end for _, _, end in ends) <= 1000


def test_two_hundred_cards_start_quickly(stage: Page) -> None:
    cards = [card(f"c{i}") for i in range(200)]
    prepare(stage, board("".join(cards), ""))
    took = stage.evaluate(
        "(after) => { const begin = performance.now(); const n = go(after).length; return [n, performance.now() - begin]; }",
        board("", "".join(reversed(cards))),
    )
    assert took[0] == 200
    assert took[1] < 400, "a fraction of this where nothing else runs"


def test_counters_count_and_end_exactly(stage: Page) -> None:
    counter = '<div id="live"><b id="n" data-count="{0}">{0}</b></div>'
    prepare(stage, counter.format(3))
    seen = stage.evaluate(
        """async (after) => {
          const el = document.getElementById("n");
          const texts = [];
          new MutationObserver(() => texts.push(el.textContent)).observe(el, { childList: true, characterData: true, subtree: true });
          go(after);
          texts.push(el.textContent);
          while (texts.at(-1) !== "11") await new Promise(requestAnimationFrame);
          return texts.map(Number);
        }""",
        counter.format(11),
    )
    assert seen[0] == 3
    assert seen[-1] == 11
    assert seen == sorted(seen)


def test_clicks_reach_a_piece_in_flight(stage: Page) -> None:
    prepare(stage, board(card("a"), ""))
    hit = stage.evaluate(
        "(after) => { go(after); hold(0.5); const [x, y] = at('a'); return document.elementFromPoint(x + 5, y + 5).id; }",
        board("", card("a")),
    )
    assert hit == "a"


@pytest.mark.parametrize("way", ["reduced motion", "switch", "hidden page"])
def test_nothing_moves_when_it_should_not(new_stage: Any, way: str) -> None:
    page = new_stage(reduced_motion="reduce" if way == "reduced motion" else "no-preference")
    counter = '<b id="n" data-count>{0}</b>'
    prepare(page, board(card("a"), "") + counter.format(1))
    if way == "switch":
        page.evaluate("document.documentElement.dataset.motion = 'off'")
    if way == "hidden page":
        page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    seen = page.evaluate(
        "(after) => [go(after).length, document.getAnimations().length, document.getElementById('a').parentElement.id]",
        board("", card("a")),
    )
    assert seen == [0, 0, "row-1"]
