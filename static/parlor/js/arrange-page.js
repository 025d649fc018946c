// What a page and a pattern say about arranging: the rows there are, the tiles in reach, and how tiles are laid and named.

import { place } from "./morph.js";
import { own } from "./own.js";

/** @typedef {import("./rules.js").Option} Option */
/** @typedef {{el: HTMLElement, field: string, start: string|null, name: string}} Line a row of the page; `start` begins it in a list */

/** The rows that can be filled, in order; those that the move does not have are hidden. @param {Element} root @param {Option|null} option @returns {Line[]} */
export function findLines(root, option) {
  const seen = new Map();
  const lines = [];
  for (const el of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-arrange-row]"))) {
    const field = el.getAttribute("data-arrange-row");
    const start = el.getAttribute("data-arrange-break");
    const barred = Boolean(start && option && !option.pattern[field]?.of?.includes(start));
    el.hidden = barred;
    if (barred) continue;
    const n = seen.get(field) ?? 0;
    seen.set(field, n + 1);
    lines.push({ el, field, start, name: n ? `${field} ${n + 1}` : field });
  }
  return lines;
}

/**
 * What may lie where.
 * @param {Element} root
 * @param {Map<string, HTMLElement>} tiles
 * @param {Line[]} lines
 * @param {Option|null} option
 * @returns {import("./arrange-rows.js").Limits}
 */
export function findLimits(root, tiles, lines, option) {
  const all = [...tiles.keys()];
  const parts = Object.values(option?.pattern ?? {});
  const listed = (value) => parts.some(({ of }) => of?.includes(value));
  const attribute = (id, name) => tiles.get(id).getAttribute(`data-arrange-${name}`);
  return {
    fields: lines.map(({ name, field }) => ({ name, max: option?.pattern[field]?.max ?? all.length })),
    known: option ? all.filter(listed) : all,
    last: all.filter((id) => attribute(id, "last") !== null),
    copies: Number(root.querySelector("[data-arrange-copies]")?.getAttribute("data-arrange-copies") ?? 1),
    copyable: all.filter((id) => listed(attribute(id, "copy"))),
  };
}

/** Whether a choice is about one of certain ids. @param {Option} option @param {(value: any) => boolean} is */
export function mentions({ kind, pattern, example, ...fields }, is) {
  const values = pattern ? Object.values(pattern).flatMap((part) => part.of ?? []) : Object.values(fields).flat();
  return values.some(is);
}

/** What stands in a field that nobody is asked about. @param {import("./rules.js").Part & {optional?: boolean}} part */
export function unasked(part) {
  if (part.part === "many") return [];
  if (part.part === "flag") return false;
  if (part.part === "number") return part.min ?? 0;
  if (part.part === "text") return "";
  return part.optional ? null : part.of[0];
}

/** A tile that can be used by keyboard and read aloud as a button. */
export function dress(el, pressed) {
  own(el, "role", "button");
  own(el, "tabindex", "0");
  own(el, "aria-pressed", String(pressed));
}

/** Lay an element at a place among the tiles of a box. */
export function into(box, el, at) {
  const tiles = [...box.children].filter((one) => one.matches("[data-letter]"));
  if (tiles[at] === el) return;
  const others = tiles.filter((one) => one !== el);
  place(box, el, others[at] ?? null);
}
