// Brings what may be chosen now into sight when none of it is.

import { isStill } from "./motion.js";

/** True if the middle of the element can be pointed at: in the window, and neither under a bar nor outside of a map's frame. */
const inSight = (el) => {
  const { left, top, width, height } = el.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && el.contains(hit);
};

/** @param {Iterable<Element>} els @returns {void} */
export function reveal(els) {
  const all = [...els];
  if (!all.length || all.some(inSight)) return;
  all[0].scrollIntoView({ block: "center", behavior: isStill() ? "auto" : "smooth" });
}
