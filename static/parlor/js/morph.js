// Keyed DOM morph: makes a live element equal to new HTML while every element that keeps its id stays the same object, wherever it goes.
//
// htmx 4 (beta 6 of django-htmx 1.29) has a morph that also moves by id between parents. It is not used: it is private to
// htmx (100 KB, reached through a swap), knows ids but no data-id, rebuilds containers of survivors with createElement (which takes
// SVG out of its namespace), overwrites the value of the field being typed in, the `open` of details, module classes and the
// transform of a panned map, and restores neither focus nor scroll where moveBefore is missing.

import { OWN_CLASSES, isHeld } from "./own.js";

/** The key of a node, or "" if it has none. @param {Node} node @returns {string} */
const keyOf = (node) => {
  if (!(node instanceof Element)) return "";
  const key = node.id ? `#${node.id}` : node.hasAttribute("data-id") ? `@${node.getAttribute("data-id")}` : "";
  return key && `${node.localName}${key}`;
};

/** @param {Element} root @returns {Map<string, Element>} first element of each key, without what lies inside [data-keep] */
function keysIn(root) {
  const keys = new Map();
  for (const el of root.querySelectorAll("[id],[data-id]")) {
    const key = keyOf(el);
    if (key && !keys.has(key) && !el.parentElement?.closest("[data-keep]")) keys.set(key, el);
  }
  return keys;
}

/** Put a node before another, keeping its state (focus, scroll, animations) where the browser can. */
export function place(parent, node, before) {
  if (parent.moveBefore && node.isConnected && parent.isConnected) {
    try {
      parent.moveBefore(node, before);
      return;
    } catch {
      // another document or an impossible place: the plain way decides
    }
  }
  parent.insertBefore(node, before);
}

/** @param {Element} el @param {Element} next @param {boolean} active the field being used */
function morphAttributes(el, next, active) {
  const skip = (name) =>
    name === "style" || name === "data-own" || (name === "open" && /^(details|dialog)$/.test(el.localName)) ||
    (active && (name === "value" || name === "checked"));
  for (const { name, value } of [...next.attributes]) {
    if (skip(name) || name === "class" || isHeld(el, name, value) || el.getAttribute(name) === value) continue;
    el.setAttribute(name, value);
    if (name === "value" && "value" in el) el.value = value;
    if (name === "checked" || name === "selected") el[name] = true;
  }
  for (const { name } of [...el.attributes]) {
    if (next.hasAttribute(name) || skip(name) || name === "class" || isHeld(el, name, null)) continue;
    el.removeAttribute(name);
    if (name === "checked" || name === "selected") el[name] = false;
  }
  const own = OWN_CLASSES.filter((name) => el.classList.contains(name));
  const classes = [next.getAttribute("class") ?? "", ...own].join(" ").trim();
  if (classes !== (el.getAttribute("class") ?? "")) {
    if (classes) el.setAttribute("class", classes);
    else el.removeAttribute("class");
  }
}

/**
 * Make `root` equal to `html`. The root itself stays; its attributes follow. Elements are the same if tag and id (or
 * data-id) agree, anywhere in the tree; the others are matched by tag in order. Left alone: children of [data-keep],
 * elements with [data-own], the value of the field in use, `open` of details, `style`, and what own.js holds.
 * @param {Element} root
 * @param {string|Element} html one element, or its HTML
 * @returns {void}
 */
export function morph(root, html) {
  const next = typeof html === "string" ? parse(html) : html;
  const old = keysIn(root);
  const wanted = keysIn(next);
  const keyed = new Set([...old.values(), ...wanted.values()]);
  /** @type {Set<Node>} */
  const claimed = new Set([root]);
  /** @type {Node[]} */
  const leftovers = [];
  const restore = remember(root);
  const active = document.activeElement; // a move may blur it

  // whoever holds the place being filled is claimed already, so no survivor can be asked into itself
  const survivor = (node) => {
    const el = old.get(keyOf(node));
    return el && !claimed.has(el) ? el : null;
  };

  const morphNode = (el, model) => {
    if (!(el instanceof Element)) {
      if (el.nodeValue !== model.nodeValue) el.nodeValue = model.nodeValue;
      return;
    }
    morphAttributes(el, model, el === active);
    if (!el.hasAttribute("data-keep")) morphChildren(el, model);
  };

  const morphChildren = (el, model) => {
    /** @type {Map<string, Node[]>} unkeyed old children by name, in order */
    const spare = new Map();
    for (const child of el.childNodes) {
      if (keyed.has(child) || child.dataset?.own !== undefined) continue;
      const list = spare.get(child.nodeName);
      if (list) list.push(child);
      else spare.set(child.nodeName, [child]);
    }
    const pairs = [];
    for (const child of model.childNodes) {
      const match = keyed.has(child) ? survivor(child) : spare.get(child.nodeName)?.shift();
      if (match) claimed.add(match);
      pairs.push([match, child]);
    }
    const staying = new Set(pairs.map(([match]) => match));
    let at = el.firstChild;
    const skipStrangers = () => {
      while (at && !staying.has(at)) {
        if (at.dataset?.own === undefined) leftovers.push(at);
        at = at.nextSibling;
      }
    };
    skipStrangers(); // so that `at` always stays here, whatever the children's own morphs carry off
    for (const [match, child] of pairs) {
      if (match && match === at) {
        at = at.nextSibling;
        skipStrangers();
        morphNode(match, child);
      } else if (match) {
        place(el, match, at);
        morphNode(match, child);
      } else {
        const fresh = document.importNode(child, child instanceof Element && child.hasAttribute("data-keep"));
        el.insertBefore(fresh, at);
        claimed.add(fresh);
        if (fresh instanceof Element && !fresh.hasAttribute("data-keep")) morphChildren(fresh, child);
      }
    }
  };

  morphNode(root, next);
  for (const node of leftovers) if (!claimed.has(node)) node.parentNode?.removeChild(node);
  restore();
}

/** @param {string} html @returns {Element} its first element, in a document that runs nothing */
export function parse(html) {
  const box = document.createElement("template");
  box.innerHTML = html.trim();
  const el = box.content.firstElementChild;
  if (!el) throw new TypeError("no element in the HTML");
  return el;
}

/** Note focus, selection and scroll; the returned function puts them back where they were lost. */
function remember(root) {
  const active = /** @type {any} */ (document.activeElement);
  const inside = active && active !== document.body && root.contains(active);
  const range = inside && typeof active.selectionStart === "number" ? [active.selectionStart, active.selectionEnd] : null;
  const scrolled = [root, ...root.querySelectorAll("*")]
    .filter((el) => el.scrollTop || el.scrollLeft)
    .map((el) => /** @type {const} */ ([el, el.scrollTop, el.scrollLeft]));
  return () => {
    for (const [el, top, left] of scrolled) {
      if (el.scrollTop !== top) el.scrollTop = top;
      if (el.scrollLeft !== left) el.scrollLeft = left;
    }
    if (!inside || !active.isConnected || document.activeElement === active) return;
    active.focus({ preventScroll: true });
    if (range) active.setSelectionRange(...range);
  };
}
