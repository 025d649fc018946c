// Motion by FLIP: whatever kept its id and moved travels there, new pieces fly in, vanished ones fly out, counters count.

import { count, endCounts, numberIn } from "./counters.js";
import { chains, clippers, twin } from "./overlay.js";

const SHORTEST = 200;
const LONGEST = 350;
const ALL = 1000;
const STEP = 60;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const PIECES = "[id][data-id], .card[id], .chip[id]";

/**
 * A piece as it was seen: its place on the screen, its own size, the nearest ancestor with an id and where that lies.
 * @typedef {{key: string, el: Element, rect: DOMRect, width: number, height: number, parent: Element, home: Element, at: DOMRect,
 *   to: string|null, chain: import("./overlay.js").Chain}} Seen
 *
 * How a piece gets to its place: from so far away (on the screen, and in its parent's units), so much larger; in turn, or at
 * once with all that only make room; over the page where its box would clip it.
 * @typedef {{now: Seen, x: number, y: number, dx: number, dy: number, size: number, fresh: boolean, inTurn: boolean, over: boolean}} Plan
 */

/** @type {Map<Animation, {el: Element, gone: boolean, end: () => void}>} */
const running = new Map();
/** Copies that fly for a piece whose box would clip it. @type {Map<Element, Element>} */
const ghosts = new Map();

/** True if nothing should move now: reduced motion, a hidden page, or data-motion="off" on the html element. @returns {boolean} */
export const isStill = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches ||
  document.hidden ||
  document.documentElement.dataset.motion === "off";

/**
 * Run `change` (a morph of `root`) and let the pieces travel from where they are seen now to where they then are.
 * A change during a flight goes on from the place in the air. Input is never blocked.
 * @param {Element} root
 * @param {() => void} change
 * @returns {Animation[]} the animations started, in order
 */
export function move(root, change) {
  if (isStill()) {
    land();
    change();
    return [];
  }
  const before = look(root);
  const counts = new Map([...root.querySelectorAll("[data-count]")].map((el) => [el, numberIn(el)]));
  const flying = new Set([...running].filter(([a]) => a.currentTime > a.effect.getTiming().delay).map(([, { el }]) => el));
  const places = new Map([...root.querySelectorAll("[id]")].map((el) => [el.id, el.getBoundingClientRect()]));
  stop(false);
  change();
  for (const [el, was] of counts) if (root.contains(el)) count(el, was);
  try {
    const gone = [...before.values()].filter((was) => isGone(was, root));
    return start(plan(root, before, look(root), places), gone.map(goal), flying);
  } catch (error) {
    land(); // the page is right already; it only does not move
    reportError(error);
    return [];
  }
}

/** End every flight at once, where it leads. @returns {void} */
export const land = () => stop(true);

/** @param {boolean} all also what flies out of the page */
function stop(all) {
  for (const [animation, { gone, end }] of running) {
    if (gone && !all) continue;
    animation.onfinish = null;
    animation.cancel();
    running.delete(animation);
    end();
  }
  endCounts();
}

const isGone = ({ el, key, rect }, root) => el instanceof HTMLElement && rect.width && !root.contains(el) && !document.getElementById(key);

/** Measure all pieces below root, as they are seen. @returns {Map<string, Seen>} */
function look(root) {
  const seen = new Map();
  /** @type {Map<Element, DOMRect>} */
  const homes = new Map();
  const chain = chains();
  for (const el of root.querySelectorAll(PIECES)) {
    const parent = el.parentElement;
    if (parent.closest("[data-keep]")) continue;
    const home = parent.closest("[id]") ?? root;
    if (!homes.has(home)) homes.set(home, home.getBoundingClientRect());
    const rect = (ghosts.get(el) ?? el).getBoundingClientRect();
    seen.set(el.id, {
      key: el.id, el, rect, parent, home, at: homes.get(home), to: el.getAttribute("data-to"), chain: chain(parent),
      width: /** @type {any} */ (el).offsetWidth ?? rect.width, height: /** @type {any} */ (el).offsetHeight ?? rect.height,
    });
  }
  return seen;
}

/** What the two looks differ in. It only reads: between writes each reading would lay out the page again. @returns {Plan[]} */
function plan(root, before, after, places) {
  /** @type {Plan[]} */
  const plans = [];
  const shifts = new Map();
  const clip = clippers();
  const scales = new Map();
  for (const now of after.values()) {
    if (!now.rect.width && !now.rect.height) continue;
    const was = before.get(now.key);
    const from = was ? was.rect : source(now.el, places);
    if (!from || (!from.width && !from.height)) {
      plans.push({ now, x: 0, y: 0, dx: 0, dy: 0, size: 1, fresh: true, inTurn: false, over: false });
      continue;
    }
    let [x, y] = [middleX(from) - middleX(now.rect), middleY(from) - middleY(now.rect)];
    const carried = carrier(now.el, root, shifts);
    if (was?.home === now.home) {
      x -= was.at.left - now.at.left; // a place that shifts takes along what lies on it
      y -= was.at.top - now.at.top;
    } else {
      x -= carried[0];
      y -= carried[1];
    }
    const size = scalable(now, from) ? Math.min(3, Math.max(0.2, from.width / now.rect.width)) : 1;
    if (Math.hypot(x, y) < 1.5 && Math.abs(size - 1) < 0.02) continue;
    shifts.set(now.el, [x + carried[0], y + carried[1]]);
    const far = was?.parent !== now.parent;
    const box = far && now.el instanceof HTMLElement ? clip(now.el, root) : null;
    const [dx, dy] = local(now.el, x, y, scales);
    plans.push({ now, x, y, dx, dy, size, fresh: !was, inTurn: far, over: box !== null && !within(from, box) });
  }
  return plans;
}

