// Dragging tiles with mouse, pen or finger: a copy follows the pointer, a gap shows where the tile would lie.

import { chains, twin } from "./overlay.js";

const START = 6; // px before a press becomes a drag
const REACH = 14; // px around a row that still belong to it

/** @param {import("./arrange.js").Arranger} arranger */
export function initDrag(arranger) {
  const { root } = arranger.setup;
  const gap = document.createElement("span");
  gap.className = "arrange-gap";
  gap.dataset.own = "";
  gap.setAttribute("aria-hidden", "true");
  /** @type {{key: string, el: HTMLElement, x: number, y: number, pointer: number, ghost: {copy: HTMLElement, layer: HTMLElement}|null}|null} */
  let held = null;
  let swallow = false;

  root.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    swallow = false;
    if (event.button !== 0 || held) return;
    const key = arranger.keyAt(event);
    if (key) held = { key, el: arranger.el(key), x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
  });

  // a press on a tile takes the keyboard away from nothing, but a text field gives it up
  root.addEventListener("mousedown", (event) => {
    if (!arranger.keyAt(event)) return;
    event.preventDefault();
    const active = /** @type {HTMLElement} */ (document.activeElement);
    if (active?.matches("input, textarea")) active.blur();
  });

  document.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.pointer) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost) {
      if (Math.hypot(dx, dy) < START) return;
      if (!held.el.isConnected) return end();
      held.ghost = lift(held.el);
      held.el.classList.add("is-dragged");
    }
    held.ghost.copy.style.translate = `${dx}px ${dy}px`;
    const goal = goalAt(event);
    if (goal && "row" in goal) goal.row.insertBefore(gap, goal.tiles[goal.at] ?? null);
    else gap.remove();
  });

  document.addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.pointer) return;
    if (!held.ghost) return void (held = null);
    swallow = true;
    setTimeout(() => (swallow = false), 0);
    const goal = held.el.isConnected && arranger.mode !== "off" ? goalAt(event) : null;
    const { key, el } = held;
    const from = held.ghost.copy.getBoundingClientRect();
    end();
    const at = el.getBoundingClientRect();
    el.style.translate = `${from.left - at.left}px ${from.top - at.top}px`; // it travels on from where it was let go
    arranger.change(() => {
      el.style.translate = "";
      drop(key, goal);
    });
  });

  document.addEventListener("pointercancel", (event) => event.pointerId === held?.pointer && end());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !held?.ghost) return;
    event.preventDefault();
    end();
  }, true);
  root.addEventListener("click", (event) => {
    if (!swallow) return;
    swallow = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  function end() {
    gap.remove();
    held?.ghost?.layer.remove();
    held?.el.classList.remove("is-dragged");
    held = null;
  }

  /** @param {string} key @param {ReturnType<goalAt>} goal */
  function drop(key, goal) {
    const { rows, orders, home } = arranger;
    if (goal && "row" in goal) {
      rows.active = goal.name;
      rows.put(key, goal.name, goal.at);
    } else if (rows.where(key)) {
      rows.take(key);
    } else if (goal && home.get(key) === goal.source) {
      const order = orders.get(goal.source);
      order.swap(order.slots.indexOf(key), goal.slot);
    }
  }

  /** What lies under the pointer: a place in a row, or a slot. @param {PointerEvent} event */
  function goalAt({ clientX, clientY }) {
    for (const { el: row, name } of arranger.lines) {
      if (!within(row.getBoundingClientRect(), clientX, clientY, REACH)) continue;
      const tiles = [...row.querySelectorAll(":scope > [data-letter]")].filter((el) => el !== held?.el);
      const at = tiles.filter((el) => middle(el) < clientX).length;
      return { row, name, tiles, at };
    }
    for (const source of root.querySelectorAll("[data-arrange-source]")) {
      const slot = [...source.children].findIndex((el) => within(el.getBoundingClientRect(), clientX, clientY, 2));
      if (slot >= 0) return { source: source.getAttribute("data-arrange-source"), slot };
    }
    return null;
  }
}

/** @param {HTMLElement} el */
function lift(el) {
  const ghost = twin(el, { rect: el.getBoundingClientRect(), width: el.offsetWidth, height: el.offsetHeight, chain: chains()(el.parentElement) });
  ghost.copy.classList.add("is-lifted");
  return ghost;
}

const within = (box, x, y, more) => x >= box.left - more && x <= box.right + more && y >= box.top - more && y <= box.bottom + more;
const middle = (el) => {
  const { left, width } = el.getBoundingClientRect();
  return left + width / 2;
};
