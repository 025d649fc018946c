"""A bare page under the site's content security policy, on which each browser module is tested alone."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page

from tests.support.browser import NewPage

ROOT = Path(__file__).resolve().parents[2]
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'"


class Handler(SimpleHTTPRequestHandler):
    """Serves /js/ from static/parlor and /pages/ from beside this file, quietly and under the policy."""

    extensions_map = {".js": "text/javascript", ".css": "text/css", ".html": "text/html; charset=utf-8"}

    def translate_path(self, path: str) -> str:
        base = ROOT / "static/parlor" if path.startswith("/js/") else Path(__file__).parent
        return str(base / path.lstrip("/").split("?")[0])

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def stage_url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=partial(server.serve_forever, 0.05), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/pages/stage.html"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def new_stage(new_page: NewPage, stage_url: str) -> Callable[..., Page]:
    """Open an empty stage with any context options, moving unless told otherwise."""

    def open_stage(**options: Any) -> Page:
        page = new_page("", **{"viewport": {"width": 800, "height": 600}, "reduced_motion": "no-preference", **options})
        page.goto(stage_url)
        return page

    return open_stage


@pytest.fixture(scope="module")
def stage_page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 800, "height": 600})
    yield context.new_page()
    context.close()


@pytest.fixture
def stage(stage_page: Page, stage_url: str) -> Iterator[Page]:
    """An empty stage in the module's own window: quicker than a new one for each test."""
    faults: list[str] = []

    def on_error(error: Error) -> None:
        faults.append(str(error))

    def on_console(line: ConsoleMessage) -> None:
        if line.type == "error":
            faults.append(line.text)

    stage_page.on("pageerror", on_error)
    stage_page.on("console", on_console)
    stage_page.goto(stage_url)
    stage_page.evaluate("localStorage.clear(); sessionStorage.clear()")
    stage_page.mouse.move(0, 599)
    yield stage_page
    stage_page.remove_listener("pageerror", on_error)
    stage_page.remove_listener("console", on_console)
    assert not faults, "\n".join(faults)
