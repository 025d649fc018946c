// The HTML of a table as edits to the one before, which the server sends (see play/edits.py).

const PRIME = 65521;
const CHUNK = 3800; // so many bytes add up before a sum could lose exactness

/** The Adler-32 of a text in UTF-8. @param {string} text @returns {number} */
export function sumOf(text) {
  const bytes = new TextEncoder().encode(text);
  let a = 1;
  let b = 0;
  for (let from = 0; from < bytes.length; from += CHUNK) {
    const to = Math.min(from + CHUNK, bytes.length);
    for (let at = from; at < to; at += 1) {
      a += bytes[at];
      b += a;
    }
    a %= PRIME;
    b %= PRIME;
  }
  return b * 65536 + a;
}

/**
 * The HTML after the edits.
 * @param {string|null} html the HTML before
 * @param {{base: number, sum: number, parts: [number, number, string|null][]}} edits
 * @returns {string|null} null where they belong to another one
 */
export function edited(html, { base, sum, parts }) {
  if (html === null || sumOf(html) !== base) return null;
  const found = html.split("<");
  const made = [];
  let at = 0;
  for (const [from, gone, text] of parts) {
    for (; at < from; at += 1) made.push(found[at]);
    if (text !== null) made.push(text);
    at += gone;
  }
  for (; at < found.length; at += 1) made.push(found[at]);
  const after = made.join("<");
  return sumOf(after) === sum ? after : null;
}
