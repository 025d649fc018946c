"""Notes to oneself on the page of a table: they save themselves, and try again where that failed."""

from playwright.sync_api import expect

from tests.browser.test_lobby import guest
from tests.support.browser import NewPage
from tests.support.live import LiveSite


def test_a_note_saves_itself(new_page: NewPage, shared_site: LiveSite) -> None:
    player = guest(new_page, shared_site)
    player.goto("/games/no-thanks/")
    player.get_by_role("button", name="Play now against bots").click()
    player.wait_for_url("**/tables/*/")
    player.get_by_text("My notes").first.click()
    expect(player.locator("#note button")).to_have_count(0)
    field = player.get_by_label("My notes")
    with player.expect_response("**/note/") as answer:
        field.press_sequentially("bob is short")
    assert answer.value.status == 200
    expect(player.locator("#note-state")).to_have_text("Saved")
    with player.expect_response("**/note/"):
        field.fill("bob is short of chips")
        field.blur()
    expect(player.locator("#note-state")).to_have_text("Saved")
    player.reload()
    expect(field).to_have_value("bob is short of chips")
    player.route("**/note/", lambda route: route.fulfill(status=503))
    field.fill("lost?")
    expect(player.locator("#note-state")).to_contain_text("Trying again")
    player.unroute("**/note/")
    new_page.problems.clear()  # type: ignore[attr-defined]  # of the refusal above
    expect(player.locator("#note-state")).to_have_text("Saved", timeout=15_000)
    player.reload()
    expect(field).to_have_value("lost?")
    other = guest(new_page, shared_site)
    other.goto(player.url)
    assert "lost?" not in other.content()
