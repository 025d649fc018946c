"""The page of a table as a whole, with the server's side of the socket played by the test."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

KINDS = {"Take": {"label": "Take the card", "fields": []}, "Refuse": {"label": "No thanks!", "fields": []}}


def live(mine: bool, body: str = "", prompt: str = "") -> str:
    tools = '<button data-act="undo" id="undo">Undo</button><button data-act="concede">Concede</button>'
    return (
        f'<div id="live" data-mine="{"true" if mine else "false"}"><header id="turnbar"><p id="prompt">{prompt}</p>'
        f'<div id="choices" data-keep></div>{tools}</header><section id="board">{body}</section></div>'
    )


class Server:
    """The other end: what the page sent, and ways to answer."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sent: list[dict[str, Any]] = []
        self.sockets: list[WebSocketRoute] = []
        self.version = 3

    def accept(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda text: self.sent.append(json.loads(text)))

    def say(self, **message: Any) -> None:
        self.sockets[-1].send(json.dumps(message))

    def table(self, mine: bool = True, **more: Any) -> None:
        self.state("table", mine, **more)

    def update(self, mine: bool = True, **more: Any) -> None:
        self.version += 1
        self.state("update", mine, **more)

    def state(self, kind: str, mine: bool, **more: Any) -> None:
        body, prompt = more.pop("body", ""), more.pop("prompt", f"version {self.version}")
        choices = [{"kind": "Take"}, {"kind": "Refuse"}] if mine else []
        base = {"type": kind, "version": self.version, "status": "running", "html": live(mine, body, prompt)}
        self.say(
            **{
                **base,
                "choices": choices,
                "kinds": KINDS,
                "chosen": None,
                "log": [],
                "undo": True,
                "clock": None,
                **more,
            }
        )

    def wait(self, kind: str, count: int = 1) -> list[dict[str, Any]]:
        """The messages of a kind, as soon as there are so many; playwright serves the socket while it waits."""
        for _ in range(500):
            found = [message for message in self.sent if message["type"] == kind]
            if len(found) >= count:
                return found
            self.page.wait_for_timeout(10)
        raise AssertionError(f"no {kind} among {self.sent}")


@pytest.fixture
def open_table(stage: Page, stage_url: str) -> Callable[..., tuple[Page, Server]]:
    def open_it(name: str = "table.html") -> tuple[Page, Server]:
        page = stage
        server = Server(page)
        page.route_web_socket(re.compile("/ws/"), server.accept)  # the newest route is the one that counts
        page.goto(stage_url.replace("stage.html", name))
        for _ in range(500):
            if server.sockets:
                break
            page.wait_for_timeout(10)
        return page, server

    return open_it


@pytest.fixture
def table(open_table: Callable[..., tuple[Page, Server]]) -> tuple[Page, Server]:
    page, server = open_table()
    server.table()
    expect(page.locator("#prompt")).to_have_text("version 3")
    return page, server


Table = tuple[Page, Server]


def test_a_turn_from_button_to_update(table: Table) -> None:
    page, server = table
    expect(page).to_have_title("● Your turn – No thanks")
    page.get_by_role("button", name="No thanks!").click()
    (move,) = server.wait("move")
    assert (move["version"], move["move"]) == (3, {"kind": "Refuse"})
    page.get_by_role("button", name="Take the card").click()
    server.say(type="accepted", id=move["id"], version=4)
    server.update(mine=False)
    expect(page.locator("#prompt")).to_have_text("version 4")
    expect(page).to_have_title("No thanks")
    expect(page.locator("#choices button")).to_have_count(0)
    assert len(server.wait("move")) == 1, "while one is on its way, another click sends nothing"


def test_a_refusal_is_read_out_and_the_state_asked_for(table: Table) -> None:
    page, server = table
    page.get_by_role("button", name="No thanks!").click()
    (move,) = server.wait("move")
    server.say(type="refused", id=move["id"], reason="turn", detail="It is not your turn any more.")
    expect(page.get_by_role("alert")).to_contain_text("It is not your turn any more.")
    server.wait("sync")
    page.get_by_role("alert").get_by_role("button", name="Close").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Take the card").click()
    server.wait("move", 2)


