"""The connection: versions, gaps, moves sent again, heartbeats, silence and closed sockets, against a socket and a clock of our own."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from parlor.play.edits import difference, page_of

# `sockets` are those opened, `log` what the handlers heard, `pass(ms)` lets time go by, `hear(message)` is the server speaking.
SETUP = """async () => {
  const { Link } = await import("/js/socket.js");
  window.sockets = [];
  window.log = [];
  const timers = new Map();
  let now = 0, next = 1, ids = 0;
  window.pass = (ms) => {
    const until = now + ms;
    for (;;) {
      const due = [...timers].filter(([, t]) => t.at <= until).sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      timers.delete(due[0]);
      now = due[1].at;
      due[1].act();
    }
    now = until;
  };
  class Fake {
    constructor(url) { this.url = url; this.sent = []; sockets.push(this); }
    send(text) { this.sent.push(JSON.parse(text)); }
    close() { this.closed = true; }
  }
  window.last = () => sockets.at(-1);
  window.hear = (...messages) => { for (const m of messages) last().onmessage({ data: typeof m === "string" ? m : JSON.stringify(m) }); };
  window.drop = (code = 1006) => last().onclose({ code });
  window.link = new Link("ws://x/", {
    onState: (m) => log.push(["state", m.version]),
    onUpdate: (m) => log.push(["update", m.version]),
    onReply: (m, sent) => log.push([m.type, m.reason ?? m.version, sent?.move ?? null]),
    onOther: (m) => log.push([m.type]),
    onConnection: (state, pending) => log.push(["connection", state, pending]),
  }, {
    connect: (url) => new Fake(url), later: (act, ms) => { timers.set(next, { act, at: now + ms }); return next++; },
    never: (t) => timers.delete(t), now: () => now, random: () => 1, id: () => `id-${++ids}`,
  });
  link.open();
}"""

MOVE = {"type": "move", "move": {"kind": "Take"}}


@pytest.fixture
def wire(stage: Page) -> Page:
    stage.evaluate(SETUP)
    return stage


def run(page: Page, script: str) -> Any:
    """Run a script; answers the log since the last run and what the newest socket was sent."""
    return page.evaluate(
        f"() => {{ log.length = 0; last().sent.length = 0; {script}; return [log.splice(0), last().sent]; }}"
    )


def start(page: Page, version: int = 3) -> None:
    run(page, f"hear({{ type: 'table', version: {version} }})")


def test_the_first_state_opens_the_connection(wire: Page) -> None:
    assert run(wire, "hear({ type: 'table', version: 7 })") == [[["state", 7], ["connection", "open", 0]], []]


def test_updates_apply_in_order_and_once(wire: Page) -> None:
    start(wire)
    log, sent = run(
        wire,
        "hear({type:'update',version:4},{type:'update',version:4},{type:'update',version:2},{type:'update',version:5})",
    )
    assert log == [["update", 4], ["update", 5]]
    assert sent == []


def test_a_gap_asks_once_for_the_whole_state(wire: Page) -> None:
    start(wire)
    log, sent = run(
        wire,
        "hear({type:'update',version:5},{type:'update',version:6}); hear({type:'table',version:6},{type:'update',version:7})",
    )
    assert log == [["state", 6], ["update", 7]]
    assert sent == [{"type": "sync"}]


def test_a_question_for_the_state_is_repeated_when_nothing_comes(wire: Page) -> None:
    start(wire)
    assert run(wire, "hear({type:'update',version:5}); pass(5000)")[1] == [{"type": "sync"}] * 2


def test_a_heartbeat_ahead_asks_and_one_abreast_does_not(wire: Page) -> None:
    start(wire)
    assert run(wire, "hear({type:'heartbeat',version:3})")[1] == []
    assert run(wire, "hear({type:'heartbeat',version:4})")[1] == [{"type": "sync"}]


def test_what_cannot_be_read_asks_for_the_state(wire: Page) -> None:
    start(wire)
    assert run(wire, "hear('{')")[1] == [{"type": "sync"}]


def test_a_move_carries_an_id_and_the_version_seen(wire: Page) -> None:
    start(wire)
    assert run(wire, f"link.send({MOVE})")[1] == [{**MOVE, "id": "id-1", "version": 3}]
    assert run(wire, "hear({type:'accepted',id:'id-1',version:4})")[0] == [["accepted", 4, {"kind": "Take"}]]


def test_an_unanswered_move_is_sent_again_once_with_the_same_id_and_an_answered_one_is_not(wire: Page) -> None:
    start(wire)
    run(wire, f"link.send({MOVE}); link.send({MOVE}); hear({{type:'accepted',id:'id-1',version:4}})")
    log, _ = run(wire, "drop()")
    assert log == [["connection", "lost", 1]]
    assert run(wire, "pass(500)")[1] == [], "nothing before the state has come"
    log, sent = run(wire, "hear({type:'table',version:4})")
    assert sent == [{**MOVE, "id": "id-2", "version": 3}]
    assert log[-1] == ["connection", "open", 1]
    assert run(wire, "hear({type:'table',version:4})")[1] == []
    run(wire, "hear({type:'accepted',id:'id-2',version:5}); drop(); pass(20000)")
    assert run(wire, "hear({type:'table',version:5})")[1] == []


def test_a_move_made_while_offline_waits(wire: Page) -> None:
    start(wire)
    log, _ = run(wire, f"drop(); link.send({MOVE})")
    assert log == [["connection", "lost", 0], ["connection", "lost", 1]]
    run(wire, "pass(500)")
    assert run(wire, "hear({type:'table',version:3})")[1] == [{**MOVE, "id": "id-1", "version": 3}]


def test_a_refusal_is_told_and_the_state_asked_for(wire: Page) -> None:
    start(wire)
    log, sent = run(wire, f"link.send({MOVE}); hear({{type:'refused',id:'id-1',reason:'stale',detail:'Too late.'}})")
    assert log == [["refused", "stale", {"kind": "Take"}]]
    assert sent[1:] == [{"type": "sync"}]


def test_a_move_unanswered_for_long_means_a_new_connection(wire: Page) -> None:
    start(wire)
    log, _ = run(wire, f"link.send({MOVE}); pass(9000)")
    assert log == []
    log, _ = run(wire, "pass(1000)")
    assert log == [["connection", "lost", 1]]
    assert wire.evaluate("sockets[0].closed")
    assert wire.evaluate("() => { pass(500); return sockets.length; }") == 2


def test_silence_means_a_new_connection_and_heartbeats_prevent_it(wire: Page) -> None:
    start(wire)
    beats = "for (let i = 0; i < 5; i++) { pass(30000); hear({type:'heartbeat',version:3}); }"
    assert run(wire, beats)[0] == []
    assert run(wire, "pass(40000)")[0] == [["connection", "lost", 0]]


def test_tries_come_slower_and_start_again_after_success(wire: Page) -> None:
    start(wire)
    gaps = wire.evaluate(
        """() => {
          const gaps = [];
          for (let i = 0; i < 7; i++) { drop(); const n = sockets.length; let ms = 0; while (sockets.length === n) { pass(100); ms += 100; } gaps.push(ms); }
          hear({ type: "table", version: 3 });
          drop();
          const n = sockets.length;
          pass(500);
          return [...gaps, sockets.length - n];
        }"""
    )
    assert gaps == [500, 1000, 2000, 4000, 8000, 10000, 10000, 1]


def test_the_network_coming_back_does_not_wait(wire: Page) -> None:
    start(wire)
    assert wire.evaluate("() => { drop(); drop = null; link.wake(); link.wake(); return sockets.length; }") == 2
    assert wire.evaluate("() => { hear({ type: 'table', version: 3 }); link.wake(); return sockets.length; }") == 2


def test_a_machine_that_slept_sees_whether_its_socket_still_lives(wire: Page) -> None:
    start(wire)
    assert run(wire, "link.wake()")[1] == []
    assert run(wire, "pass(20000); link.wake(); link.wake(); pass(3000); hear({type:'table',version:3}); pass(3000)")[
        1
    ] == [{"type": "sync"}]
    assert run(wire, "pass(17000); link.wake(); pass(4000)")[0] == [["connection", "lost", 0]]


def test_an_old_socket_that_still_speaks_is_not_heard(wire: Page) -> None:
    start(wire)
    assert run(wire, "drop(); sockets[0].onmessage({ data: JSON.stringify({ type: 'update', version: 4 }) })")[0] == [
        ["connection", "lost", 0]
    ]


@pytest.mark.parametrize(
    ("code", "state", "soonest", "kept"),
    [
        (1006, "lost", 500, True), (1012, "lost", 700, True), (4008, "lost", 500, True), (4429, "lost", 5500, True), (4413, "lost", 500, False),
        (4400, "broken", None, False), (4403, "forbidden", None, False), (4404, "missing", None, False),
    ],
)  # fmt: skip
def test_what_a_close_code_means(wire: Page, code: int, state: str, soonest: int | None, kept: bool) -> None:
    start(wire)
    log, _ = run(wire, f"link.send({MOVE}); drop({code})")
    assert log == ([] if kept else [["refused", "closed", {"kind": "Take"}]]) + [["connection", state, int(kept)]]
    early, late = wire.evaluate(
        "(ms) => { pass(ms - 1); const n = sockets.length; pass(1); return [n, sockets.length]; }", soonest or 60000
    )
    assert [early, late] == ([1, 2] if soonest else [1, 1])


def test_chat_is_sent_now_or_not_at_all(wire: Page) -> None:
    start(wire)
    assert run(wire, "link.tell({type:'chat',text:'hi'})")[1] == [{"type": "chat", "text": "hi", "id": "id-1"}]
    assert wire.evaluate("() => { drop(); return link.tell({ type: 'chat', text: 'hi' }); }") is None


def test_client_ids_need_no_https(stage: Page) -> None:
    ids = stage.evaluate(
        """async () => { const { newId } = await import("/js/socket.js"); const first = newId(); crypto.randomUUID = undefined; return [first, newId(), newId()]; }"""
    )
    assert len(set(ids)) == 3
    assert all(len(one) >= 32 for one in ids)


def step(version: int, before: str, after: str) -> dict[str, Any]:
    edits = msgspec.to_builtins(difference(page_of(before), page_of(after)))
    return {"type": "update", "version": version, "edits": edits}


def test_edits_are_made_to_the_html_that_came_last(wire: Page) -> None:
    pages = ["<ol>" + "".join(f"<li>é 😀 {n}</li>" for n in range(2000)) + "</ol>"]
    pages.append(pages[0].replace("<li>é 😀 7</li>", "").replace(" 1500<", " €<b>x</b><"))
    pages.append("<p>all else</p>")
    found = wire.evaluate(
        """async ([pages, steps]) => {
          const seen = [];
          link.handlers.onState = link.handlers.onUpdate = (m) => seen.push(m.html);
          last().onopen?.();
          hear({ type: "table", version: 1, html: pages[0] }, ...steps);
          return seen;
        }""",
        [pages, [step(n + 1, pages[n - 1], pages[n]) for n in range(1, 3)]],
    )
    assert found == pages


@pytest.mark.parametrize("wrong", ["base", "sum"])
def test_edits_of_another_page_ask_for_everything(wire: Page, wrong: str) -> None:
    good = step(2, "<a>b", "<a>c")
    bad = {**good, "edits": {**good["edits"], wrong: 1}}
    run(wire, 'last().onopen?.(); hear({ type: "table", version: 1, html: "<a>b" })')
    heard, sent = wire.evaluate(
        "(bad) => { log.length = 0; last().sent.length = 0; hear(bad); return [log.splice(0), last().sent]; }", bad
    )
    assert heard == []
    assert sent == [{"type": "sync"}]
    heard, _sent = run(wire, 'hear({ type: "table", version: 2, html: "<a>c" })')
    assert heard == [["state", 2]]
    heard, _sent = wire.evaluate(
        "(next) => { log.length = 0; hear(next); return [log.splice(0), link.html]; }", step(3, "<a>c", "<a>d")
    )
    assert heard == [["update", 3]]
