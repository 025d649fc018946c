"""What went wrong, from where it is found to the studio, as an author does it: a report, faults, a file of the kit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.no_thanks.game import NoThanks
from parlor.engine.testing import Fault, check_game
from tests.browser.test_lobby import guest
from tests.support.browser import NewPage
from tests.support.live import LiveSite

pytestmark = pytest.mark.long

PLANT = """
import gzip
from parlor.accounts.models import User
from parlor.engine.deal import Deal
from parlor.engine.deal import write as write_deal
from parlor.engine.record import write
from parlor.tables.exporting import record_of
from parlor.tables.models import Fault, Table

User.objects.create_superuser("olga", "olga@example.org", "seven-of-clubs")
table = Table.objects.get()
record = record_of(table)
move = next(row.step for row in record.rows if row.step["do"] == "move")
at = record.rows.index(next(row for row in record.rows if row.step is move))
record.fault = {"version": at, "seat": move["seat"], "move": move["move"], "error": "KeyError: planted"}
record.rows = record.rows[:at]
one = {"sort": "error", "game": "no-thanks", "rules": 1}
Fault.objects.create(**one, version=at, error="KeyError: planted", file=gzip.compress(write(record)))
seed = bytes(table.seed).hex()
deal = Deal(game="no-thanks", seats=4, seed=seed, options={"rounds": 4}, fault={"error": "set-up: planted"})
Fault.objects.create(**one, error="set-up: planted", file=gzip.compress(write_deal(deal)))
"""


def sign_in(page: Page) -> None:
    page.goto("/accounts/login/?next=/admin/")
    page.locator("[name=login]").fill("olga")
    page.locator("[name=password]").fill("seven-of-clubs")
    page.locator("main form button").first.click()
    expect(page.get_by_role("heading", name="Administration")).to_be_visible()


def on_the_bench(page: Page, step: str) -> None:
    """The bench with its seats is there and stands at the step."""
    page.wait_for_url("**/studio/*/")
    expect(page.locator("#panel h2", has_text=step)).to_be_visible()
    expect(page.frame_locator("iframe").first.locator("#board")).to_be_visible()


def test_reports_and_faults_open_in_the_studio(new_page: NewPage, shared_site: LiveSite) -> None:
    player = guest(new_page, shared_site)
    player.goto("/games/no-thanks/")
    player.get_by_role("button", name="Play now against bots").click()
    player.wait_for_url("**/tables/*/")
    expect(player.locator("#live[data-mine=true]")).to_be_visible()
    player.get_by_role("button", name="Take the card").click()
    expect(player.locator("#log-lines")).to_contain_text("takes")
    player.get_by_role("link", name="Report a player or a bug").click()
    player.get_by_label("What happened?").fill("The chips are <gone>.")
    player.get_by_role("button", name="Send").click()
    expect(player.get_by_text("Somebody will look at it")).to_be_visible()
    shared_site.manage("shell", "-v0", "-c", PLANT)
    page = new_page(shared_site.url)
    sign_in(page)
    page.goto("/admin/moderation/report/?state=open")
    page.get_by_role("link", name="The chips are <gone>.").click()
    page.get_by_role("link", name="Open in the studio").click()
    page.get_by_role("button", name="Open in the studio").click()
    on_the_bench(page, "Step ")
    page.goto("/admin/tables/fault/?state=open")
    page.get_by_role("link", name="KeyError: planted").click()
    page.get_by_role("link", name="Open in the studio").click()
    page.get_by_role("button", name="Open in the studio").click()
    on_the_bench(page, "What went wrong")
    before = page.locator("#panel h2", has_text="Step").inner_text()
    page.get_by_role("button", name="Try that move").click()
    expect(page.locator("#panel h2", has_text="Step")).not_to_have_text(before)
    page.goto("/admin/tables/fault/?state=open")
    page.get_by_role("link", name="set-up: planted").click()
    page.get_by_role("link", name="Open in the studio").click()
    page.get_by_role("button", name="Open in the studio").click()
    on_the_bench(page, "Step 0 of 0")
    expect(page.locator("iframe")).to_have_count(4)


def test_a_file_of_the_kit_opens_in_the_studio(new_page: NewPage, shared_site: LiveSite, tmp_path: Path) -> None:
    class Greedy(NoThanks):
        def check(self, p: Any) -> None:
            if sum(len(cards) for cards in p.taken) > 4:
                raise AssertionError("a fifth card was taken")

    with pytest.raises(Fault):
        check_game(Greedy(), seeds=1, seats=3, folder=tmp_path)
    page = new_page(shared_site.url)
    page.goto("/studio/")
    page.set_input_files("#studio-file", next(tmp_path.glob("*.json")))
    page.locator("form[enctype] button").click()
    on_the_bench(page, "What went wrong")
    expect(page.get_by_text("a fifth card was taken")).to_be_visible()
    seats = page.locator("iframe")
    expect(seats).to_have_count(3)
    mine = next(n for n in range(3) if seats.nth(n).content_frame.locator("#live[data-mine=true]").count())
    before = page.locator("#panel h2", has_text="Step").inner_text()
    seats.nth(mine).content_frame.get_by_role("button", name="Take the card").click()
    expect(page.locator("#panel h2", has_text="Step")).not_to_have_text(before)
    page.get_by_role("button", name="One step back").click()
    expect(page.locator("#panel h2", has_text="Step")).to_contain_text(before.split(" of ")[0])
    page.locator("summary", has_text="All steps").click()
    page.get_by_role("button", name="To the start").click()
    expect(page.locator("#panel h2", has_text="Step")).to_contain_text("Step 0")
    expect(page.locator("#panel details[data-part=steps] ol")).to_be_visible()  # what was open stays open
