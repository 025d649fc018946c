"""The morph: who stays the same element, and what on it is not the server's to change."""

from typing import Any

import pytest
from playwright.sync_api import Page

# Marks each element named by id with its own number, morphs, and reports which marks the ids still carry.
MORPH = """async ([before, after]) => {
  const { morph } = await import("/js/morph.js");
  const host = document.getElementById("host");
  host.innerHTML = before;
  for (const el of host.querySelectorAll("[id]")) el.mark = el.id;
  morph(host.firstElementChild, after);
  return { html: host.innerHTML, same: [...host.querySelectorAll("[id]")].filter((el) => el.mark === el.id).map((el) => el.id) };
}"""


def morph(page: Page, before: str, after: str) -> dict[str, Any]:
    answer: dict[str, Any] = page.evaluate(MORPH, [before, after])
    assert answer["html"] == after or "data-keep" in before
    return answer


def test_elements_keep_their_identity_within_and_across_parents(stage: Page) -> None:
    answer = morph(
        stage,
        '<div id="live"><ul id="hand"><li id="a">A</li><li id="b">B</li><li id="c">C</li></ul><ul id="table"></ul></div>',
        '<div id="live"><ul id="hand"><li id="c">C</li><li id="a">A</li></ul><ul id="table"><li id="b">B!</li></ul></div>',
    )
    assert answer["same"] == ["live", "hand", "c", "a", "table", "b"]


def test_a_survivor_is_moved_into_a_new_parent_and_out_of_a_vanished_one(stage: Page) -> None:
    answer = morph(
        stage,
        '<div id="live"><section id="old"><div><b id="x">1</b></div></section><b id="y">2</b></div>',
        '<div id="live"><p>words</p><section id="new"><div><b id="y">2</b><i><b id="x">1</b></i></div></section></div>',
    )
    assert answer["same"] == ["live", "y", "x"]


def test_a_sibling_can_become_a_child_and_a_child_a_parent_s_sibling(stage: Page) -> None:
    one = '<div id="live"><div id="a"><div id="k"></div></div><div id="b"></div><div id="c"></div></div>'
    two = '<div id="live"><div id="a"><div id="b"></div></div><div id="k"></div><div id="c"></div></div>'
    assert morph(stage, one, two)["same"] == ["live", "a", "b", "k", "c"]
    assert morph(stage, two, one)["same"] == ["live", "a", "k", "b", "c"]


def test_a_parent_may_go_into_its_own_child(stage: Page) -> None:
    morph(
        stage,
        '<div id="live"><div id="a"><div id="b"></div></div></div>',
        '<div id="live"><div id="b"><div id="a"></div></div></div>',
    )


def test_svg_stays_svg(stage: Page) -> None:
    morph(
        stage,
        '<div id="live"><svg viewBox="0 0 9 9"><g id="g"><rect width="1"></rect></g></svg></div>',
        '<div id="live"><svg viewBox="0 0 9 9"><g class="in"><g id="g"><rect width="2"></rect></g></g><circle r="1"></circle></svg></div>',
    )
    names = stage.evaluate("[...document.querySelectorAll('svg *')].every((el) => el.namespaceURI.endsWith('svg'))")
    assert names


def test_elements_without_id_are_matched_by_data_id(stage: Page) -> None:
    assert stage.evaluate(
        """async () => {
          const { morph } = await import("/js/morph.js");
          const host = document.getElementById("host");
          host.innerHTML = '<div><p><i data-id="card-1"></i></p><p></p></div>';
          const card = host.querySelector("i");
          morph(host.firstElementChild, '<div><p></p><p><i data-id="card-1"></i></p></div>');
          return host.querySelectorAll("p")[1].firstChild === card;
        }"""
    )


def test_equal_keys_twice_do_no_harm(stage: Page) -> None:
    twice = '<div id="live"><i data-id="seat-1">a</i><i data-id="seat-1">b</i></div>'
    morph(stage, twice, '<div id="live"><i data-id="seat-1">c</i><b></b><i data-id="seat-1">d</i></div>')


