// Pure state of arranging: which tiles lie in which row and in which order, and the own order of what is held.

/** A tile that is used a second time: the key of its copy. @param {string} id */
export const copyOf = (id) => `=${id}`;
/** The id behind a key. @param {string} key */
export const idOf = (key) => (isCopy(key) ? key.slice(1) : key);
/** @param {string} key */
export const isCopy = (key) => key.startsWith("=");

/**
 * @typedef {{name: string, max: number}} Field a row of the page
 * @typedef {{fields: Field[], known: string[], last?: string[], copies?: number, copyable?: string[]}} Limits `known`: the ids that
 *   lie in reach; `last`: those that only end a row; `copies`: how many may be used twice, of those in `copyable`
 */

/** The rows that are being filled. */
export class Rows {
  constructor() {
    /** @type {Map<string, string[]>} */ this.rows = new Map();
    /** @type {Required<Limits>} */ this.limits = { fields: [], known: [], last: [], copies: 0, copyable: [] };
    this.active = "";
  }

  /** Take over new limits: what is out of reach leaves the rows. @param {Limits} limits */
  limit({ fields, known, last = [], copies = 1, copyable = [] }) {
    this.limits = { fields, known, last, copies, copyable };
    const kept = this.rows;
    this.rows = new Map(fields.map(({ name }) => [name, []]));
    for (const [name, keys] of kept) {
      const to = this.rows.has(name) ? name : "";
      for (const key of keys) if (to && !isCopy(key) && known.includes(key)) this.put(key, to);
    }
    for (const [name, keys] of kept) {
      keys.forEach((key, i) => isCopy(key) && this.rows.has(name) && this.canCopy(idOf(key)) && this.put(key, name, i));
    }
    if (!this.rows.has(this.active)) this.active = fields[0]?.name ?? "";
  }

  /** Where a key lies. @param {string} key @returns {[string, number]|null} */
  where(key) {
    for (const [name, keys] of this.rows) if (keys.includes(key)) return [name, keys.indexOf(key)];
    return null;
  }

  /** All keys in the rows. @returns {string[]} */
  get placed() {
    return [...this.rows.values()].flat();
  }

  /** @param {string} name @returns {string[]} */
  row(name) {
    return this.rows.get(name) ?? [];
  }

  /** True if the tile lies in a row and may be used once more. @param {string} id */
  canCopy(id) {
    const { copies, copyable, last } = this.limits;
    const placed = this.placed;
    return placed.includes(id) && !placed.includes(copyOf(id)) && placed.filter(isCopy).length < copies && copyable.includes(id) && !last.includes(id);
  }

  /**
   * Lay a tile into a row, or to another place of the rows.
   * @param {string} key @param {string} [name] @param {number} [at] the place counted without it
   * @returns {boolean} false if there is no room
   */
  put(key, name = this.active, at = Infinity) {
    const row = this.rows.get(name);
    const { fields, last } = this.limits;
    const max = fields.find((field) => field.name === name)?.max ?? 0;
    if (!row || (!row.includes(key) && row.length >= max)) return false;
    const ends = (one) => last.includes(idOf(one));
    if (ends(key) && row.some((one) => one !== key && ends(one))) return false;
    this.#drop(key);
    const end = row.findIndex(ends);
    row.splice(ends(key) ? row.length : Math.min(at, end < 0 ? row.length : end), 0, key);
    return true;
  }

  /** Take a tile back. If its copy stays, that is the tile from now on. @param {string} key */
  take(key) {
    this.#drop(key);
    const twin = copyOf(key);
    for (const keys of this.rows.values()) if (keys.includes(twin)) keys[keys.indexOf(twin)] = key;
  }

  /** Take back the last tile of the active row, or of the row before it. @returns {string|null} its key */
  takeLast() {
    const names = [...this.rows.keys()];
    for (let i = names.indexOf(this.active); i >= 0; i--) {
      const key = this.rows.get(names[i]).at(-1);
      if (key === undefined) continue;
      this.active = names[i];
      this.take(key);
      return key;
    }
    return null;
  }

  clear() {
    for (const keys of this.rows.values()) keys.length = 0;
    this.active = this.limits.fields[0]?.name ?? "";
  }

  #drop(key) {
    for (const keys of this.rows.values()) if (keys.includes(key)) keys.splice(keys.indexOf(key), 1);
  }
}

/** An order of one's own for what lies in slots: who was there keeps the slot, who is new takes a free one. */
export class Order {
  constructor() {
    /** @type {string[]} */ this.slots = [];
  }

  /** Fit the order to what is there now. @param {string[]} ids @param {number} count of slots @returns {(string|null)[]} by slot */
  fit(ids, count) {
    const fresh = ids.filter((id) => !this.slots.includes(id));
    const slots = Array.from({ length: Math.max(count, ids.length) }, (_, i) => (ids.includes(this.slots[i]) ? this.slots[i] : null));
    const late = this.slots.slice(slots.length).filter((id) => ids.includes(id)); // their slots are gone
    fresh.unshift(...late);
    this.slots = slots.map((id) => id ?? fresh.shift() ?? null);
    return this.slots;
  }

  /** @param {number} a @param {number} b */
  swap(a, b) {
    [this.slots[a], this.slots[b]] = [this.slots[b], this.slots[a]];
  }

  /** Mix those ids among their slots; never as they lay before, if there is another way. @param {(id: string) => boolean} [which] */
  shuffle(which = () => true) {
    const at = this.slots.flatMap((id, i) => (id !== null && which(id) ? [i] : []));
    if (at.length < 2) return;
    const before = at.map((i) => this.slots[i]);
    const mixed = [...before];
    do {
      for (let i = mixed.length - 1; i > 0; i--) {
        const j = Math.floor(Math.random() * (i + 1));
        [mixed[i], mixed[j]] = [mixed[j], mixed[i]];
      }
    } while (mixed.every((id, i) => id === before[i]));
    at.forEach((slot, i) => (this.slots[slot] = mixed[i]));
  }
}
