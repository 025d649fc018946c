"""A finished game on the real site, played by a guest against bots: seen in a browser once, then by the API."""

import time
from typing import Any

from playwright.sync_api import Browser, StorageState, expect

from tests.support.live import LiveSite

GAME_SECONDS = 180


def finished(site: LiveSite, browser: Browser) -> tuple[str, StorageState]:
    """Plays No Thanks! to the end at a table that everybody may watch; its address, and what the guest's browser keeps."""
    context = browser.new_context(base_url=site.url, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/games/no-thanks/new/")
    page.get_by_role("button", name="Play as a guest").click()
    page.wait_for_url("**/new/")
    token = next(cookie["value"] for cookie in context.cookies() if cookie["name"] == "csrftoken")

    def post(path: str, **data: Any) -> Any:
        headers = {"X-CSRFToken": token, "Referer": site.url}
        answer = context.request.post(f"/api/tables/{path}", data=data, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    table = post("", game="no-thanks", seats=3, visibility="open")["id"]
    post(f"{table}/add-bot/")
    post(f"{table}/add-bot/")
    post(f"{table}/start/")
    page.goto(f"/tables/{table}/")
    expect(page.locator("#board")).to_be_visible()
    until = time.monotonic() + GAME_SECONDS
    while time.monotonic() < until:
        state = context.request.get(f"/api/tables/{table}/").json()
        if state["status"] == "finished":
            break
        if state["mine"]:
            made = state["choices"][-(state["version"] % 2)]  # now a card, now a chip: many short turns
            post(f"{table}/moves/", id=f"m{state['version']}", version=state["version"], move=made)
        else:
            time.sleep(0.05)
    cookies = context.storage_state()
    context.close()
    return f"{site.url}/tables/{table}/", cookies
