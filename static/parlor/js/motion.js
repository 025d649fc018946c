// Motion by FLIP: whatever kept its id and moved travels there, new pieces fly in, vanished ones fly out, counters count.

const SHORTEST = 200;
const LONGEST = 350;
const ALL = 1000;
const STEP = 60;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const PIECES = "[id][data-id], .card[id], .chip[id]";

/**
 * A piece as it was seen: its place on the screen, its own size, and the chain of [tag, class] that dresses it.
 * @typedef {{key: string, el: Element, rect: DOMRect, width: number, height: number, section: Element, at: DOMRect,
 *   to: string|null, chain: [string, string][]}} Seen
 */

/** @type {Map<Animation, {el: Element, copy: boolean, end: () => void}>} */
const running = new Map();
/** @type {Set<() => void>} stops of counters under way */
const counting = new Set();

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
  return flights(root, before, look(root), places, flying);
}

/** End every flight at once, where it leads. @returns {void} */
export const land = () => stop(true);

/** @param {boolean} copies also the copies of what has vanished */
function stop(copies) {
  for (const [animation, { copy, end }] of running) {
    if (copy && !copies) continue;
    animation.onfinish = null;
    animation.cancel();
    running.delete(animation);
    end();
  }
  for (const halt of counting) halt();
}

/** Measure all pieces below root, as they are seen. @returns {Map<string, Seen>} */
function look(root) {
  const seen = new Map();
  /** @type {Map<Element, DOMRect>} */
  const sections = new Map();
  /** @type {Map<Element, [string, string][]>} */
  const chains = new Map();
  const chainOf = (el) => {
    if (!el || el === document.body) return [];
    if (!chains.has(el)) chains.set(el, [...chainOf(el.parentElement), [el.localName, el.getAttribute("class") ?? ""]]);
    return chains.get(el);
  };
  for (const el of root.querySelectorAll(PIECES)) {
    if (el.parentElement.closest("[data-keep]")) continue;
    let section = el;
    while (section.parentElement && section.parentElement !== root) section = section.parentElement;
    if (!sections.has(section)) sections.set(section, section.getBoundingClientRect());
    const rect = el.getBoundingClientRect();
    seen.set(el.id, {
      key: el.id, el, rect, section, at: sections.get(section), to: el.getAttribute("data-to"),
      chain: chainOf(el.parentElement),
      width: /** @type {any} */ (el).offsetWidth ?? rect.width, height: /** @type {any} */ (el).offsetHeight ?? rect.height,
    });
  }
  return seen;
}

/** Start what the two looks differ in. */
function flights(root, before, after, places, flying) {
  /** @type {{el: Element, x: number, y: number, size: number, fresh: boolean, keyframes?: Keyframe[]}[]} */
  const plans = [];
  const shifts = new Map();
  for (const now of after.values()) {
    if (!now.rect.width && !now.rect.height) continue;
    const was = before.get(now.key);
    let from = was?.rect;
    if (!was) {
      const source = now.el.getAttribute("data-from");
      from = source ? document.getElementById(source)?.getBoundingClientRect() ?? places.get(source) : undefined;
    }
    if (!from || (!from.width && !from.height)) {
      plans.push({ el: now.el, x: 0, y: 0, size: 1, fresh: true });
      continue;
    }
    let [x, y] = [middleX(from) - middleX(now.rect), middleY(from) - middleY(now.rect)];
    if (was && was.section === now.section && now.section !== now.el) {
      x -= was.at.left - now.at.left; // a section that shifts takes its pieces along
      y -= was.at.top - now.at.top;
    }
    const holder = carrier(now.el, root, shifts);
    const [ownX, ownY] = [x - (holder?.[0] ?? 0), y - (holder?.[1] ?? 0)];
    const size = scalable(now, from) ? Math.min(3, Math.max(0.2, from.width / now.rect.width)) : 1;
    if (Math.hypot(ownX, ownY) < 1.5 && Math.abs(size - 1) < 0.02) continue;
    shifts.set(now.el, [x, y]);
    plans.push({ el: now.el, x: ownX, y: ownY, size, fresh: !was });
  }
  const gone = [...before.values()].filter((was) => !after.has(was.key) && was.rect.width);
  const travellers = plans.filter((plan) => plan.x || plan.y).length + gone.filter((was) => was.to).length;
  const step = Math.min(STEP, (ALL - LONGEST) / Math.max(1, travellers - 1));
  const started = [];
  let turn = 0;
  for (const plan of plans) started.push(fly(plan, (plan.x || plan.y) && !flying.has(plan.el) ? turn++ * step : 0));
  for (const was of gone) {
    const flight = leave(was, was.to ? turn * step : 0);
    if (!flight) continue;
    if (was.to) turn++;
    started.push(flight);
  }
  return started;
}

/** Cards and chips may grow on their way; panels that only change their shape may not. */
const scalable = ({ el, rect }, from) =>
  el instanceof HTMLElement && rect.width && from.height && !el.querySelector("[data-id]") &&
  (!el.matches(".player") && Math.abs(from.width / from.height - rect.width / rect.height) < 0.1 * (rect.width / rect.height));

/** The shift of the nearest piece that carries this one. */
function carrier(el, root, shifts) {
  for (let up = el.parentElement; up && up !== root; up = up.parentElement) if (shifts.has(up)) return shifts.get(up);
  return null;
}

