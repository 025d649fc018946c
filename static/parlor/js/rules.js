// Pure rules of choosing: from the legal moves and what is picked so far to what may be picked next and which moves are complete.

/**
 * @typedef {{kind: string} & Record<string, any>} Move
 * @typedef {{part: "one"|"many"|"text"|"number"|"flag", of?: any[], min?: number, max?: number, ordered?: boolean}} Part
 * @typedef {{kind: string, pattern?: Record<string, Part>} & Record<string, any>} Option a complete move or a pattern
 * @typedef {string|typeof END|{kind: string, inputs: Record<string, any>}} Pick an element's id, the end of a list, or what a form held
 * @typedef {{kind: string, move?: Move, confirm?: boolean, next: {value: any, field: string}[], ask: [string, Part][],
 *   end: boolean, missing: number}} Reading what one option says to the picks
 * @typedef {{next: Map<string, {value: any, field: string, kinds: Set<string>}>, done: Reading[], ask: Reading[], end: boolean,
 *   missing: number, alive: boolean, move: Move|null}} Offer `move` is what needs no further question
 */

/** Ends a list before its maximum. */
export const END = Symbol("end");

const isInput = ([, { part }]) => part === "text" || part === "number" || part === "flag";

/** @returns {Reading} */
const reading = (kind, more) => ({ kind, next: [], ask: [], end: false, missing: 0, ...more });

/**
 * The values of a complete move in field order; a list counts as its entries, what is absent (null) as nothing. A move
 * that is the beginning of another therefore is a prefix of it.
 * @param {Move} move
 * @param {string[]} [order] the fields of its kind in order
 * @returns {{value: any, field: string}[]}
 */
function tokens(move, order) {
  const fields = order?.length ? order : Object.keys(move).filter((name) => name !== "kind");
  return fields.flatMap((field) => [move[field] ?? []].flat(3).map((value) => ({ value, field })));
}

/** @param {Move} move @param {Pick[]} picks @returns {Reading|null} */
function readMove(move, picks, order) {
  const all = tokens(move, order);
  if (picks.length > all.length || picks.some((pick, i) => pick !== String(all[i].value))) return null;
  return picks.length === all.length ? reading(move.kind, { move }) : reading(move.kind, { next: [all[picks.length]] });
}

/** @param {Option} option @param {Pick[]} picks @returns {Reading|null} */
function readPattern({ kind, pattern }, picks) {
  const steps = Object.entries(pattern);
  /** @type {Move} */
  const move = { kind };
  let at = 0;
  for (let step = 0; step < steps.length; step++) {
    const [field, part] = steps[step];
    const open = at === picks.length;
    const offer = (values) => values.map((value) => ({ value, field }));
    if (part.part === "one") {
      if (open) return reading(kind, { next: offer(part.of) });
      const value = part.of.find((one) => String(one) === picks[at]);
      if (value === undefined) return null;
      move[field] = value;
      at++;
    } else if (part.part === "many") {
      const { min = 0, max = part.of.length } = part;
      const got = [];
      let ended = false;
      for (; at < picks.length && !ended; ) {
        const value = part.of.find((one) => String(one) === picks[at]);
        if (picks[at] === END) ended = true;
        else if (value === undefined || got.includes(value) || got.length === max) break;
        else got.push(value);
        at++;
      }
      if (got.length < min && (ended || at < picks.length)) return null;
      move[field] = part.ordered ? got : part.of.filter((one) => got.includes(one));
      if (at < picks.length || ended) {
        if (step + 1 === steps.length && ended) return at < picks.length ? null : reading(kind, { move, confirm: true });
        continue;
      }
      const next = got.length < max ? offer(part.of.filter((one) => !got.includes(one))) : [];
      if (got.length < min) return reading(kind, { next, missing: min - got.length });
      const rest = steps.slice(step + 1);
      if (!rest.length) return reading(kind, { next, move, confirm: true });
      if (rest.every(isInput)) return reading(kind, { next, ask: rest });
      if (!next.length) continue;
      if (rest[0][1].part === "one" || rest[0][1].part === "many") {
        next.push(...rest[0][1].of.filter((one) => !part.of.includes(one)).map((value) => ({ value, field: rest[0][0] })));
      }
      return reading(kind, { next, end: true });
    } else {
      const run = [];
      while (step < steps.length && isInput(steps[step])) run.push(steps[step++]);
      step--;
      const pick = picks[at];
      if (open) return reading(kind, { ask: run });
      if (typeof pick !== "object" || pick.kind !== kind) return null;
      for (const [name] of run) move[name] = pick.inputs[name];
      at++;
    }
  }
  return at === picks.length ? reading(kind, { move }) : null;
}

/**
 * What may be done next.
 * @param {Option[]} options
 * @param {Pick[]} picks
 * @param {Record<string, string[]>} [orders] field order by kind
 * @returns {Offer}
 */
export function offer(options, picks, orders = {}) {
  const readings = options
    .map((option) => (option.pattern ? readPattern(option, picks) : readMove(option, picks, orders[option.kind])))
    .filter((one) => one !== null);
  const next = new Map();
  for (const { kind, next: values } of readings) {
    for (const { value, field } of values) {
      const entry = next.get(String(value)) ?? { value, field, kinds: new Set() };
      entry.kinds.add(kind);
      next.set(String(value), entry);
    }
  }
  const done = readings.filter(({ move }) => move);
  const ask = readings.filter((one) => one.ask.length);
  const end = readings.some((one) => one.end);
  const sure = picks.length && done.length === 1 && readings.length === 1 && !done[0].confirm;
  return {
    next, done, ask, end,
    missing: readings.length ? Math.min(...readings.map((one) => one.missing)) : 0,
    alive: readings.length > 0,
    move: sure ? done[0].move : null,
  };
}

/**
 * The picks without one of them: only that one out of a list, otherwise all from there on.
 * @param {Option[]} options
 * @param {Pick[]} picks
 * @param {string} id
 * @param {Record<string, string[]>} [orders]
 * @returns {Pick[]}
 */
export function unpick(options, picks, id, orders) {
  const at = picks.lastIndexOf(id);
  if (at < 0) return picks;
  const without = picks.filter((_, i) => i !== at);
  const patterns = options.filter(({ pattern }) => pattern);
  return offer(patterns, without, orders).alive ? without : picks.slice(0, at);
}
