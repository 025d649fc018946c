"""Letter Tycoon in the browser: words laid by hand and keyboard, a challenge between two people, a whole game against bots."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect

from games.letter_tycoon.words import WordList, parse_words
from tests.support.browser import DESKTOP, PHONE, NewPage, nothing_juts_out
from tests.support.live import LiveSite, StartSite

WORDS = Path(__file__).resolve().parents[2] / "games/letter_tycoon/words/american.txt.gz"
GAME_SECONDS = 420


@cache
def dictionary() -> WordList:
    return parse_words(WORDS.read_bytes())


def guest(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name=re.compile("guest", re.IGNORECASE)).first.click()


def open_table(page: Page, **options: str) -> str:
    """A guest opens a table for two; its address."""
    guest(page)
    page.goto("/games/letter-tycoon/new/")
    page.get_by_role("group", name="Players").get_by_role("radio", name="2", exact=True).check()
    for name, value in options.items():
        field = page.locator(f"[name='option-{name}']")
        if field.first.get_attribute("type") == "radio":
            page.locator(f"[name='option-{name}'][value='{value}']").check()
        else:
            field.select_option(value)
    page.get_by_role("button", name="Open the table").click()
    return page.url


def begin(page: Page) -> None:
    page.get_by_role("button", name="Begin the game").click()
    expect(page.locator("#board")).to_be_visible()


def letters(page: Page, where: str) -> str:
    found: str = page.evaluate(
        "(css) => [...document.querySelectorAll(css)].map((el) => el.dataset.letter).join('')",
        f"{where} .lt-slot > [data-letter][id]",
    )
    return found


def best_word(page: Page) -> str | None:
    """The longest word of the hand and the pool, if there is one."""
    hand = letters(page, ".lt-hand")
    have = Counter(hand + letters(page, "#pool"))
    fitting = (word for word in dictionary() if not Counter(word) - have and set(word) & set(hand))
    return max(fitting, key=len, default=None)


def no_word(page: Page) -> str:
    """Three letters of the hand that are no word."""
    tries = map("".join, permutations(letters(page, ".lt-hand"), 3))
    return next(word for word in tries if word not in dictionary())


def row(page: Page) -> str:
    laid: str = page.evaluate(
        "[...document.querySelectorAll('#lt-word > [data-letter]')].map((el) => el.dataset.letter).join('')"
    )
    return laid


def spell(page: Page, word: str) -> None:
    page.keyboard.press("Escape")
    page.keyboard.type(word.lower())
    assert row(page) == word
    page.keyboard.press("Enter")


def mine(page: Page) -> bool:
    return page.locator("#live[data-mine='true']").count() > 0


@pytest.mark.long
def test_a_bluff_is_challenged_and_another_is_let_pass(start_site: StartSite, new_page: NewPage) -> None:
    site = start_site()
    ann, bob = new_page(site.url), new_page(site.url, viewport=PHONE)
    address = open_table(ann, challenge="players")
    guest(bob)
    bob.goto(address)
    bob.get_by_role("button", name=re.compile("^(Join|Take a seat)")).first.click()
    bob.wait_for_load_state()
    begin(ann)
    expect(bob.locator("#board")).to_be_visible()
    speller, other = (ann, bob) if mine(ann) else (bob, ann)
    expect(speller.locator("#choices")).to_contain_text("Play no word")

    bluff = no_word(speller)
    for letter in bluff:
        speller.locator(f".lt-hand .lt-slot > [data-letter={letter}]").first.click()
    assert row(speller) == bluff
    expect(speller.locator("#lt-note")).to_contain_text(f"spells {bluff}, for $1")
    speller.locator("#lt-send").click()
    doubt = other.locator("#doubt")
    expect(doubt.get_by_role("group", name=bluff)).to_be_visible()
    expect(doubt).to_contain_text("you pay")
    expect(other.locator("#choices button")).to_have_count(0)  # the board has them
    expect(speller.locator("#doubt [data-press]")).to_have_count(0)
    doubt.get_by_role("button", name="Challenge").click()

    expect(speller.locator("#prompt")).to_contain_text("choose a card to discard")
    expect(other.locator(".lt-refused")).to_contain_text(bluff)
    speller.locator(".lt-hand .lt-tile.is-choice").first.click()

    expect(other.locator("#lt-send")).to_be_visible()
    bluff = no_word(other)
    spell(other, bluff)
    speller.locator("#doubt").get_by_role("button", name="Let it count").click()
    expect(other.locator("#choices")).to_contain_text("Done")  # $1 buys nothing, so it is for discarding at once
    expect(other.locator("#plays")).to_contain_text(bluff)
    expect(other.locator("#money-1-n, #money-0-n").filter(has_text="1")).to_have_count(1)
    other.locator(".lt-hand .lt-tile.is-choice").nth(1).click()
    other.locator("#choices").get_by_role("button", name="Done").click()
    expect(speller.locator("#lt-send")).to_be_visible()


def take_turn(page: Page, chance: random.Random) -> None:
    """Whatever is asked now: the best word there is, a patent, nothing discarded."""
    if page.locator("#lt-send").count():
        word = best_word(page)
        if word is None:
            page.locator("#choices").get_by_role("button", name="Play no word").click()
            return
        spell(page, word)
        expect(page.locator("#lt-send")).to_have_count(0)
    elif page.locator(".lt-patent.is-choice").count():
        lit = page.locator(".lt-patent.is-choice")
        lit.nth(chance.randrange(lit.count())).click()
        expect(page.locator(".lt-patents.is-market")).to_have_count(0)
    elif page.locator(".lt-picking .lt-tile.is-choice").count():
        buttons = page.locator("#choices button:visible:enabled")
        buttons.first.click()


def play(page: Page, chance: random.Random) -> None:
    end = time.monotonic() + GAME_SECONDS
    while not page.locator("#result").count():
        assert time.monotonic() < end, page.locator("#log-lines").inner_text()
        try:
            if mine(page):
                take_turn(page, chance)
        except Error:  # it went away meanwhile: an update came
            continue
        page.wait_for_timeout(40)


@pytest.mark.long
def test_a_game_against_a_bot_to_the_end(start_site: StartSite, new_page: NewPage, tmp_path: Path) -> None:
    site: LiveSite = start_site(BOT_PAUSE="0.02")
    page = new_page(site.url)
    open_table(page, challenge="automatic", goal="21")
    page.get_by_role("button", name="Add a bot").first.click()
    page.wait_for_load_state()
    begin(page)
    play(page, random.Random(5))
    expect(page.locator("#result")).to_contain_text(re.compile("wins|share"))
    log = page.locator("#log-lines").inner_text()
    assert "buys the patent on" in log
    assert "this round is the last" in log or "the game ends" in log
    assert not [line for line in site.lines if "ERROR" in line], site.output
    assert page.locator("#dock").count() == 0
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        nothing_juts_out(page)
        page.screenshot(path=str(tmp_path / f"end-{size['width']}.png"))


@pytest.mark.long
def test_on_a_phone_the_hand_is_in_reach(start_site: StartSite, new_page: NewPage) -> None:
    site = start_site(BOT_PAUSE="0.02")
    page = new_page(site.url, viewport=PHONE, has_touch=True)
    open_table(page, challenge="automatic", retries="0")
    page.get_by_role("button", name="Add a bot").first.click()
    page.wait_for_load_state()
    begin(page)
    expect(page.locator("#lt-send, .lt-patent").first).to_be_visible()
    nothing_juts_out(page)
    tiles = page.locator(".lt-hand [data-letter][id], #pool [data-letter][id]")
    assert tiles.count() == 10
    for n in range(10):
        box = tiles.nth(n).bounding_box()
        assert box and min(box["width"], box["height"]) >= 44 and box["y"] + box["height"] <= PHONE["height"]
    expect(page.locator("#lt-send")).to_be_visible(timeout=30_000)
    spell(page, no_word(page))
    expect(page.locator("#prompt")).to_contain_text("choose a card to discard")
    expect(page.locator("#lt-note")).to_contain_text("Not in the dictionary")
    page.locator(".lt-hand .lt-tile.is-choice").first.tap()
    expect(page.locator(".lt-hand .is-choice")).to_have_count(0)