/** Animate one piece from an offset on the screen to its place. */
function fly({ el, x, y, size, fresh }, delay) {
  const [dx, dy] = local(el, x, y);
  /** @type {Keyframe[]} */
  const frames = [{ translate: `${dx}px ${dy}px` }, { translate: "0px 0px" }];
  if (size !== 1) {
    frames[0].scale = String(size);
    frames[1].scale = "1";
  }
  if (fresh) {
    frames[0].opacity = "0";
    frames.splice(1, 0, { opacity: "1", offset: 0.4 });
  }
  if (x || y) el.classList.add("is-moving");
  const composite = size === 1 && !fresh ? "add" : "replace"; // "add" leaves a translate of the game's own CSS in force
  return start({ el, copy: false, end: () => el.classList.remove("is-moving") }, frames, Math.hypot(x, y), delay, composite);
}

/** Let a copy of a vanished piece fly to its data-to, or fade where it was. */
function leave(was, delay) {
  const { el, rect } = was;
  if (!(el instanceof HTMLElement)) return null;
  const copy = /** @type {HTMLElement} */ (el.cloneNode(true));
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "data-id", "data-tip", "tabindex", "role", "name"]) part.removeAttribute(name);
    part.classList.remove("is-choice", "is-chosen", "is-moving");
  }
  const layer = dress(copy, was.chain);
  Object.assign(copy.style, {
    position: "fixed", zIndex: "40", margin: "0", pointerEvents: "none", boxSizing: "border-box",
    left: `${middleX(rect) - was.width / 2}px`, top: `${middleY(rect) - was.height / 2}px`,
    width: `${was.width}px`, height: `${was.height}px`,
  });
  const target = was.to ? document.getElementById(was.to)?.getBoundingClientRect() : null;
  const [x, y] = target ? [middleX(target) - middleX(rect), middleY(target) - middleY(rect)] : [0, 0];
  const size = was.width ? rect.width / was.width : 1;
  const end = target && rect.width ? size * Math.min(1.5, Math.max(0.2, target.width / rect.width)) : size;
  const frames = [
    { translate: "0px 0px", scale: String(size), opacity: "1" },
    { opacity: target ? "1" : "0", offset: 0.7 },
    { translate: `${x}px ${y}px`, scale: String(end), opacity: "0" },
  ];
  return start({ el: copy, copy: true, end: () => layer.remove() }, frames, Math.hypot(x, y), delay, "replace");
}

/** Hang a copy into a layer over the page, inside boxless copies of its old ancestors so that the same CSS applies. */
function dress(copy, chain) {
  const layer = document.createElement("div");
  layer.className = "motion-layer";
  layer.setAttribute("aria-hidden", "true");
  layer.inert = true;
  let hook = layer;
  for (const [tag, name] of chain) {
    const wrap = document.createElement(/^(details|dialog|a|button)$/.test(tag) ? "div" : tag);
    wrap.className = name;
    wrap.style.display = "contents";
    hook.append(wrap);
    hook = wrap;
  }
  hook.append(copy);
  document.body.append(layer);
  return layer;
}

/** Start one flight and see to its end. */
function start(flight, frames, distance, delay, composite) {
  const duration = Math.min(LONGEST, SHORTEST + distance / 5);
  const animation = flight.el.animate(frames, { duration, delay, easing: EASE, fill: "backwards", composite });
  running.set(animation, flight);
  animation.onfinish = () => {
    running.delete(animation);
    flight.end();
  };
  return animation;
}

/** A shift on the screen in the units of the element's own parent (scaled, zoomed, or SVG). @returns {[number, number]} */
function local(el, x, y) {
  const svg = /** @type {any} */ (el).ownerSVGElement;
  if (svg) {
    const zoom = svg.getBoundingClientRect().width / svg.clientWidth || 1;
    const inverse = el.parentNode.getCTM().inverse();
    return [(inverse.a * x + inverse.c * y) / zoom, (inverse.b * x + inverse.d * y) / zoom];
  }
  let up = el.parentElement;
  while (up && !(/** @type {any} */ (up).offsetWidth)) up = up.parentElement;
  const scale = up ? up.getBoundingClientRect().width / up.offsetWidth || 1 : 1;
  return [x / scale, y / scale];
}

const numberIn = (el) => (/^\s*-?\d+\s*$/.test(el.textContent) ? Number(el.textContent) : null);

/** Count a [data-count] from `was` to what it says now. */
function count(el, was) {
  const goal = numberIn(el);
  if (was === null || goal === null || was === goal) return;
  const text = el.textContent;
  const begin = performance.now();
  const span = Math.min(600, 150 + 40 * Math.abs(goal - was));
  let frame = 0;
  const halt = () => {
    cancelAnimationFrame(frame);
    counting.delete(halt);
    el.textContent = text;
  };
  const tick = (now) => {
    const part = Math.min(1, Math.max(0, (now - begin) / span));
    if (part === 1) return halt();
    el.textContent = String(Math.round(was + (goal - was) * part));
    frame = requestAnimationFrame(tick);
  };
  counting.add(halt);
  el.textContent = String(was);
  frame = requestAnimationFrame(tick);
}

const middleX = (rect) => rect.left + rect.width / 2;
const middleY = (rect) => rect.top + rect.height / 2;
