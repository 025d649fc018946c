"""Chromium for tests. What a page complains about fails the test that opened it."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.support.services import require

SWITCHES = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
DESKTOP = {"width": 1366, "height": 900}
PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium per module: Playwright's event loop must not outlive it, or Django's database calls refuse."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    require(chromium, "Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        yield browser
        browser.close()


NewPage = Callable[..., Page]

JUTTING = """() => document.documentElement.scrollWidth <= innerWidth ? null : [
  `${document.documentElement.scrollWidth} of ${innerWidth}`,
  ...[...document.body.querySelectorAll("*")].filter((el) => el.getBoundingClientRect().right > innerWidth)
    .map((el) => `${el.outerHTML.slice(0, 160)} until ${el.getBoundingClientRect().right}`),
].join("\\n")"""


def nothing_juts_out(page: Page) -> None:
    """The page does not scroll sideways; fails with the elements beyond the edge."""
    jutting = page.evaluate(JUTTING)
    assert jutting is None, f"{page.url} scrolls sideways: {jutting}"


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """`new_page(site.url, viewport=PHONE, color_scheme="dark", …)`: a page of somebody new, with cookies of its own.

    Scripts that fail, messages on the error console and violations of the policy fail the test, unless
    it empties `new_page.problems` itself (a test that cuts the connection, say).
    """
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def open_page(url: str = "", **options: Any) -> Page:
        options = {"viewport": DESKTOP, "reduced_motion": "reduce", **options}
        context = browser.new_context(base_url=url or None, **options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
        page.on("console", lambda said: problems.append(f"{page.url}: {said.text}") if said.type == "error" else None)
        return page

    open_page.problems = problems  # type: ignore[attr-defined]
    yield open_page
    for context in contexts:
        context.close()
    assert not problems, "\n".join(problems)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()
