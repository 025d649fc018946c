"""A real browser: the service worker from the site's root, a push that is shown, and the switch on the page.

Chromium without a network cannot subscribe at a push service, so pushes are delivered through the DevTools protocol;
the encrypted way is proved in test_push.py. Where a test needs a subscription, the page is given one.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, Request, Route, Worker, expect

from parlor.notifications.delivery.push import payload
from parlor.notifications.messages import Message
from tests.support.browser import NewPage
from tests.support.live import LiveSite
from tests.support.services import wait_until

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


def registered(page: Page) -> tuple[CDPSession, str, Worker]:
    """The site's worker, at work: a line to push by, its registration's id, and the worker itself."""
    devtools = page.context.new_cdp_session(page)
    found: list[str] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(
        each["registrationId"] for each in event["registrations"] if not each["isDeleted"]
    ))  # fmt: skip
    devtools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => 0)")
    wait_until(lambda: bool(page.wait_for_timeout(20) or found), "no registration")
    wait_until(lambda: bool(page.wait_for_timeout(20) or page.context.service_workers), "no worker")
    return devtools, found[-1], page.context.service_workers[0]


SHOWN = """async () => (await (await navigator.serviceWorker.getRegistration("/")).getNotifications())
  .map(({ title, body, tag, data, icon }) => ({ title, body, tag, data, icon }))"""


def shown(page: Page, count: int) -> list[Any]:
    wait_until(lambda: page.wait_for_timeout(30) or len(page.evaluate(SHOWN)) == count, f"not {count} notices", 10)
    found: list[Any] = page.evaluate(SHOWN)
    return found


def test_a_push_is_shown_and_a_newer_one_takes_its_place(
    shared_site: LiveSite, new_page: NewPage, message: Message
) -> None:
    page = new_page(shared_site.url)
    page.context.grant_permissions(["notifications"], origin=shared_site.url)
    page.goto("/")
    devtools, registration, _ = registered(page)
    assert page.evaluate("navigator.serviceWorker.getRegistration('/').then((r) => r.scope)") == f"{shared_site.url}/"

    def deliver(told: str) -> None:
        devtools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": shared_site.url, "registrationId": registration, "data": told},
        )

    deliver(payload(message).decode())
    notice = shown(page, 1)[0]
    assert (notice["title"], notice["body"]) == ("Your turn at Gaia", "Ann has laid a tile.")
    assert notice["data"] == {"url": message.url, "count": 1}
    assert page.request.get(notice["icon"]).ok

    deliver(json.dumps({**json.loads(payload(message)), "title": "Your turn at 2 tables", "count": 2}))

    def titles() -> list[str]:
        page.wait_for_timeout(30)
        return [each["title"] for each in page.evaluate(SHOWN)]

    wait_until(lambda: "Your turn at 2 tables" in titles(), "the newer one is not shown", 10)
    assert titles() == ["Your turn at 2 tables"]

    deliver("this is not JSON")
    assert {each["title"] for each in shown(page, 2)} == {"Your turn at 2 tables", "Parlor"}


def test_a_push_is_shown_while_no_page_of_the_site_is_open(
    shared_site: LiveSite, new_page: NewPage, message: Message
) -> None:
    page = new_page(shared_site.url)
    page.context.grant_permissions(["notifications"], origin=shared_site.url)
    page.goto("/")
    _, registration, _ = registered(page)
    elsewhere = page.context.new_page()
    page.close()
    devtools = elsewhere.context.new_cdp_session(elsewhere)
    devtools.send("ServiceWorker.enable")
    devtools.send("ServiceWorker.stopAllWorkers")
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": shared_site.url, "registrationId": registration, "data": payload(message).decode()},
    )
    elsewhere.goto("/")
    assert shown(elsewhere, 1)[0]["title"] == "Your turn at Gaia"


# The browser lets a worker focus and open pages only after a real click, which no test can give: so these are noted.
CLICK = """async (url) => {
  const done = [];
  WindowClient.prototype.focus = async function () { done.push(["focus", new URL(this.url).pathname]); };
  Clients.prototype.openWindow = async (url) => { done.push(["open", url]); };
  await registration.showNotification("x", { tag: "click", data: { url } });
  const [notification] = await registration.getNotifications({ tag: "click" });
  let waits;
  const event = new NotificationEvent("notificationclick", { notification });
  event.waitUntil = (promise) => { waits = promise; };
  dispatchEvent(event);
  await waits;
  return [done, (await registration.getNotifications({ tag: "click" })).length];
}"""


def test_a_click_leads_to_the_table(shared_site: LiveSite, new_page: NewPage) -> None:
    page = new_page(shared_site.url)
    page.context.grant_permissions(["notifications"], origin=shared_site.url)
    page.goto("/games/?order=name")
    _, _, worker = registered(page)
    other = page.context.new_page()
    other.goto("/games/gaia/")
    assert worker.evaluate(CLICK, f"{shared_site.url}/games/gaia/#log") == [[["focus", "/games/gaia/"]], 0]
    assert worker.evaluate(CLICK, "/games/") == [[["focus", "/games/"]], 0]
    assert worker.evaluate(CLICK, "/tables/abc/") == [[["open", f"{shared_site.url}/tables/abc/"]], 0]
    assert worker.evaluate(CLICK, "https://parlor.example.org/games/") == [
        [["open", "https://parlor.example.org/games/"]], 0,
    ]  # fmt: skip


CHANGE = """async ([before, after]) => {
  const said = [];
  const fetched = self.fetch;
  const made = (given) => given && ({ endpoint: given, toJSON: () => ({ endpoint: given, keys: { p256dh: "p", auth: "a" } }) });
  PushManager.prototype.subscribe = async (options) => made("https://push.example.org/" + options.applicationServerKey.length);
  self.fetch = async (url, how) => {
    if (!how) return fetched(url);
    said.push([how.method, url, JSON.parse(how.body), how.headers["X-CSRFToken"].length > 10]);
    return new Response();
  };
  let waits;
  const event = new ExtendableEvent("pushsubscriptionchange");
  Object.assign(event, { oldSubscription: made(before), newSubscription: made(after) });
  event.waitUntil = (promise) => { waits = promise; };
  dispatchEvent(event);
  await waits;
  self.fetch = fetched;
  return said;
}"""


def test_a_subscription_that_the_browser_changed_is_told(shared_site: LiveSite, new_page: NewPage) -> None:
    page = new_page(shared_site.url)
    page.goto("/")
    _, _, worker = registered(page)
    keys = {"p256dh": "p", "auth": "a"}
    old, new, made = "https://push.example.org/old", "https://push.example.org/new", "https://push.example.org/87"
    assert worker.evaluate(CHANGE, [old, new]) == [
        ["POST", "/notifications/push/", {"endpoint": new, "keys": keys, "label": ""}, True],
        ["DELETE", "/notifications/push/", {"endpoint": old}, True],
    ]
    assert worker.evaluate(CHANGE, [None, None]) == [
        ["POST", "/notifications/push/", {"endpoint": made, "keys": keys, "label": ""}, True]
    ]


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
