// One tooltip for every [data-tip]: on hover, keyboard focus and long press; Escape closes it; it stays within the window.
// An empty data-tip says the name again that is read aloud. With data-tip-shows="id" it also shows that part of a picture (100 x 100 units) large.

const HOVER = 350;
const PRESS = 500;
const GAP = 8;

/** Serve the whole document. @returns {void} */
export function initTips() {
  const tip = document.createElement("div");
  tip.id = "tip";
  tip.className = "tip";
  tip.setAttribute("role", "tooltip");
  tip.dataset.own = "";
  tip.hidden = true;
  document.body.append(tip);
  /** @type {Element|null} */
  let shown = null;
  let timer = 0;
  let swallow = false;
  let touched = { x: 0, y: 0 };

  const watch = new MutationObserver(() => {
    if (!shown?.isConnected) hide();
    else if (tip.textContent !== textOf(shown)) show(shown);
  });

  const of = (event) => (event.target instanceof Element ? event.target.closest("[data-tip]") : null);

  const hide = () => {
    clearTimeout(timer);
    watch.disconnect();
    if (shown?.getAttribute("aria-describedby") === tip.id) shown.removeAttribute("aria-describedby");
    shown = null;
    tip.hidden = true;
  };

  const show = (el) => {
    hide();
    const text = el?.isConnected && textOf(el);
    if (!text) return;
    shown = el;
    tip.textContent = text;
    const part = el.getAttribute("data-tip-shows");
    if (part) tip.prepend(large(part));
    const host = el.closest("dialog[open], [popover]:popover-open") ?? document.body; // the top layer covers all else
    if (tip.parentNode !== host) host.append(tip);
    tip.hidden = false;
    if (text !== el.getAttribute("aria-label") && !el.hasAttribute("aria-describedby")) el.setAttribute("aria-describedby", tip.id);
    place(tip, el.getBoundingClientRect());
    watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-tip", "aria-label"] });
  };

  const later = (el, ms, act = show) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => act(el), ms);
  };

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const el = of(event);
    if (el === shown) return;
    hide();
    if (el && !event.buttons) later(el, HOVER);
  });
  document.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && hide());
  document.addEventListener("focusin", (event) => {
    const el = of(event);
    if (el?.matches(":focus-visible")) show(el);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("pointerdown", (event) => {
    swallow = false;
    hide();
    const el = of(event);
    if (!el || event.pointerType !== "touch") return;
    touched = { x: event.clientX, y: event.clientY };
    later(el, PRESS, () => {
      swallow = true;
      show(el);
    });
  });
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" && !swallow && Math.hypot(event.clientX - touched.x, event.clientY - touched.y) > 10) clearTimeout(timer);
  });
  for (const type of ["pointerup", "pointercancel"]) {
    document.addEventListener(type, (event) => {
      if (/** @type {PointerEvent} */ (event).pointerType === "touch" && !swallow) clearTimeout(timer);
    });
  }
  document.addEventListener("click", (event) => {
    if (!swallow) return;
    swallow = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("contextmenu", (event) => {
    if (swallow) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") hide(); // who acts has read it; the next Escape is for the choice
    if (event.key !== "Escape" || tip.hidden) return;
    event.preventDefault();
    event.stopPropagation();
    hide();
  }, true);
  addEventListener("scroll", hide, { capture: true, passive: true });
  addEventListener("resize", hide);
}

const textOf = (el) => el.getAttribute("data-tip") || el.getAttribute("aria-label");

/** A picture of the part of an SVG that has this id. @param {string} id */
function large(id) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("class", "tip-picture");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(space, "use"));
  svg.firstElementChild.setAttribute("href", `#${id}`);
  return svg;
}

/** Above the element, below where there is no room, never outside the window. */
function place(tip, at) {
  const width = document.documentElement.clientWidth;
  const height = document.documentElement.clientHeight;
  tip.style.left = "0px";
  tip.style.top = "0px";
  const size = tip.getBoundingClientRect();
  const x = at.left + at.width / 2 - size.width / 2;
  const above = at.top - size.height - GAP;
  const below = at.bottom + GAP;
  const y = above >= GAP ? above : below + size.height + GAP <= height ? below : GAP;
  tip.style.left = `${Math.max(GAP, Math.min(x, width - size.width - GAP))}px`;
  tip.style.top = `${Math.max(GAP, Math.min(y, height - size.height - GAP))}px`;
}
