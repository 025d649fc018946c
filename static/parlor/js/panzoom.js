// Maps that pan and zoom: [data-panzoom] holds one element, which is moved and scaled by its transform. A map that nobody
// has moved always fits; when an SVG grows (its viewBox says how), what was in sight stays where it was and the rest comes in.

import { isStill } from "./motion.js";
import { own } from "./own.js";
import { say } from "./texts.js";

const LEAST = 0.2;
const MOST = 4;
const STEP = 1.25;
const PAN = 60;
const EDGE = 12;
const SLACK = 0.4; // how much of the window may be empty at an edge
const GLIDE = { duration: 320, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };

/** @type {WeakMap<Element, Panzoom>} */
const all = new WeakMap();

/**
 * Serve every [data-panzoom] below root that is not served yet; call again after the page changed.
 * @param {ParentNode} root
 * @returns {void}
 */
export function initPanzoom(root) {
  for (const el of root.querySelectorAll("[data-panzoom]")) {
    const known = all.get(el);
    if (known) known.apply();
    else all.set(el, new Panzoom(/** @type {HTMLElement} */ (el)));
  }
}

/**
 * Which part of its world the content shows: the world's point at its upper left corner, its own size, pixels to one unit.
 * @typedef {{x: number, y: number, width: number, height: number, unit: number}} Frame
 */

/** One map. Wheel zooms with Ctrl, Meta or Alt only; one finger scrolls the page, two move the map. */
export class Panzoom {
  /** @param {HTMLElement} el */
  constructor(el) {
    this.el = el;
    this.key = `parlor.panzoom ${location.pathname} ${el.id}`;
    this.view = { x: 0, y: 0, k: 1 };
    /** Nobody has moved it: it always fits. */
    this.auto = true;
    /** @type {Frame|null} */
    this.frame = null;
    el.style.overflow = "clip"; // it scrolls only where there is no script
    el.style.touchAction = "pan-x pan-y";
    if (!el.hasAttribute("tabindex")) own(el, "tabindex", "0");
    this.#buttons();
    el.addEventListener("keydown", (event) => this.#key(event));
    el.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    el.addEventListener("focusin", (event) => this.#reveal(/** @type {Element} */ (event.target)));
    this.#drag();
    this.#pinch();
    const kept = this.#kept();
    if (kept) {
      this.auto = false;
      this.view = kept;
      this.frame = kept.frame ?? null;
    }
    this.apply();
    new ResizeObserver(() => this.auto && this.el.clientWidth && this.fit()).observe(el);
  }

  /** What is moved: the first child that is the server's. @returns {any} */
  get content() {
    return [...this.el.children].find((child) => !child.hasAttribute("data-own"));
  }

  /** Show everything, no larger than it is, and go on doing so; with data-panzoom="clear" beside the buttons. */
  fit() {
    const { width, height } = this.#frame();
    const { clientWidth, clientHeight } = this.el;
    const beside = this.el.dataset.panzoom === "clear" ? (this.bar?.offsetWidth ?? 0) + EDGE : 0;
    const fitting = (room) => Math.min(1, room / width || 1, clientHeight / height || 1);
    let [room, k] = [clientWidth, fitting(clientWidth)];
    if (width * k > room - 2 * beside) [room, k] = [room - beside, fitting(room - beside)]; // nothing lies under the buttons
    this.auto = true;
    this.#set({ k, x: (room - width * k) / 2, y: (clientHeight - height * k) / 2 });
  }

  /** Scale by a factor around a point of the window. @param {number} factor @param {number} [x] @param {number} [y] */
  zoom(factor, x = this.el.clientWidth / 2, y = this.el.clientHeight / 2) {
    const k = Math.max(LEAST, Math.min(MOST, this.view.k * factor));
    const real = k / this.view.k;
    this.auto = false;
    this.#set({ k, x: x - (x - this.view.x) * real, y: y - (y - this.view.y) * real });
  }

  /** @param {number} x @param {number} y pixels on the screen */
  pan(x, y) {
    this.auto = false;
    this.#set({ ...this.view, x: this.view.x + x, y: this.view.y + y });
  }

  /** Whoever walks by keyboard sees where. @param {Element} part */
  #reveal(part) {
    if (part === this.el || part.closest("[data-own]") || !part.matches(":focus-visible")) return;
    const [at, box] = [part.getBoundingClientRect(), this.el.getBoundingClientRect()];
    const into = (low, high, least, most) => (low < least ? least - low + EDGE : high > most ? most - high - EDGE : 0);
    const [x, y] = [into(at.left, at.right, box.left, box.right), into(at.top, at.bottom, box.top, box.bottom)];
    if (x || y) this.pan(x, y);
  }

  /** Bring the view onto the content, which may be new or have grown. */
  apply() {
    const was = this.frame;
    const now = (this.frame = this.#frame());
    const grown = was && ["x", "y", "width", "height", "unit"].some((name) => was[name] !== now[name]);
    if (grown) {
      const { x, y, k } = this.view; // each point of the world stays where it is on the screen
      this.view = { x: x + (now.x - was.x) * was.unit * k, y: y + (now.y - was.y) * was.unit * k, k: (k * was.unit) / now.unit };
    }
    const from = transform(this.view);
    if (this.auto) this.fit();
    else this.#set(this.view);
    if (grown && from !== transform(this.view) && !isStill()) this.content.animate([{ transform: from }, { transform: transform(this.view) }], GLIDE);
  }

  /** @returns {Frame} */
  #frame() {
    const { content } = this;
    if (!content) return { x: 0, y: 0, width: 1, height: 1, unit: 1 };
    const style = content.offsetWidth ? null : getComputedStyle(content);
    const width = (style ? parseFloat(style.width) : content.offsetWidth) || 1;
    const height = (style ? parseFloat(style.height) : content.offsetHeight) || 1;
    const box = content.viewBox?.baseVal;
    return box?.width ? { x: box.x, y: box.y, width, height, unit: width / box.width } : { x: 0, y: 0, width, height, unit: 1 };
  }

  #show() {
    const { content } = this;
    if (!content) return;
    content.style.transformOrigin = "0 0";
    content.style.transform = transform(this.view);
  }

