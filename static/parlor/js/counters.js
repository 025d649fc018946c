// Counters: a [data-count] whose number changes counts up or down to it.

/** @type {Set<() => void>} */
const counting = new Set();

/** Show every number that is being counted to. @returns {void} */
export function endCounts() {
  for (const end of counting) end();
}

/** @param {Element} el @returns {number|null} what it says, if that is a number and nothing else */
export const numberIn = (el) => (/^\s*-?\d+\s*$/.test(el.textContent) ? Number(el.textContent) : null);

/** Count from `was` to what the element says now. @param {Element} el @param {number|null} was @returns {void} */
export function count(el, was) {
  const goal = numberIn(el);
  if (was === null || goal === null || was === goal) return;
  const text = el.textContent;
  const begin = performance.now();
  const span = Math.min(600, 150 + 40 * Math.abs(goal - was));
  let frame = 0;
  const end = () => {
    cancelAnimationFrame(frame);
    counting.delete(end);
    el.textContent = text;
  };
  const tick = (now) => {
    const part = Math.min(1, Math.max(0, (now - begin) / span));
    if (part === 1) return end();
    el.textContent = String(Math.round(was + (goal - was) * part));
    frame = requestAnimationFrame(tick);
  };
  counting.add(end);
  el.textContent = String(was);
  frame = requestAnimationFrame(tick);
}