def test_random_trees_become_what_is_asked(stage: Page) -> None:
    """Two hundred trees of keyed and unkeyed elements, from one to the next, each survivor the same element."""
    wrong = stage.evaluate(
        """async () => {
          const { morph } = await import("/js/morph.js");
          const host = document.getElementById("host");
          let seed = 7;
          const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
          const tree = () => {
            const parts = Array.from({ length: 12 }, (_, i) => (random(3) ? `<div id="k${i}">` : "<div>"));
            const build = (list) => {
              let html = "";
              while (list.length) {
                const open = list.splice(random(list.length), 1)[0];
                html += open + (random(2) ? build(list.splice(0, random(list.length + 1))) : "t") + "</div>";
              }
              return html;
            };
            return `<div id="live">${build(parts)}</div>`;
          };
          host.innerHTML = tree();
          const wrong = [];
          for (let i = 0; i < 200; i++) {
            const before = new Map([...host.querySelectorAll("[id]")].map((el) => [el.id, el]));
            const next = tree();
            morph(host.firstElementChild, next);
            if (host.innerHTML !== next) wrong.push([i, next, host.innerHTML]);
            let lost = 0;
            for (const el of host.querySelectorAll("[id]")) if (before.has(el.id) && before.get(el.id) !== el) lost++;
            if (lost) wrong.push([i, lost]);
          }
          return wrong;
        }"""
    )
    assert wrong == []


@pytest.mark.parametrize("gentle", [True, False], ids=["moveBefore", "insertBefore"])
def test_focus_selection_and_scroll_survive_a_move(stage: Page, gentle: bool) -> None:
    if not gentle:
        stage.evaluate("delete Element.prototype.moveBefore")
    state = stage.evaluate(
        """async () => {
          const { morph } = await import("/js/morph.js");
          const host = document.getElementById("host");
          const tall = '<p class="tall">x</p>';
          host.innerHTML = `<div id="live"><div id="a"><input id="i" value="first"></div><div id="log" class="log">${tall}</div></div>`;
          const input = document.getElementById("i");
          input.value = "typed by hand";
          input.focus();
          input.setSelectionRange(2, 5);
          document.getElementById("log").scrollTop = 500;
          morph(host.firstElementChild, `<div id="live"><div id="b"><div id="log" class="log">${tall}</div><input id="i" value="second"></div></div>`);
          return [document.activeElement.id, input.value, input.selectionStart, input.selectionEnd, document.getElementById("log").scrollTop];
        }"""
    )
    assert state == ["i", "typed by hand", 2, 5, 500]


def test_a_field_not_in_use_takes_a_new_value_only_when_the_server_changes_it(stage: Page) -> None:
    state = stage.evaluate(
        """async () => {
          const { morph } = await import("/js/morph.js");
          const host = document.getElementById("host");
          host.innerHTML = '<div><input value="1"><input value="1"><input type="checkbox"></div>';
          const [a, b, c] = host.querySelectorAll("input");
          a.value = b.value = "mine";
          morph(host.firstElementChild, '<div><input value="1"><input value="2"><input type="checkbox" checked></div>');
          return [a.value, b.value, c.checked];
        }"""
    )
    assert state == ["mine", "2", True]


def test_what_belongs_to_modules_and_to_the_reader_stays(stage: Page) -> None:
    state = stage.evaluate(
        """async () => {
          const { morph } = await import("/js/morph.js");
          const { own, giveBack } = await import("/js/own.js");
          const host = document.getElementById("host");
          host.innerHTML = '<div id="live"><div id="keep" data-keep title="a"></div><details id="d"><summary>s</summary></details><b id="c" class="card" role="img"></b></div>';
          const live = host.firstElementChild;
          const [keep, d, c] = ["keep", "d", "c"].map((id) => document.getElementById(id));
          keep.innerHTML = "<button id=k>mine</button>";
          d.open = true;
          c.classList.add("is-choice");
          c.style.transform = "scale(2)";
          own(c, "role", "button");
          own(c, "tabindex", "0");
          const mine = document.createElement("i");
          mine.dataset.own = "";
          live.append(mine);
          morph(live, '<div id="live"><div id="keep" data-keep title="b">theirs</div><details id="d"><summary>s</summary></details><b id="c" class="card up" role="note"></b></div>');
          const held = [c.getAttribute("role"), c.tabIndex, c.className, c.style.transform];
          giveBack(c);
          return { keep: [keep.textContent, keep.title], open: d.open, held, own: mine.parentNode === live,
                   after: [c.getAttribute("role"), c.hasAttribute("tabindex")] };
        }"""
    )
    assert state == {
        "keep": ["mine", "b"],
        "open": True,
        "own": True,
        "held": ["button", 0, "card up is-choice", "scale(2)"],
        "after": ["note", False],
    }
