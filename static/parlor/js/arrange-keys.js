// Spelling by keyboard: letters lay tiles, Backspace takes back, Enter sends, Escape clears, arrows move the tile that has the focus.

import { copyOf } from "./arrange-rows.js";

const ELSEWHERE = "input, textarea, select, [contenteditable], .side, #side, dialog, [popover]";
const OPEN = "dialog[open], [popover]:popover-open";

/** @param {import("./arrange.js").Arranger} arranger */
export function initKeys(arranger) {
  const { root } = arranger.setup;
  let typing = false; // what is typed goes into the row, whatever has the focus

  document.addEventListener("focusin", () => (typing = false));
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (arranger.mode === "off" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (target.closest(ELSEWHERE) || document.querySelector(OPEN)) return;
    if (act(event, target)) event.preventDefault();
  });

  /** @param {KeyboardEvent} event @param {Element} target @returns {boolean} whether the key was for the rows */
  function act(event, target) {
    const key = arranger.keyAt(event);
    const busy = Boolean(key) || target.matches("button, a[href], summary, [role=button]");
    if (key && event.key.startsWith("Arrow")) return step(key, event.key);
    if (event.key === "Enter" && (typing || !busy)) {
      if (event.repeat || !arranger.move) return false;
      arranger.send();
      return true;
    }
    if (event.key === " " && (typing || !busy) && arranger.rows.rows.size > 1) return nextRow();
    if ((event.key === "Enter" || event.key === " ") && key) {
      if (!event.repeat) press(key);
      return true;
    }
    if (event.key === "Backspace" && arranger.rows.placed.length) {
      arranger.change(() => arranger.rows.takeLast());
      return (typing = true);
    }
    if (event.key === "Escape" && arranger.rows.placed.length) {
      arranger.change(() => arranger.rows.clear());
      return true;
    }
    if (event.key.length === 1 && !event.repeat) {
      const found = tileFor(event.key.toLocaleUpperCase());
      if (found) arranger.toggle(found);
      return found ? (typing = true) : false;
    }
    return false;
  }

  /** The tile that a letter means: a free one, source by source; then one that may be used twice. @param {string} letter */
  function tileFor(letter) {
    const { rows, tiles, home } = arranger;
    const placed = rows.placed;
    const ids = [...tiles.keys()].filter((id) => tiles.get(id).dataset.letter.toLocaleUpperCase() === letter && rows.limits.known.includes(id));
    const rank = (id) => Number(home.get(id)) || 0;
    const free = ids.filter((id) => !placed.includes(id)).sort((a, b) => rank(a) - rank(b));
    const real = free.find((id) => !rows.limits.last.includes(id));
    const twice = ids.find((id) => arranger.mode === "play" && rows.canCopy(id));
    return real ?? (twice && copyOf(twice)) ?? free[0];
  }

  /** Lay or take back by keyboard: the focus stays where the next tile is. @param {string} key */
  function press(key) {
    const el = arranger.el(key);
    const before = el.parentElement;
    const row = el.closest("[data-arrange-row]");
    const next = row ? [...row.querySelectorAll("[data-letter]")].filter((one) => one !== el).at(-1) : nextIn(el);
    arranger.toggle(key);
    const to = el.isConnected && el.parentElement === before ? el : (next ?? el);
    /** @type {HTMLElement} */ (to.isConnected ? to : root.querySelector("[data-letter][tabindex]"))?.focus({ preventScroll: true });
  }

  /** @param {Element} el a tile in a slot @returns {Element|undefined} the next one of its source */
  function nextIn(el) {
    const all = [...(el.closest("[data-arrange-source]")?.querySelectorAll("[data-letter]") ?? [])];
    const at = all.indexOf(el);
    return all[at + 1] ?? all[at - 1];
  }

  /** @param {string} key @param {string} arrow */
  function step(key, arrow) {
    const where = arranger.rows.where(key);
    if (!where) return false;
    const names = [...arranger.rows.rows.keys()];
    const [name, at] = where;
    if (arrow === "ArrowLeft" || arrow === "ArrowRight") {
      const to = at + (arrow === "ArrowLeft" ? -1 : 1);
      if (to >= 0) arranger.change(() => arranger.rows.put(key, name, to));
    } else {
      const other = names[names.indexOf(name) + (arrow === "ArrowUp" ? -1 : 1)];
      if (!other) return false;
      arranger.change(() => (arranger.rows.active = other) && arranger.rows.put(key, other));
    }
    arranger.el(key).focus({ preventScroll: true });
    return true;
  }

  function nextRow() {
    const names = [...arranger.rows.rows.keys()];
    arranger.useRow(names[(names.indexOf(arranger.rows.active) + 1) % names.length]);
    return (typing = true);
  }
}
