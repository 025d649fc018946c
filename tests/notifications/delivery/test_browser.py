"""The service worker in a real browser: a push that is shown, with no page open too, and where a click leads.

Chromium without a network cannot subscribe at a push service, so pushes are delivered through the DevTools protocol;
the encrypted way is proved in test_push.py.
"""

import json
from typing import Any

from playwright.sync_api import CDPSession, Page, Worker

from parlor.notifications.delivery.push import payload
from parlor.notifications.messages import Message
from tests.support.browser import NewPage
from tests.support.live import LiveSite
from tests.support.services import wait_until


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
