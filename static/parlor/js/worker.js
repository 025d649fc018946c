// The service worker: shows what is pushed while no page is open. It keeps nothing and answers no request for a page.
// PICTURES, the folder of the site's pictures, stands before the first line when the site serves this as /sw.js.

const KEY = "/notifications/push/key/";
const PUSH = "/notifications/push/";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("push", (event) => event.waitUntil(show(event.data)));

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event.oldSubscription, event.newSubscription)));

const NEWS = { en: "There is something new for you.", de: "Es gibt etwas Neues für dich." };

/** Browsers insist that every push shows something, so a message that cannot be read shows a plain sentence. */
function show(data) {
  let told = {};
  try {
    told = data?.json() ?? {};
  } catch {
    // not JSON: the sentence below
  }
  return registration.showNotification(told.title || "Parlor", {
    body: told.title ? told.body : (NEWS[navigator.language.slice(0, 2)] ?? NEWS.en),
    tag: told.tag || "parlor",
    renotify: true, // what takes the place of another is news
    icon: `${PICTURES}icon-192.png`,
    badge: `${PICTURES}badge.png`,
    data: { url: told.url || "/", count: told.count ?? 1 },
  });
}

/** Bring the page to the front that shows the address already; else open one, and leave other tables as they are. */
async function open(text) {
  const url = new URL(text, location.origin);
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((each) => new URL(each.url).pathname === url.pathname && new URL(each.url).origin === url.origin);
  if (page) return page.focus();
  return clients.openWindow(url.href);
}

/** The browser took the subscription away or gave another: the site must hear of it, though no page is open. */
async function renew(before, after) {
  const { key, token } = await (await fetch(KEY)).json();
  const now = after ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const send = (method, told) => fetch(PUSH, {
    method,
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify(told),
  });
  const { endpoint, keys } = now.toJSON();
  await send("POST", { endpoint, keys, label: "" });
  if (before && before.endpoint !== endpoint) await send("DELETE", { endpoint: before.endpoint });
}