  #set({ x, y, k }) {
    const { width, height } = (this.frame = this.#frame());
    const hold = (at, room, size) => {
      const low = Math.min(0, room - size);
      const high = Math.max(0, room - size);
      return Math.max(low - room * SLACK, Math.min(high + room * SLACK, at));
    };
    this.view = { k, x: hold(x, this.el.clientWidth, width * k), y: hold(y, this.el.clientHeight, height * k) };
    this.#show();
    try {
      if (this.auto) sessionStorage.removeItem(this.key);
      else sessionStorage.setItem(this.key, JSON.stringify({ ...this.view, frame: this.frame }));
    } catch {
      // storage may be forbidden; then the view lasts as long as the page
    }
  }

  #kept() {
    try {
      const view = JSON.parse(sessionStorage.getItem(this.key) ?? "null");
      return view && [view.x, view.y, view.k].every(Number.isFinite) ? view : null;
    } catch {
      return null;
    }
  }

  #buttons() {
    const bar = (this.bar = document.createElement("div"));
    bar.className = "panzoom-buttons";
    bar.dataset.own = "";
    for (const [text, label, act] of [
      ["+", "zoomIn", () => this.zoom(STEP)],
      ["−", "zoomOut", () => this.zoom(1 / STEP)],
      ["⤢", "fit", () => this.fit()],
    ]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = /** @type {string} */ (text);
      button.setAttribute("aria-label", say(/** @type {string} */ (label)));
      button.onclick = /** @type {() => void} */ (act);
      bar.append(button);
    }
    bar.style.position = "absolute";
    bar.style.zIndex = "1";
    this.el.append(bar);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    const act = {
      "+": () => this.zoom(STEP), "=": () => this.zoom(STEP), "-": () => this.zoom(1 / STEP), 0: () => this.fit(),
      ArrowLeft: () => this.pan(PAN, 0), ArrowRight: () => this.pan(-PAN, 0),
      ArrowUp: () => this.pan(0, PAN), ArrowDown: () => this.pan(0, -PAN),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #point({ clientX, clientY }) {
    const rect = this.el.getBoundingClientRect();
    return [clientX - rect.left - this.el.clientLeft, clientY - rect.top - this.el.clientTop];
  }

  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode ? 20 : 1);
    const [x, y] = this.#point(event);
    this.zoom(Math.exp(-Math.max(-200, Math.min(200, pixels)) / 400), x, y);
  }

  #drag() {
    let from = null;
    let dragged = false;
    this.el.addEventListener("pointerdown", (event) => {
      dragged = false;
      if (event.pointerType === "touch" || event.button !== 0) return;
      if (/** @type {Element} */ (event.target).closest("[data-own], input, textarea, select")) return;
      from = [event.clientX, event.clientY];
    });
    this.el.addEventListener("pointermove", (event) => {
      if (!from || !(event.buttons & 1)) return;
      const [x, y] = [event.clientX - from[0], event.clientY - from[1]];
      if (!dragged && Math.hypot(x, y) < 5) return;
      if (!dragged) this.el.setPointerCapture(event.pointerId);
      dragged = true;
      this.pan(x, y);
      from = [event.clientX, event.clientY];
    });
    for (const type of ["pointerup", "pointercancel"]) this.el.addEventListener(type, () => (from = null));
    this.el.addEventListener("click", (event) => {
      if (!dragged) return;
      dragged = false; // the end of a drag chooses nothing
      event.preventDefault();
      event.stopPropagation();
    }, true);
    this.el.addEventListener("dragstart", (event) => event.preventDefault());
  }

  #pinch() {
    /** @type {{x: number, y: number, span: number}|null} */
    let last = null;
    const read = ([a, b]) => {
      const [ax, ay] = this.#point(a);
      const [bx, by] = this.#point(b);
      return { x: (ax + bx) / 2, y: (ay + by) / 2, span: Math.hypot(ax - bx, ay - by) };
    };
    const follow = (event) => {
      if (event.touches.length !== 2) {
        last = null;
        return;
      }
      if (event.cancelable) event.preventDefault();
      const now = read(event.touches);
      if (last && last.span) {
        this.pan(now.x - last.x, now.y - last.y);
        this.zoom(now.span / last.span, now.x, now.y);
      }
      last = now;
    };
    for (const type of ["touchstart", "touchmove"]) this.el.addEventListener(type, follow, { passive: false });
    for (const type of ["touchend", "touchcancel"]) this.el.addEventListener(type, () => (last = null));
  }
}

const transform = ({ x, y, k }) => `translate(${x}px, ${y}px) scale(${k})`;
