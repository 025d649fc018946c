// Copies of pieces in a layer over the page, for flights that the page itself cannot show: out of it, or out of a box that clips.

/** Tags that would hide or change what lies in them. */
const UNFIT = /^(details|dialog|a|button|svg)$/;

/** How an element is dressed: [tag, class] of all ancestors, outermost first. @typedef {[string, string][]} Chain */

/** @returns {(el: Element|null) => Chain} looks up chains, each parent once */
export function chains() {
  /** @type {Map<Element, Chain>} */
  const known = new Map();
  const chainOf = (el) => {
    if (!el || el === document.body) return [];
    if (!known.has(el)) known.set(el, [...chainOf(el.parentElement), [el.localName, el.getAttribute("class") ?? ""]]);
    return known.get(el);
  };
  return chainOf;
}

/**
 * A copy of a piece over the page, in boxless copies of its ancestors so that the same CSS applies. It cannot be reached
 * by pointer, keyboard or screen reader.
 * @param {HTMLElement} el
 * @param {{rect: DOMRect, width: number, height: number, chain: Chain}} seen where its middle lies, and its own size
 * @returns {{copy: HTMLElement, layer: HTMLElement}}
 */
export function twin(el, { rect, width, height, chain }) {
  const copy = /** @type {HTMLElement} */ (el.cloneNode(true));
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "data-id", "data-tip", "tabindex", "role", "name"]) part.removeAttribute(name);
    part.classList.remove("is-choice", "is-chosen", "is-moving");
  }
  Object.assign(copy.style, {
    position: "fixed", zIndex: "40", margin: "0", pointerEvents: "none", boxSizing: "border-box",
    left: `${rect.left + rect.width / 2 - width / 2}px`, top: `${rect.top + rect.height / 2 - height / 2}px`,
    width: `${width}px`, height: `${height}px`,
  });
  const layer = document.createElement("div");
  layer.className = "motion-layer";
  layer.setAttribute("aria-hidden", "true");
  layer.inert = true;
  let hook = layer;
  for (const [tag, name] of chain) {
    const wrap = document.createElement(UNFIT.test(tag) ? "div" : tag);
    wrap.className = name;
    wrap.style.display = "contents";
    hook.append(wrap);
    hook = wrap;
  }
  hook.append(copy);
  document.body.append(layer);
  return { copy, layer };
}

/** @returns {(el: Element, top: Element) => DOMRect|null} the box of the nearest ancestor below `top` that clips, each looked up once */
export function clippers() {
  /** @type {Map<Element, DOMRect|null>} */
  const known = new Map();
  const clip = (el, top) => {
    const up = el.parentElement;
    if (!up || up === top) return null;
    if (!known.has(up)) {
      const { overflowX, overflowY, contain } = getComputedStyle(up);
      const clips = overflowX !== "visible" || overflowY !== "visible" || /paint|content|strict/.test(contain);
      known.set(up, clips ? up.getBoundingClientRect() : clip(up, top));
    }
    return known.get(up);
  };
  return clip;
}
