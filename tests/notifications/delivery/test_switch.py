"""The switch for notices on this device, in a real browser. Where a test needs a subscription, the page is given one."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.support.browser import NewPage
from tests.support.live import LiveSite

SWITCH = """<!doctype html><html lang="en"><head><title>Push</title></head><body>
<div id="push"><p role="status">needs JavaScript</p><button data-push-on hidden>On</button>
<button data-push-off hidden>Off</button></div>
<form id="out" method="post" action="/signed-out/"><button>Sign out</button></form>
<script type="module">import { initPush, forgetOnSignOut } from "/static/parlor/js/push.js";
await initPush(document.getElementById("push")); forgetOnSignOut(document.getElementById("out"));</script></body></html>"""
# What the browser maker's service would give.
SUBSCRIBES = """
let now = JSON.parse(localStorage.getItem("given") ?? "null");
const made = (given) => given && ({ endpoint: given.endpoint, options: { applicationServerKey: bytes(given.key) },
  toJSON: () => ({ endpoint: given.endpoint, keys: { p256dh: "key", auth: "secret" }, expirationTime: null }),
  unsubscribe: async () => { localStorage.removeItem("given"); now = null; return true; } });
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;
PushManager.prototype.getSubscription = async () => made(now);
PushManager.prototype.subscribe = async (options) => {
  if (now && now.key !== options.applicationServerKey) throw new DOMException("another key", "InvalidStateError");
  if (!options.userVisibleOnly) throw new DOMException("silent", "NotAllowedError");
  now ??= { endpoint: "https://push.example.org/" + options.applicationServerKey.length, key: options.applicationServerKey };
  localStorage.setItem("given", JSON.stringify(now));
  return made(now);
};
"""


class Desk:
    """One browser with the site in it: the page of the switch, and what it tells the site."""

    def __init__(self, page: Page, site: LiveSite) -> None:
        self.page, self.site = page, site
        self.told: list[tuple[str, Any, str]] = []
        self.status = 201
        page.route("**/switch/", lambda route: route.fulfill(content_type="text/html", body=SWITCH))
        page.route("**/signed-out/", lambda route: route.fulfill(content_type="text/html", body="<title>bye</title>"))
        page.route("**/notifications/push/", self._take)

    def _take(self, route: Route, request: Request) -> None:
        self.told.append((request.method, request.post_data_json, request.headers.get("x-csrftoken", "")))
        route.fulfill(status=self.status, body="")

    def open(self) -> None:
        self.page.goto(f"{self.site.url}/switch/")

    def says(self, text: str) -> None:
        expect(self.page.get_by_role("status")).to_contain_text(text)


@pytest.fixture
def desk(shared_site: LiveSite, new_page: NewPage) -> Callable[..., Desk]:
    """`desk(granted, subscribes)`: a browser that may show notices, and that can subscribe."""

    def start(*, granted: bool = True, subscribes: bool = True) -> Desk:
        page = new_page(shared_site.url)
        if granted:
            page.context.grant_permissions(["notifications"], origin=shared_site.url)
        if subscribes:
            page.add_init_script(SUBSCRIBES)
        return Desk(page, shared_site)

    return start


def test_the_switch_subscribes_on_a_click_only(desk: Callable[..., Desk]) -> None:
    at = desk()
    at.page.add_init_script(
        "window.asked = 0; const ask = Notification.requestPermission;"
        "Notification.requestPermission = (...a) => { window.asked++; return ask.apply(Notification, a); };"
    )
    at.open()
    at.says("are off")
    assert at.page.evaluate("window.asked") == 0 and not at.told
    assert at.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    at.page.get_by_role("button", name="On").click()
    at.says("tells you, even when no page is open")
    [(method, told, token)] = at.told
    assert method == "POST" and len(token) > 20
    assert told["keys"] == {"p256dh": "key", "auth": "secret"} and told["endpoint"].endswith("/87")
    assert told["label"] == "Chrome, Linux"
    expect(at.page.get_by_role("button", name="On")).to_be_hidden()


def test_the_switch_tells_once_more_and_takes_it_back(desk: Callable[..., Desk]) -> None:
    at = desk()
    at.open()
    at.page.get_by_role("button", name="On").click()
    at.says("tells you")
    at.open()  # the site may have lost it, or somebody else have signed in
    at.says("tells you")
    assert [method for method, _, _ in at.told] == ["POST", "POST"]
    at.page.get_by_role("button", name="Off").click()
    at.says("are off")
    assert at.told[2][:2] == ("DELETE", {"endpoint": "https://push.example.org/87"})
    at.open()
    at.says("are off")


def test_a_subscription_for_an_older_key_is_renewed(desk: Callable[..., Desk]) -> None:
    at = desk()
    at.open()
    at.page.get_by_role("button", name="On").click()
    at.says("tells you")
    at.page.evaluate(
        """localStorage.setItem("given", JSON.stringify({endpoint: "https://push.example.org/old", key: "AAAA"}))"""
    )
    at.open()
    at.says("tells you")
    assert at.told[-1][1]["endpoint"] == "https://push.example.org/87"


def test_whoever_signs_out_leaves_no_notices_behind(desk: Callable[..., Desk]) -> None:
    at = desk()
    at.open()
    at.page.get_by_role("button", name="On").click()
    at.says("tells you")
    at.page.get_by_role("button", name="Sign out").click()
    at.page.wait_for_url("**/signed-out/")
    assert at.told[-1][0] == "DELETE"
    assert at.page.evaluate("localStorage.getItem('given')") is None


def test_what_does_not_work_is_said(desk: Callable[..., Desk], new_page: NewPage) -> None:
    at = desk(subscribes=False)  # no push service can be reached from here
    at.open()
    at.page.get_by_role("button", name="On").click()
    at.says("could not be reached")
    expect(at.page.get_by_role("button", name="On")).to_be_enabled()
    assert not at.told
    refused = desk()
    refused.status = 500
    refused.open()
    refused.page.get_by_role("button", name="On").click()
    refused.says("did not work")
    new_page.problems.clear()  # type: ignore[attr-defined]  # of the 500


def test_what_cannot_work_is_said_beforehand(desk: Callable[..., Desk]) -> None:
    for script, text in (
        ("delete window.PushManager", "This browser cannot"),
        ("Object.defineProperty(window, 'isSecureContext', { get: () => false })", "over https"),
        ("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })", "blocks notices"),
        (
            "delete window.PushManager; Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' })",
            "Add to Home Screen",
        ),
    ):
        at = desk()
        at.page.add_init_script(script)
        at.open()
        at.says(text)
        expect(at.page.get_by_role("button", name="On")).to_be_hidden()
        expect(at.page.get_by_role("button", name="Off")).to_be_hidden()
