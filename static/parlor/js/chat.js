// The chat beside the board: lines by number, always as plain text, each with a way to report it; a form that sends without
// reloading, set phrases, people who are muted, and the channel of those who only watch, which players see on demand.

import { ask } from "./dialog.js";
import { follow } from "./log.js";
import { toast } from "./toast.js";
import { say } from "./texts.js";

/** @typedef {{n: number, at: string, seat: number|null, name: string, text: string, channel?: "table"|"watchers"}} Line */

const KEY = "parlor.watchers";

/**
 * Add lines not shown yet; counts those missed while the list cannot be seen into the badges.
 * @param {Element} list
 * @param {Line[]} lines
 * @param {boolean} history lines from before are not news
 * @param {{whole?: boolean, muted?: string[]}} [more] whole: lines that are not among these go
 * @returns {void}
 */
export function showChat(list, lines, history = false, { whole = false, muted = [] } = {}) {
  const known = new Map([...list.children].map((el) => [Number(/** @type {HTMLElement} */ (el).dataset.n), el]));
  const fresh = lines.filter(({ n }) => !known.has(n));
  if (whole) {
    const kept = new Set(lines.map(({ n }) => n));
    for (const [n, el] of known) if (!kept.has(n)) el.remove();
    showMuted(muted);
  }
  follow(list, () => {
    for (const line of fresh) {
      const after = [...list.children].find((el) => Number(/** @type {HTMLElement} */ (el).dataset.n) > line.n) ?? null;
      list.insertBefore(element(line), after);
    }
  });
  if (!history && !(whole && known.size)) badge(list, fresh.filter((line) => line.channel !== "watchers" || !isDeaf()).length);
}

/** @param {Line} line */
function element({ n, at, seat, name, text, channel }) {
  const el = document.createElement("li");
  el.dataset.n = String(n);
  if (seat !== null) el.className = `seat-${seat % 8}`;
  const time = document.createElement("time");
  time.dateTime = at;
  time.textContent = new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", timeZone: document.documentElement.dataset.zone });
  const who = document.createElement("b");
  who.textContent = name;
  const words = document.createElement("span");
  words.textContent = text;
  el.append(time, " ", who, " ");
  if (channel === "watchers") {
    el.classList.add("from-watchers");
    const tag = document.createElement("small");
    tag.className = "tag";
    tag.textContent = say("watching");
    el.append(tag, " ");
  }
  el.append(words);
  const me = table()?.dataset.name;
  if (me && me !== name) el.append(" ", about(n, name));
  return el;
}

/** What can be done about somebody's line. */
function about(n, name) {
  const el = document.createElement("small");
  el.className = "chat-about";
  el.append(button("chat-mute", say("mute"), say("muteOf", { name }), name));
  const way = document.getElementById("chat-lines")?.dataset.report;
  if (way) {
    const link = document.createElement("a");
    link.className = "chat-report";
    link.href = `${way}&line=${n}`;
    link.textContent = say("report");
    link.setAttribute("aria-label", say("reportOf", { name }));
    el.append(" ", link);
  }
  return el;
}

/** A small button about a person. */
function button(kind, text, label, name) {
  const el = document.createElement("button");
  el.type = "button";
  el.className = kind;
  el.textContent = text;
  el.setAttribute("aria-label", label);
  el.dataset.name = name;
  return el;
}

/** @param {string[]} names */
function showMuted(names) {
  const box = document.getElementById("chat-muted");
  if (!box) return;
  box.hidden = !names.length;
  box.replaceChildren(say("muted"), ...names.flatMap((name) => [" ", button("chat-unmute", `${name} ×`, say("unmute", { name }), name)]));
}

const table = () => /** @type {HTMLElement|null} */ (document.querySelector("main[data-socket]"));

/** Whether watchers are not heard: by players, while the game runs, unless they want to. */
function isDeaf() {
  const main = table();
  return !!main?.dataset.seat && main.dataset.status === "running" && main.dataset.watchers !== "on";
}

/** Forget what was missed once the list is seen. */
function badge(list, more) {
  const seen = list.checkVisibility?.() ?? true;
  for (const id of ["chat-unread", "side-unread"]) {
    const el = document.getElementById(id);
    if (!el) continue;
    const count = seen ? 0 : Number(el.textContent) + more;
    el.textContent = count ? String(count) : "";
    el.hidden = !count;
  }
}

/**
 * @param {HTMLFormElement|null} form
 * @param {Element|null} list
 * @param {(message: {type: string} & Record<string, any>) => string|null} send its result is null when offline
 * @returns {void}
 */
export function initChat(form, list, send) {
  if (list) for (const type of ["toggle", "focusin"]) document.addEventListener(type, () => badge(list, 0), true);
  const tell = (message) => {
    const sent = send(message) !== null;
    if (!sent) toast(say("offline"));
    return sent;
  };
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
    const text = input.value.trim();
    if (text && tell({ type: "chat", text })) input.value = "";
  });
  document.getElementById("chat")?.addEventListener("click", async (event) => {
    const el = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-say], .chat-mute, .chat-unmute"));
    if (!el) return;
    const { name } = el.dataset;
    if (el.dataset.say !== undefined) {
      if (tell({ type: "chat", text: el.dataset.say })) el.closest("details")?.removeAttribute("open");
    } else if (el.classList.contains("chat-unmute")) tell({ type: "mute", name, on: false });
    else {
      const sheet = /** @type {HTMLElement|null} */ (el.closest(":popover-open")); // a question closes what is open
      const yes = await ask(say("muteAsk", { name }));
      sheet?.showPopover();
      if (yes) tell({ type: "mute", name, on: true });
    }
  });
  initWatchers();
}

/** The switch with which players hear those who watch; kept in this browser. */
function initWatchers() {
  const main = table();
  const el = document.querySelector("[data-watchers-switch]");
  if (!main || !el) return;
  const show = (on) => {
    main.dataset.watchers = on ? "on" : "off";
    el.setAttribute("aria-pressed", String(on));
  };
  let on = false;
  try {
    on = localStorage.getItem(KEY) === "on";
  } catch {} // storage may be forbidden; then the switch lasts as long as the page
  show(on);
  el.addEventListener("click", () => {
    on = !on;
    show(on);
    try {
      localStorage.setItem(KEY, on ? "on" : "off");
    } catch {}
  });
}
