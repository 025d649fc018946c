"""The console in a real browser: nothing breaks the policy, it fits a phone, and a report finds its way through it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_lobby import guest
from tests.support.browser import DESKTOP, PHONE, NewPage, nothing_juts_out
from tests.support.live import LiveSite

PAGES = (
    "/admin/",
    "/admin/catalog/gamesetting/",
    "/admin/catalog/gamesetting/1/change/",
    "/admin/tables/table/",
    "/admin/accounts/user/",
    "/admin/moderation/report/",
    "/admin/moderation/announcement/add/",
    "/admin/moderation/auditentry/",
)


@pytest.fixture
def sign_in(shared_site: LiveSite, new_page: NewPage) -> object:
    def signed_in(**options: object) -> Page:
        page = new_page(shared_site.url, **options)
        page.goto("/admin/")
        page.get_by_label("Name or mail").or_(page.locator("[name=login]")).first.fill("Olga")
        page.locator("[name=password]").fill("seven-of-clubs")
        page.locator("main").get_by_role("button", name="Sign in").click()
        page.wait_for_url("**/admin/")
        return page

    shared_site.environment["PASSWORD"] = "seven-of-clubs"
    shared_site.manage("createadmin", "Olga", "--email", "olga@example.org")
    return signed_in


def test_a_report_goes_from_a_table_to_a_decision_and_back(
    sign_in: object, new_page: NewPage, shared_site: LiveSite
) -> None:
    player = guest(new_page, shared_site)
    player.goto("/games/no-thanks/")
    player.get_by_role("button", name="Play now against bots").click()
    player.wait_for_url("**/tables/*/")
    player.get_by_role("link", name="Report a player or a bug").click()
    player.get_by_label("What happened?").fill("The chip did not move.")
    picture = {"name": "shot.png", "mimeType": "image/png", "buffer": player.screenshot()}
    player.get_by_label("A picture of the screen, if it helps").set_input_files(picture)  # type: ignore[arg-type]
    player.get_by_role("button", name="Send").click()
    player.wait_for_url("**/tables/*/")
    admin = sign_in()  # type: ignore[operator]
    admin.get_by_role("link", name="open reports").click()
    admin.get_by_role("link", name="The chip did not move.").click()
    shot = admin.get_by_alt_text("The picture that came with the report")
    expect(shot).to_be_visible()
    assert shot.evaluate("img => img.naturalWidth") > 0
    admin.get_by_role("link", name="The position").click()
    expect(admin.locator("#board")).to_be_visible()
    admin.go_back()
    admin.get_by_role("link", name="Decide").click()
    admin.get_by_label("Decision").select_option("known")
    admin.get_by_label("To whoever wrote it").fill("We will mend it.")
    admin.get_by_role("button", name="Decide").click()
    expect(admin.get_by_text("The report is decided")).to_be_visible()
    player.goto("/")
    expect(player.get_by_text("We will mend it.")).to_be_visible()
    player.get_by_role("button", name="I have read it").click()
    expect(player.get_by_text("We will mend it.")).to_have_count(0)


def test_every_page_counts_down_to_maintenance(new_page: NewPage, shared_site: LiveSite) -> None:
    model = "from parlor.catalog.models import Maintenance as M; from datetime import datetime, timedelta, UTC; "
    soon = "M.objects.create(begins_at=datetime.now(UTC) + timedelta(seconds=90), text='A new release.')"
    shared_site.manage("shell", "-v0", "-c", model + soon)
    try:
        page = new_page(shared_site.url)
        page.goto("/")
        left = page.locator("[data-countdown]")
        expect(left).to_have_text(re.compile(r"^in \d\d seconds$"))
        before = left.text_content() or ""
        expect(left).not_to_have_text(before)
        expect(page.get_by_text("A new release.")).to_be_visible()
    finally:
        shared_site.manage("shell", "-v0", "-c", model + "M.objects.all().delete()")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_console_keeps_the_policy_and_fits(sign_in: object, size: dict[str, int], scheme: str) -> None:
    page = sign_in(viewport=size, color_scheme=scheme)  # type: ignore[operator]
    for path in PAGES:
        answer = page.goto(path)
        assert answer is not None and answer.status == 200, path
        nothing_juts_out(page)
        wall = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert wall == ("rgb(244, 238, 227)" if scheme == "light" else "rgb(27, 24, 21)"), "the house's own colours"
