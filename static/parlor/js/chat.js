// The chat beside the board: lines by number, always as plain text, and a form that sends without reloading.

import { follow } from "./log.js";
import { toast } from "./toast.js";
import { say } from "./texts.js";

/** @typedef {{n: number, at: string, seat: number|null, name: string, text: string}} Line */

/**
 * Add lines not shown yet; counts those missed while the list cannot be seen into the badges.
 * @param {Element} list
 * @param {Line[]} lines
 * @param {boolean} history lines from before are not news
 * @returns {void}
 */
export function showChat(list, lines, history = false) {
  const fresh = lines.filter(({ n }) => !list.querySelector(`[data-n="${Number(n)}"]`));
  follow(list, () => {
    for (const { n, at, seat, name, text } of fresh) {
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
      el.append(time, " ", who, " ", words);
      list.append(el);
    }
  });
  if (!history) badge(list, fresh.length);
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
 * @param {(text: string) => string|null} send its result is null when offline
 * @returns {void}
 */
export function initChat(form, list, send) {
  if (list) for (const type of ["toggle", "focusin"]) document.addEventListener(type, () => badge(list, 0), true);
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
    const text = input.value.trim();
    if (!text) return;
    if (send(text) === null) toast(say("offline"));
    else input.value = "";
  });
}