def test_a_move_outlives_a_lost_connection(table: Table) -> None:
    page, server = table
    page.get_by_role("button", name="Take the card").click()
    (move,) = server.wait("move")
    server.sockets[-1].close(code=1012)
    expect(page.locator("#connection")).to_have_text("Connection lost. Trying again… your last move is kept.")
    page.evaluate("dispatchEvent(new Event('online'))")
    for _ in range(500):
        if len(server.sockets) == 2:
            break
        page.wait_for_timeout(10)
    server.table()
    assert server.wait("move", 2)[1] == move
    expect(page.locator("#connection")).to_be_hidden()


def test_a_table_closed_to_me_says_so_and_stays_closed(table: Table) -> None:
    page, server = table
    server.sockets[-1].close(code=4403)
    expect(page.locator("#connection")).to_have_text("You may not follow this table any more.")
    page.evaluate("dispatchEvent(new Event('online'))")
    assert len(server.sockets) == 1


def test_a_sealed_choice_that_steps_no_version_is_asked_for(table: Table) -> None:
    page, server = table
    page.get_by_role("button", name="Take the card").click()
    (move,) = server.wait("move")
    server.say(type="accepted", id=move["id"], version=3)
    server.wait("sync")
    server.table(chosen={"kind": "Take"})
    expect(page.get_by_role("button", name="Take the card", pressed=True)).to_be_visible()
    page.get_by_role("button", name="Change my choice").click()
    server.wait("withdraw")


def test_undo_and_a_concession_that_is_asked_twice(table: Table) -> None:
    page, server = table
    page.get_by_role("button", name="Undo").click()
    assert server.wait("undo")[0]["version"] == 3
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Concede").click()
    assert not [message for message in server.sent if message["type"] == "concede"]
    page.get_by_role("dialog").get_by_role("button", name="Yes, do it").click()
    server.wait("concede")
    assert len(server.wait("undo")) == 1, "a second click undoes no second move"


def test_a_refused_chat_line_leaves_a_move_under_way(table: Table) -> None:
    page, server = table
    page.get_by_role("button", name="Take the card").click()
    server.wait("move")
    server.say(type="refused", id="other", reason="bad", detail="Too fast.")
    expect(page.get_by_role("alert")).to_contain_text("Too fast.")
    page.get_by_role("button", name="Take the card").click()
    assert len(server.wait("move")) == 1


def test_a_question_asked_by_the_page_is_asked_once(table: Table) -> None:
    page, server = table
    page.evaluate("document.querySelector('[data-act=concede]').dataset.confirm = 'Really?'")
    page.get_by_role("button", name="Concede").click()
    expect(page.get_by_role("dialog")).to_contain_text("Really?")
    page.get_by_role("dialog").get_by_role("button", name="Yes, do it").click()
    server.wait("concede")
    expect(page.get_by_role("dialog")).to_have_count(0)


def entry(version: int, seat: int | None, text: str, struck: bool = False, **more: Any) -> dict[str, Any]:
    return {"version": version, "seat": seat, "struck": struck, "lines": [text], **more}


def test_the_log_keeps_order_strikes_out_and_marks_my_last_move(table: Table) -> None:
    page, server = table
    rows = page.locator("#log-lines li")
    server.update(
        log=[entry(2, 0, "I take"), entry(1, 1, "Ann <b>pays</b>"), entry(3, 1, "x", html=["Ann <b>pays</b>"])]
    )
    expect(rows).to_have_text(["Ann <b>pays</b>", "I take", "Since your last move", "Ann pays"])
    server.update(log=[entry(3, 1, "Ann pays", struck=True), entry(4, 0, "I pay")])
    expect(rows).to_have_text(["Ann <b>pays</b>", "I take", "Ann pays", "I pay"])
    expect(page.locator("#log-lines s")).to_have_text("Ann pays")
    server.update(log=[entry(4, 0, "I pay", struck=True)])
    expect(rows).to_have_text(["Ann <b>pays</b>", "I take", "Since your last move", "Ann pays", "I pay"])


def test_the_log_follows_its_end_only_for_a_reader_at_the_end(table: Table) -> None:
    page, server = table
    at_end = "() => { const l = document.getElementById('log-lines'); return l.scrollHeight - l.clientHeight - l.scrollTop < 2; }"
    server.update(log=[entry(n, 1, f"line {n}") for n in range(1, 30)])
    expect(page.locator("#log-lines li")).to_have_count(29)
    assert page.evaluate(at_end)
    page.evaluate("document.getElementById('log-lines').scrollTop = 0")
    server.update(log=[entry(30, 1, "line 30")])
    expect(page.locator("#log-lines li")).to_have_count(30)
    assert page.evaluate("document.getElementById('log-lines').scrollTop") == 0