/** Where a new piece comes from. */
function source(el, places) {
  const name = el.getAttribute("data-from");
  return name ? document.getElementById(name)?.getBoundingClientRect() ?? places.get(name) : undefined;
}

/** The shift of the nearest piece that carries this one. @returns {[number, number]} */
function carrier(el, root, shifts) {
  for (let up = el.parentElement; up && up !== root; up = up.parentElement) if (shifts.has(up)) return shifts.get(up);
  return [0, 0];
}

/** Cards and chips may grow on their way; panels that only change their shape may not. */
function scalable({ el, rect }, from) {
  if (!(el instanceof HTMLElement) || !rect.height || !from.height || el.matches(".player") || el.querySelector("[data-id]")) return false;
  const shape = rect.width / rect.height;
  return Math.abs(from.width / from.height - shape) < 0.1 * shape;
}

/** A vanished piece with the place it flies to. @param {Seen} was */
const goal = (was) => ({ ...was, target: was.to ? document.getElementById(was.to)?.getBoundingClientRect() : undefined });

/** @param {Plan[]} plans @param {ReturnType<goal>[]} gone @param {Set<Element>} flying what was in the air already and does not wait again */
function start(plans, gone, flying) {
  const waits = (one) => one.inTurn && !flying.has(one.now.el);
  const turns = plans.filter(waits).length + gone.filter(({ to }) => to).length;
  const step = Math.min(STEP, (ALL - LONGEST) / Math.max(1, turns - 1));
  let turn = 0;
  const arriving = plans.map((one) => fly(one, waits(one) ? turn++ * step : 0));
  return [...arriving, ...gone.map((was) => leave(was, was.to ? turn++ * step : 0))];
}

/** Animate one piece from an offset on the screen to its place. @param {Plan} plan @param {number} delay */
function fly({ now, x, y, dx, dy, size, fresh, over }, delay) {
  const { el } = now;
  const { copy, layer } = over ? twin(/** @type {HTMLElement} */ (el), now) : { copy: null, layer: null };
  const rest = copy && now.width ? now.rect.width / now.width : 1;
  /** @type {Keyframe[]} */
  const frames = [{ translate: copy ? `${x}px ${y}px` : `${dx}px ${dy}px` }, { translate: "0px 0px" }];
  if (size !== 1 || rest !== 1) {
    frames[0].scale = String(size * rest);
    frames[1].scale = String(rest);
  }
  if (fresh) {
    frames[0].opacity = "0";
    frames.splice(1, 0, { opacity: "1", offset: 0.4 });
  }
  // "add" leaves a translate of the game's own CSS in force
  const timing = { duration: time(x, y), delay, easing: EASE, fill: /** @type {const} */ ("both"), composite: copy || size !== 1 || fresh ? "replace" : "add" };
  if (copy) {
    const flight = copy.animate(frames, /** @type {any} */ (timing));
    const wait = el.animate([{ opacity: "0" }, { opacity: "0" }], { duration: timing.duration + delay });
    ghosts.set(el, copy);
    track(wait, el, false, () => {
      ghosts.delete(el);
      layer.remove();
    });
    return flight;
  }
  if (x || y) el.classList.add("is-moving");
  const flight = el.animate(frames, /** @type {any} */ ({ ...timing, fill: "backwards" }));
  return track(flight, el, false, () => el.classList.remove("is-moving"));
}

/** Let a copy of a vanished piece fly to its data-to, or fade where it was. @param {ReturnType<goal>} was @param {number} delay */
function leave(was, delay) {
  const { rect, target } = was;
  const { copy, layer } = twin(/** @type {HTMLElement} */ (was.el), was);
  const [x, y] = target ? [middleX(target) - middleX(rect), middleY(target) - middleY(rect)] : [0, 0];
  const size = was.width ? rect.width / was.width : 1;
  const end = target ? size * Math.min(1.5, Math.max(0.2, target.width / rect.width)) : size;
  const frames = [
    { translate: "0px 0px", scale: String(size), opacity: "1" },
    { opacity: target ? "1" : "0", offset: 0.7 },
    { translate: `${x}px ${y}px`, scale: String(end), opacity: "0" },
  ];
  return track(copy.animate(frames, { duration: time(x, y), delay, easing: EASE, fill: "both" }), copy, true, () => layer.remove());
}

/** See to the end of a flight. */
function track(animation, el, gone, end) {
  running.set(animation, { el, gone, end });
  animation.onfinish = () => {
    running.delete(animation);
    end();
  };
  return animation;
}

/** A shift on the screen in the units of the element's own parent (scaled, zoomed, or SVG). @returns {[number, number]} */
function local(el, x, y, scales) {
  const svg = el.ownerSVGElement;
  if (svg) {
    const zoom = svg.getBoundingClientRect().width / svg.clientWidth || 1;
    const inverse = el.parentNode.getCTM().inverse();
    return [(inverse.a * x + inverse.c * y) / zoom, (inverse.b * x + inverse.d * y) / zoom];
  }
  let up = el.parentElement;
  while (up && !up.offsetWidth) up = up.parentElement;
  if (up && !scales.has(up)) scales.set(up, up.getBoundingClientRect().width / up.offsetWidth);
  const scale = scales.get(up) || 1;
  return [x / scale, y / scale];
}

const time = (x, y) => Math.min(LONGEST, SHORTEST + Math.hypot(x, y) / 5);
const middleX = (rect) => rect.left + rect.width / 2;
const middleY = (rect) => rect.top + rect.height / 2;
const within = (rect, box) => rect.left >= box.left - 1 && rect.right <= box.right + 1 && rect.top >= box.top - 1 && rect.bottom <= box.bottom + 1;
