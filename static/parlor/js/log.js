// The log beside the board: entries by version, struck ones struck through, a mark since my last move, and scrolling that never jumps.

import { say } from "./texts.js";

/** @typedef {{version: number, seat: number|null, struck?: boolean, lines: string[], html?: string[]}} Entry */

/** Run a change of a list, and follow its end only if the reader was there. @param {Element} list @param {() => void} change */
export function follow(list, change) {
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 24;
  change();
  if (atEnd) list.scrollTop = list.scrollHeight;
}

/**
 * Add or replace entries in version order.
 * @param {Element} list
 * @param {Entry[]} entries
 * @param {number|null} me own seat, for the mark
 * @returns {void}
 */
export function showLog(list, entries, me) {
  if (!entries.length) return;
  follow(list, () => {
    for (const entry of entries) {
      const el = document.createElement("li");
      el.dataset.version = String(entry.version);
      if (entry.seat !== null) {
        el.dataset.seat = String(entry.seat);
        el.classList.add(`seat-${entry.seat % 8}`);
      }
      const holder = entry.struck ? el.appendChild(document.createElement("s")) : el;
      el.classList.toggle("struck", Boolean(entry.struck));
      entry.lines.forEach((line, i) => {
        const row = document.createElement("div");
        if (entry.html?.[i] !== undefined) row.innerHTML = entry.html[i]; // the server's own markup, never a player's
        else row.textContent = line;
        holder.append(row);
      });
      insert(list, el, entry.version);
    }
    mark(list, me);
  });
}

/** Takes away what came after this version: the table was set back. @param {Element} list @param {number} version */
export function cutLog(list, version) {
  for (const el of list.querySelectorAll("li[data-version]")) if (Number(/** @type {HTMLElement} */ (el).dataset.version) > version) el.remove();
}

/** Entries come in order nearly always, so look from the end. */
function insert(list, el, version) {
  let at = list.lastElementChild;
  while (at && (!(/** @type {HTMLElement} */ (at).dataset.version) || Number(/** @type {HTMLElement} */ (at).dataset.version) > version)) {
    at = at.previousElementSibling;
  }
  if (at && Number(/** @type {HTMLElement} */ (at).dataset.version) === version) at.replaceWith(el);
  else if (at) at.after(el);
  else list.prepend(el);
}

/** Put the mark behind my last move, if others have moved since. */
function mark(list, me) {
  list.querySelector(".since")?.remove();
  if (me === null) return;
  const last = [...list.querySelectorAll(`li[data-seat="${me}"]:not(.struck)`)].at(-1);
  if (!last?.nextElementSibling) return;
  const el = document.createElement("li");
  el.className = "since";
  el.textContent = say("sinceYours");
  last.after(el);
}