def test_chat_is_plain_text_and_sent_without_reloading(table: Table) -> None:
    page, server = table
    line: dict[str, Any] = {
        "n": 1,
        "at": "2026-01-01T10:00:00Z",
        "seat": 1,
        "name": "<i>Ann</i>",
        "text": '<a href="https://x.example">x</a>',
    }
    server.say(type="chat", lines=[line])
    server.say(type="chat", lines=[line, {**line, "n": 2, "seat": None, "text": "two"}])
    expect(page.locator("#chat-lines li span")).to_have_text([line["text"], "two"])
    assert page.locator("#chat-lines :is(a, i)").count() == 0
    page.fill("#chat-form input", " hello ")
    page.press("#chat-form input", "Enter")
    assert server.wait("chat")[0]["text"] == "hello"
    assert page.input_value("#chat-form input") == ""
    page.locator("#chat").evaluate("(el) => { el.hidden = true; }")
    server.say(type="chat", lines=[{**line, "n": 3}])
    expect(page.locator("#chat-unread")).to_have_text("1")


def test_who_is_away_is_marked(table: Table) -> None:
    page, server = table
    players = "<ol>{}</ol>".format(
        "".join(f'<li class="player" id="player-{n}" data-id="seat-{n}">{n}</li>' for n in (0, 1))
    )
    server.update(body=players)
    server.say(type="presence", seats=[], spectators=2)
    expect(page.locator("#player-0")).to_have_class("player is-away")
    seats = [{"number": n, "name": "", "bot": n == 0} for n in (0, 1)]
    server.table(body=players, seats=seats)
    expect(page.locator("#player-1")).to_have_class("player is-away")
    expect(page.locator("#player-0")).to_have_class("player")
    server.update(body=players)
    expect(page.locator("#player-1")).to_have_class("player is-away")


def test_the_keyboard_goes_on_from_the_bar_when_its_piece_is_gone(table: Table) -> None:
    page, server = table
    server.update(body='<button id="here">x</button>')
    page.locator("#here").focus()
    server.update(body="")
    expect(page.locator("#turnbar")).to_be_focused()


def test_cards_travel_on_an_update(table: Table) -> None:
    page, server = table
    server.update(body='<div class="row"><div class="card" id="a" data-id="a"></div></div><div class="row"></div>')
    expect(page.locator("#a")).to_be_visible()
    page.evaluate(
        "() => { Element.prototype.animate = ((old) => function (...all) { window.flew = this.id; return old.apply(this, all); })(Element.prototype.animate); }"
    )
    server.update(body='<div class="row"></div><div class="row"><div class="card" id="a" data-id="a"></div></div>')
    expect(page.locator("#prompt")).to_have_text("version 5")
    assert page.evaluate("window.flew") == "a"


def test_the_sound_of_my_turn_and_its_switch(table: Table) -> None:
    page, server = table
    switch = page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.evaluate(
        "() => { window.notes = 0; const make = AudioContext.prototype.createOscillator; AudioContext.prototype.createOscillator = function () { notes++; return make.call(this); }; }"
    )
    page.locator("#prompt").click()  # a gesture, without which browsers keep silent
    assert (
        page.evaluate(
            "async () => { const { chime } = await import('/js/sound.js'); while (!chime()) await new Promise(requestAnimationFrame); return notes; }"
        )
        == 2
    )
    server.update(mine=False)
    server.update(mine=True)
    expect(page.locator("#prompt")).to_have_text("version 5")
    assert page.evaluate("notes") == 4
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    server.update(mine=False)
    server.update(mine=True)
    expect(page.locator("#prompt")).to_have_text("version 7")
    assert page.evaluate("notes") == 4
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_the_waiting_room_takes_over_news_and_reloads_when_the_game_starts(open_table: Callable[..., Table]) -> None:
    page, server = open_table("waiting.html")
    server.say(type="table", version=0, status="waiting", choices=[])
    news = re.compile("waiting.html")
    page.evaluate("window.same = true")
    page.route(
        news,
        lambda route: route.fulfill(
            body='<main data-socket="/ws/tables/t1/" data-status="waiting"><section id="room">Ann came</section></main>',
            content_type="text/html",
        ),
    )
    server.say(type="update", version=1, status="waiting", choices=[])
    expect(page.locator("#room")).to_have_text("Ann came")
    assert page.evaluate("window.same") is True
    page.unroute(news)
    with page.expect_navigation():
        server.say(type="update", version=2, status="running", choices=[])
    assert page.evaluate("window.same") is None
