// Short messages over the page: refusals are read at once, news politely.

import { say } from "./texts.js";

const STAYS = 8_000;

/**
 * Show a sentence for some seconds, or until it is closed.
 * @param {string} text
 * @param {"alert"|"status"} [role]
 * @returns {HTMLElement}
 */
export function toast(text, role = "alert") {
  let tray = document.getElementById("toasts");
  if (!tray) {
    tray = document.createElement("div");
    tray.id = "toasts";
    tray.className = "toasts";
    document.body.append(tray);
  }
  for (const old of tray.children) if (old.firstChild?.textContent === text) old.remove();
  const el = document.createElement("div");
  el.className = role === "alert" ? "toast toast-alert" : "toast";
  el.setAttribute("role", role);
  const line = document.createElement("span");
  const close = document.createElement("button");
  close.type = "button";
  close.className = "toast-close";
  close.textContent = "×";
  close.setAttribute("aria-label", say("close"));
  close.onclick = () => el.remove();
  el.append(line, close);
  tray.append(el);
  line.textContent = text; // after it is in the page, so that it is read aloud
  setTimeout(() => el.remove(), STAYS);
  return el;
}
