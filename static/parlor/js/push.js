// Notices while no page is open: asks the browser on a click only, and tells the site where to send them.

import { say } from "./texts.js";

const WORKER = "/sw.js";
const KEY = "/notifications/push/key/";
const PUSH = "/notifications/push/";
const FORGET_MS = 1000;

/** @typedef {"insecure"|"install"|"unable"|"blocked"|"off"|"on"|"busy"|"failed"} State */

/**
 * The switch for this browser. In `root`: a button [data-push-on], a button [data-push-off], an element [role=status].
 * @param {HTMLElement|null} root
 * @returns {Promise<void>}
 */
export async function initPush(root) {
  if (!root) return;
  const on = /** @type {HTMLButtonElement} */ (root.querySelector("[data-push-on]"));
  const off = /** @type {HTMLButtonElement} */ (root.querySelector("[data-push-off]"));
  const status = root.querySelector("[role=status]");

  /** @param {State} state */
  const show = (state) => {
    root.dataset.state = state;
    on.hidden = !["off", "failed", "busy"].includes(state);
    off.hidden = state !== "on";
    on.disabled = state === "busy";
    status.textContent = say(`push-${state}`);
  };
  const act = (deed) => async () => {
    show("busy");
    try {
      show(await deed());
    } catch {
      show(barred() ?? "failed");
    }
  };

  on.addEventListener("click", act(subscribe));
  off.addEventListener("click", act(unsubscribe));
  const no = barred();
  if (no) return show(no);
  try {
    show((await renewed()) ? "on" : "off");
  } catch {
    show("off");
  }
}

/**
 * Whoever signs out on this browser leaves no notices behind for the next. Call once on each page.
 * @param {HTMLFormElement|null} form the one that signs out
 * @returns {void}
 */
export function forgetOnSignOut(form) {
  if (!form || !("serviceWorker" in navigator)) return;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await Promise.race([unsubscribe().catch(() => null), new Promise((done) => setTimeout(done, FORGET_MS))]);
    form.submit();
  });
}

/** Why this browser cannot take notices, if it cannot. @returns {State|null} */
function barred() {
  if (!isSecureContext) return "insecure";
  const phone = /iPhone|iPad/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return phone ? "install" : "unable";
  return Notification.permission === "denied" ? "blocked" : null;
}

/** @returns {Promise<PushSubscription|null>} */
async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** @returns {Promise<State>} */
async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return barred() ?? "off";
  await navigator.serviceWorker.register(WORKER, { scope: "/", updateViaCache: "none" });
  const registration = await navigator.serviceWorker.ready;
  const { key, token } = await site();
  const now = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await tell("POST", token, { ...address(now), label: label() });
  return "on";
}

/** @returns {Promise<State>} */
async function unsubscribe() {
  const now = await subscription();
  if (now) {
    const { token } = await site();
    await tell("DELETE", token, { endpoint: now.endpoint }).catch(() => null); // its next notice finds nobody, and the site forgets it
    await now.unsubscribe();
  }
  return "off";
}

/** Tell the site once more: it may have lost the subscription, have got a new key, or know it as another person's. */
async function renewed() {
  const old = await subscription();
  if (!old || Notification.permission !== "granted") return false;
  const { key } = await site();
  if (old.options.applicationServerKey && text(old.options.applicationServerKey) !== key) await old.unsubscribe();
  return (await subscribe()) === "on";
}

/** @returns {Promise<{key: string, token: string}>} */
async function site() {
  const answer = await fetch(KEY, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${KEY} ${answer.status}`);
  return answer.json();
}

async function tell(method, token, told) {
  const answer = await fetch(PUSH, {
    method,
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify(told),
  });
  if (!answer.ok) throw new Error(`${PUSH} ${answer.status}`);
}

/** @param {PushSubscription} now */
function address(now) {
  const { endpoint, keys } = now.toJSON();
  return { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } };
}

/** base64url without padding. @param {ArrayBuffer} key @returns {string} */
function text(key) {
  return btoa(String.fromCharCode(...new Uint8Array(key))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Which of my browsers this is, in words: "Firefox, Android". @returns {string} */
function label() {
  const agent = navigator.userAgent;
  const browsers = [["Edg", "Edge"], ["OPR", "Opera"], ["Firefox", "Firefox"], ["FxiOS", "Firefox"], ["CriOS", "Chrome"], ["Chrome", "Chrome"], ["Safari", "Safari"]];
  const systems = [["Android", "Android"], ["iPhone", "iPhone"], ["iPad", "iPad"], ["Windows", "Windows"], ["Mac OS", "Mac"], ["Linux", "Linux"]];
  const named = (pairs) => pairs.find(([mark]) => agent.includes(mark))?.[1];
  return [named(browsers), named(systems)].filter(Boolean).join(", ");
}
