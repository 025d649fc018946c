"""The chat on the page of a table, with the server's side played by the test: muting, channels, phrases, unread marks."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.test_modules_table import Server, open_table, table

__all__ = ["open_table", "table"]
Table = tuple[Page, Server]

EXTRAS = """() => {
  document.querySelector("main").dataset.name = "Ann";
  document.getElementById("chat").insertAdjacentHTML("beforeend",
    '<p id="chat-muted" hidden></p><details class="phrases" open><summary>Set phrases</summary><button type="button" data-say="Well played">Well played</button></details>');
}"""


def line(n: int, name: str = "Ben", **more: Any) -> dict[str, Any]:
    return {"n": n, "at": "2026-01-01T10:00:00Z", "seat": 1, "name": name, "text": f"line {n}", **more}


def shown(page: Page) -> list[str]:
    return page.locator("#chat-lines li > span").all_inner_texts()


def test_a_person_is_muted_after_a_question(table: Table) -> None:
    page, server = table
    page.evaluate(EXTRAS)
    server.say(type="chat", whole=True, muted=[], lines=[line(1), line(2, "Ann"), line(3, "Cleo")])
    expect(page.locator(".chat-mute")).to_have_count(2)  # nobody mutes themselves
    page.get_by_role("button", name="Mute Ben").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Mute Ben").click()
    page.get_by_role("button", name="Yes, do it").click()
    (sent,) = server.wait("mute")
    assert (sent["name"], sent["on"]) == ("Ben", True)
    server.say(type="chat", whole=True, muted=["Ben"], lines=[line(2, "Ann"), line(3, "Cleo")])
    expect(page.locator("#chat-muted")).to_have_text("Muted: Ben ×")
    assert shown(page) == ["line 2", "line 3"]
    page.get_by_role("button", name="Hear Ben again").click()
    assert server.wait("mute", 2)[1]["on"] is False
    server.say(type="chat", whole=True, muted=[], lines=[line(1), line(2, "Ann"), line(3, "Cleo")])
    expect(page.locator("#chat-muted")).to_be_hidden()
    assert shown(page) == ["line 1", "line 2", "line 3"], "what comes back comes back where it was"


def test_a_phrase_is_said_by_one_press(table: Table) -> None:
    page, server = table
    page.evaluate(EXTRAS)
    page.get_by_role("button", name="Well played").click()
    assert server.wait("chat")[0]["text"] == "Well played"
    expect(page.locator(".phrases")).not_to_have_attribute("open", "")


def test_what_a_player_does_not_hear_is_no_news(table: Table) -> None:
    page, server = table
    server.say(type="chat", whole=True, muted=[], lines=[])
    page.locator("#chat").evaluate("(el) => { el.hidden = true; }")
    server.say(type="chat", lines=[line(1, channel="watchers"), line(2, channel="table")])
    expect(page.locator("#chat-unread")).to_have_text("1")
    page.evaluate("document.querySelector('main').dataset.watchers = 'on'")
    server.say(type="chat", lines=[line(3, channel="watchers")])
    expect(page.locator("#chat-unread")).to_have_text("2")


def test_each_line_of_others_can_be_reported(table: Table) -> None:
    page, server = table
    page.evaluate(EXTRAS)
    page.evaluate("document.getElementById('chat-lines').dataset.report = '/report/?table=abc'")
    server.say(type="chat", whole=True, muted=[], lines=[line(1), line(2, "Ann"), line(3, "Cleo")])
    expect(page.locator(".chat-report")).to_have_count(2)
    expect(page.get_by_role("link", name="Report this line by Cleo")).to_have_attribute(
        "href", "/report/?table=abc&line=3"
    )
