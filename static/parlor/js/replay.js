// The page of a replay: fetches steps, lets pieces travel between them, plays by itself, and keeps the address in step.

import { morph } from "./morph.js";
import { move } from "./motion.js";
import { initPanzoom } from "./panzoom.js";

const KEPT = 300;
const page = /** @type {HTMLElement|null} */ (document.querySelector("main[data-replay]"));
if (page) openReplay(page);

/** @typedef {{version: number, seat: string, html: string, entry: {version: number}}} Step */

/**
 * Bring the replay to life.
 * @param {HTMLElement} main the element with data-replay (address), data-at, data-last, data-seat, data-turns
 * @returns {{go: (at: number, still?: boolean) => Promise<void>, stop: () => void}}
 */
export function openReplay(main) {
  const get = (id) => /** @type {any} */ (document.getElementById(id));
  const [live, slider, place, play, speed, list] = ["live", "slider", "place", "play", "speed", "log-lines"].map(get);
  const last = Number(main.dataset.last);
  const seat = main.dataset.seat;
  const turns = main.dataset.turns.split(" ").map(Number);
  /** @type {Map<number, Promise<Step>>} */
  const steps = new Map();
  let at = Number(main.dataset.at); // where the reader wants to be
  let shown = at;
  let playing = false;
  let timer = 0;

  /** @param {number} version @returns {Promise<Step>} */
  const fetchStep = (version) => {
    let step = steps.get(version);
    if (!step) {
      step = fetch(`${main.dataset.replay}${version}/?seat=${seat}`).then((answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.json();
      });
      step.catch(() => steps.delete(version));
      steps.set(version, step);
      if (steps.size > KEPT) steps.delete(steps.keys().next().value);
    }
    return step;
  };

  const ways = () => ({
    first: at > 0 ? 0 : null,
    turn_back: turns.findLast((end) => end < at) ?? null,
    back: at > 0 ? at - 1 : null,
    on: at < last ? at + 1 : null,
    turn_on: turns.find((end) => end > at) ?? null,
    last: at < last ? last : null,
  });

  /** Everything around the board that tells where we are. */
  const mark = () => {
    slider.value = String(at);
    place.textContent = `${at} / ${last}`;
    for (const [name, to] of Object.entries(ways())) {
      const el = get(`go-${name}`);
      if (to === null) {
        el.removeAttribute("href");
        el.setAttribute("aria-disabled", "true");
      } else {
        el.setAttribute("href", `?at=${to}&seat=${seat}`);
        el.removeAttribute("aria-disabled");
      }
    }
    list.querySelector('[aria-current="step"]')?.removeAttribute("aria-current");
    const line = list.querySelector(`li[data-version="${at}"]`);
    line?.querySelector("a").setAttribute("aria-current", "step");
    if (line) keepInSight(list, line);
    history.replaceState(null, "", `?at=${at}&seat=${seat}`);
  };

  /** Go to a version. @param {number} to @param {boolean} [still] without motion */
  const go = async (to, still = false) => {
    at = Math.max(0, Math.min(last, to));
    mark();
    const wanted = at;
    let step;
    try {
      step = await fetchStep(wanted);
    } catch {
      stop();
      get("connection").hidden = false;
      return;
    }
    get("connection").hidden = true;
    if (wanted !== at || wanted === shown) return; // gone on meanwhile
    shown = wanted;
    quietly(still, () =>
      move(live, () => {
        morph(live, step.html);
        initPanzoom(live);
      }),
    );
    main.dataset.at = String(shown);
    live.dispatchEvent(new CustomEvent("parlor:changed", { bubbles: true, detail: step })); // for modules of games
    if (at < last) fetchStep(at + 1).catch(() => {});
  };

  const pace = () => Number(speed.value);
  const isQuick = () => speed.selectedOptions[0].hasAttribute("data-still");

  const tick = async () => {
    const begun = performance.now();
    await go(at + 1, isQuick());
    if (!playing) return;
    if (at >= last) return stop();
    timer = setTimeout(tick, Math.max(0, pace() - (performance.now() - begun)));
  };

  const start = async () => {
    playing = true;
    look();
    if (at >= last) await go(0, true);
    clearTimeout(timer);
    if (playing) timer = setTimeout(tick, Math.min(300, pace()));
  };

  const stop = () => {
    playing = false;
    clearTimeout(timer);
    look();
  };

  const look = () => {
    play.setAttribute("aria-pressed", String(playing));
    play.setAttribute("aria-label", playing ? play.dataset.pause : play.dataset.play);
    main.classList.toggle("is-playing", playing);
  };

  const walk = (to) => {
    stop();
    if (to !== null && to !== undefined) go(to);
  };

  // what only a script can do
  for (const el of [play, get("share"), speed.closest("label")]) el.hidden = false;
  play.addEventListener("click", () => (playing ? stop() : start()));
  slider.addEventListener("input", () => {
    stop();
    go(Number(slider.value), true);
  });
  get("eyes").addEventListener("change", () => get("replay-form").requestSubmit());
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = /** @type {Element} */ (event.target).closest?.(".replay-steps a, .replay-log a");
    if (!link) return;
    event.preventDefault();
    const href = link.getAttribute("href");
    if (!href) return;
    walk(Number(new URLSearchParams(href).get("at")));
    if (link.closest(".replay-log")) get("side").matches(":popover-open") && get("side").hidePopover();
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, select, textarea, [data-panzoom]")) return;
    const may = ways();
    const to = {
      ArrowLeft: event.shiftKey ? may.turn_back : may.back,
      ArrowRight: event.shiftKey ? may.turn_on : may.on,
      Home: may.first,
      End: may.last,
    };
    if (event.key in to) {
      event.preventDefault();
      walk(to[event.key]);
    } else if (event.key === " " && !target.closest("button, a, summary, [role=button]")) {
      event.preventDefault();
      play.click();
    }
  });
  initPanzoom(live);
  mark();
  if (at < last) fetchStep(at + 1).catch(() => {});
  return { go, stop };
}

/** Run a change; `still` lets nothing travel. @param {boolean} still @param {() => void} change */
function quietly(still, change) {
  const root = document.documentElement;
  const was = root.dataset.motion;
  if (still) root.dataset.motion = "off";
  change();
  if (!still) return;
  if (was === undefined) delete root.dataset.motion;
  else root.dataset.motion = was;
}

/** Scroll the list alone, never the page. @param {HTMLElement} list @param {HTMLElement} line */
function keepInSight(list, line) {
  const [box, at] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
  if (at.top < box.top) list.scrollTop -= box.top - at.top + 8;
  else if (at.bottom > box.bottom) list.scrollTop += at.bottom - box.bottom + 8;
}
