// Attributes and classes that modules put on server-rendered elements: the morph leaves them alone, and they can be given back.

/** Classes that belong to modules, never to the server. */
export const OWN_CLASSES = ["is-choice", "is-chosen", "is-moving", "is-away", "is-free", "is-open", "is-active", "is-dragged", "is-told", "is-stale"];

/** @type {WeakMap<Element, Map<string, string|null>>} element -> attribute -> what the server wants there */
const held = new WeakMap();

/** Set an attribute and remember what the server had. @param {Element} el @param {string} name @param {string} value */
export function own(el, name, value) {
  let names = held.get(el);
  if (!names) held.set(el, (names = new Map()));
  if (!names.has(name)) names.set(name, el.getAttribute(name));
  if (el.getAttribute(name) !== value) el.setAttribute(name, value);
}

/** Give back every owned attribute of an element, or all but one. @param {Element} el @param {string} [but] */
export function giveBack(el, but) {
  const names = held.get(el);
  for (const [name, value] of names ?? []) {
    if (name === but) continue;
    names.delete(name);
    if (value === null) el.removeAttribute(name);
    else el.setAttribute(name, value);
  }
}

/** True if a module holds this attribute; the server's new value is kept for later. @param {Element} el @param {string} name @param {string|null} value */
export function isHeld(el, name, value) {
  const names = held.get(el);
  if (!names?.has(name)) return false;
  names.set(name, value);
  return true;
}
